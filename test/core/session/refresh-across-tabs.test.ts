// @vitest-environment happy-dom
/** Refresh locks between tabs. Two stores over the same cookies act as two tabs. */
import { afterEach, assert, beforeEach, describe, it, vi } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import * as RefresherModule from "../../../core/session/refresher.ts"
import * as Session from "../../../core/session/session.ts"
import { noTokens, type Tokens } from "../../../core/session/tokens.ts"
import { DAY } from "../../durations.ts"
import { jwt } from "../calling.ts"
import { ID, loaded, tab, tokens } from "./tabs-fixture.ts"

/** Runs everything that is ready, on the real clock without sleeping. */
const settle = Effect.promise(async () => {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
})

/** A double of the Web Locks API. A tab that hangs is one whose callback never ends. */
class Locks {
  readonly held = new Set<string>()
  private readonly queue: Array<{ readonly name: string; readonly go: () => void }> = []
  async request(name: string, { signal }: { readonly signal: AbortSignal }, granted: () => Promise<void>) {
    await new Promise<void>((go, refuse) => {
      if (!this.held.has(name)) return go()
      this.queue.push({ name, go })
      signal.addEventListener("abort", () => refuse(signal.reason))
    })
    this.held.add(name)
    await granted()
    this.held.delete(name)
    const next = this.queue.findIndex((waiting) => waiting.name === name)
    if (next >= 0) this.queue.splice(next, 1)[0]?.go()
  }
}

const locks = (given: unknown) => Object.defineProperty(navigator, "locks", { configurable: true, value: given })

describe("A refresh with several tabs", () => {
  /** Creates a service that responds after a second, and the sessions of two tabs, each with its own refresher. */
  const twoTabs = Effect.gen(function* () {
    let requestCount = 0
    const refresh = () =>
      Effect.delay(
        Effect.sync(() => Redacted.make(jwt({ iat: 0, exp: 600, mark: ++requestCount }))),
        1000
      )
    const open = (give: () => RefresherModule.Refresh = refresh) =>
      Effect.map(tab, (store) => Session.make(store, RefresherModule.make(give)))
    const [here, there] = [yield* open(), yield* open()]
    yield* here.start(tokens("r", jwt({ iat: -600, exp: 0 })))
    return { here, there, open, requestCount: () => requestCount }
  })
  const forked = (session: Session.Session["Service"]) =>
    Effect.gen(function* () {
      const fiber = yield* Effect.forkChild(session.tokens)
      yield* loaded
      yield* settle
      return fiber
    })
  const accessTokens = (found: ReadonlyArray<Tokens>) =>
    new Set(found.map(({ accessToken }) => accessToken && Redacted.value(accessToken))).size

  it.effect("is sent once, and the other tab takes its tokens", () =>
    Effect.gen(function* () {
      locks(new Locks())
      const { requestCount, here, there } = yield* twoTabs
      const fibers = [yield* forked(here), yield* forked(there), yield* forked(here), yield* forked(there)]
      yield* TestClock.adjust(1000)
      yield* settle
      assert.strictEqual(accessTokens(yield* Fiber.joinAll(fibers)), 1)
      assert.strictEqual(requestCount(), 1)
    })
  )

  it.effect("is sent once even when the local clock makes the fresh token look old", () =>
    Effect.gen(function* () {
      locks(new Locks())
      yield* TestClock.setTime(DAY)
      const { requestCount, here, there } = yield* twoTabs
      const fibers = [yield* forked(here), yield* forked(there)]
      yield* TestClock.adjust(1000)
      yield* settle
      assert.strictEqual(accessTokens(yield* Fiber.joinAll(fibers)), 1)
      yield* Effect.all([here.tokens, there.tokens, here.tokens, there.tokens])
      assert.strictEqual(requestCount(), 1)
    })
  )

  it.effect("waits at most five seconds for a tab that holds the lock, and is then sent once", () =>
    Effect.gen(function* () {
      const held = new Locks()
      locks(held)
      held.held.add(`keystile-${ID}-refresh`)
      const { requestCount, here, there } = yield* twoTabs
      const fibers = [yield* forked(here), yield* forked(there)]
      yield* TestClock.adjust(4999)
      yield* settle
      assert.strictEqual(requestCount(), 0)
      yield* TestClock.adjust(1)
      yield* settle
      yield* TestClock.adjust(1000)
      yield* settle
      assert.strictEqual(accessTokens(yield* Fiber.joinAll(fibers)), 1)
      assert.strictEqual(requestCount(), 1)
      assert.deepStrictEqual([...held.held], [`keystile-${ID}-refresh`])
    })
  )

  it.effect("releases the lock when it fails and when its last caller is interrupted", () =>
    Effect.gen(function* () {
      const held = new Locks()
      locks(held)
      const { here, open } = yield* twoTabs
      const ended = yield* open(() => Effect.fail(new RefresherModule.SessionEnded()))
      const waiting = yield* forked(here)
      assert.strictEqual(held.held.size, 1)
      const failing = yield* forked(ended)
      yield* Fiber.interrupt(waiting)
      yield* settle
      assert.deepStrictEqual(yield* Fiber.join(failing), noTokens)
      yield* settle
      assert.strictEqual(held.held.size, 0)
    })
  )

  it.effect.each([
    { where: "neither Web Locks nor localStorage exist", given: undefined },
    {
      where: "the platform rejects Web Locks",
      given: { request: () => Promise.reject(new DOMException("no", "SecurityError")) }
    }
  ])("is sent without a lock where $where", ({ given }) =>
    Effect.gen(function* () {
      locks(given)
      vi.stubGlobal("localStorage", undefined)
      const { requestCount, here } = yield* twoTabs
      const fiber = yield* forked(here)
      yield* TestClock.adjust(1000)
      assert.strictEqual((yield* Fiber.join(fiber)).accessToken === null, false)
      assert.strictEqual(requestCount(), 1)
    })
  )

  describe("without Web Locks, as on a page served over http", () => {
    const KEY = `keystile-${ID}-refresh`
    /** Moves both clocks: the lease uses the platform's clock. */
    const move = (millis: number) =>
      Effect.gen(function* () {
        yield* Effect.promise(() => vi.advanceTimersByTimeAsync(millis))
        yield* settle
        yield* TestClock.adjust(millis)
        yield* settle
      })
    beforeEach(() => {
      locks(undefined)
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] })
      localStorage.clear()
    })
    afterEach(() => void vi.restoreAllMocks())

    it.effect("is sent once under a lease in localStorage, which holds no token and is removed afterwards", () =>
      Effect.gen(function* () {
        const { requestCount, here, there } = yield* twoTabs
        const fibers = [yield* forked(here), yield* forked(there), yield* forked(here), yield* forked(there)]
        yield* move(25)
        assert.match(localStorage.getItem(KEY) ?? "", /^0\.\d+(?:e-\d+)? \d+$/)
        for (let turn = 0; turn < 3; turn++) yield* move(500)
        assert.strictEqual(accessTokens(yield* Fiber.joinAll(fibers)), 1)
        assert.strictEqual(requestCount(), 1)
        assert.strictEqual(localStorage.length, 0)
      })
    )

    it.effect("waits at most five seconds for the lease of another tab, and ignores a lease that expires later", () =>
      Effect.gen(function* () {
        for (const [life, wait] of [
          [5000, 4950],
          [60_000, 0]
        ] as const) {
          localStorage.setItem(KEY, `another ${Date.now() + life}`)
          const { requestCount, here } = yield* twoTabs
          const fiber = yield* forked(here)
          if (wait > 0) yield* move(wait)
          assert.strictEqual(requestCount(), 0)
          for (let turn = 0; turn < 4; turn++) yield* move(500)
          assert.isNotNull((yield* Fiber.join(fiber)).accessToken)
          assert.strictEqual(requestCount(), 1)
          localStorage.clear()
        }
      })
    )

    it.effect("removes its lease when the page is closed", () =>
      Effect.gen(function* () {
        const { here } = yield* twoTabs
        const fiber = yield* forked(here)
        yield* move(25)
        assert.strictEqual(localStorage.length, 1)
        globalThis.dispatchEvent(new Event("pagehide"))
        assert.strictEqual(localStorage.length, 0)
        yield* Fiber.interrupt(fiber)
      })
    )

    it.effect("leaves both tabs signed in even when both refresh at the same time", () =>
      Effect.gen(function* () {
        vi.spyOn(localStorage, "setItem").mockImplementation(() => {
          throw new DOMException("full", "QuotaExceededError")
        })
        const { requestCount, here, there } = yield* twoTabs
        const fibers = [yield* forked(here), yield* forked(there)]
        for (let turn = 0; turn < 3; turn++) yield* move(500)
        for (const { accessToken, refreshToken } of yield* Fiber.joinAll(fibers)) {
          assert.isNotNull(accessToken)
          assert.strictEqual(refreshToken && Redacted.value(refreshToken), "r")
        }
        assert.strictEqual(requestCount(), 2)
        assert.strictEqual(accessTokens([yield* here.stored, yield* there.stored]), 1)
        assert.isNotNull((yield* there.stored).accessToken)
      })
    )
  })
})
