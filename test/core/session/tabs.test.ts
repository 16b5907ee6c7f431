// @vitest-environment happy-dom
/** Token sharing and refresh locks between tabs. Two stores over the same cookies act as two tabs. */
import { afterEach, assert, beforeEach, describe, it, vi } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"

import * as RefresherModule from "../../../core/session/refresher.ts"
import * as Session from "../../../core/session/session.ts"
import { make } from "../../../core/session/token-store-cookie.ts"
import { noTokens, type Tokens } from "../../../core/session/tokens.ts"
import { jwt } from "../calling.ts"

const ID = "11111111-1111-4111-8111-111111111111"
const tab = Effect.orDie(make(ID))
const tokens = (refreshToken: string, accessToken: string): Tokens => ({
  refreshToken: Redacted.make(refreshToken),
  accessToken: Redacted.make(accessToken)
})
const loaded = Effect.promise(() => vi.dynamicImportSettled())
/** Runs everything that is ready, on the real clock without sleeping. */
const settle = Effect.promise(async () => {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
})

/** A `BroadcastChannel` that delivers synchronously to all other channels of the same name. */
class Channel extends EventTarget {
  static readonly open = new Set<Channel>()
  static readonly messages: Array<unknown> = []
  readonly name: string
  constructor(name: string) {
    super()
    this.name = name
    Channel.open.add(this)
  }
  postMessage(message: unknown) {
    Channel.messages.push(message)
    for (const other of Channel.open) {
      if (other !== this && other.name === this.name)
        other.dispatchEvent(new MessageEvent("message", { data: message }))
    }
  }
  close() {
    Channel.open.delete(this)
  }
}

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

beforeEach(() => {
  for (const pair of document.cookie.split("; ")) {
    document.cookie = `${pair.split("=")[0]}=; path=/; expires=Thu, 01 Jan 1970 00:00:00 GMT`
  }
  Channel.open.clear()
  Channel.messages.length = 0
  vi.stubGlobal("BroadcastChannel", Channel)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, "locks")
})

describe("A change in one tab", () => {
  it.live("notifies the other tab, which then reads the new tokens", () =>
    Effect.gen(function* () {
      const [here, there] = [yield* tab, yield* tab]
      const seen: Array<string | null> = []
      there.subscribe(() => {
        const { refreshToken } = Effect.runSync(there.get)
        seen.push(refreshToken && Redacted.value(refreshToken))
      })
      yield* loaded
      yield* here.update(() => tokens("r", "a"))
      yield* here.update(() => tokens("r", "b"))
      yield* here.update(() => noTokens)
      assert.deepStrictEqual(seen, ["r", "r", null])
    })
  )

  it.live("is broadcast without tokens", () =>
    Effect.gen(function* () {
      const here = yield* tab
      yield* here.update(() => tokens("r", "a"))
      assert.deepStrictEqual(Channel.messages, ["changed"])
      assert.strictEqual(Channel.open.size, 0)
    })
  )

  it.live("returns no tokens for the previous user once another user has signed in", () =>
    Effect.gen(function* () {
      const [here, there] = [yield* tab, yield* tab]
      const refresher = RefresherModule.make(() => Effect.never)
      const [mine, theirs] = [Session.make(here, refresher), Session.make(there, refresher)]
      const own = Session.sessionOf(mine, "ada")
      yield* mine.start(tokens("r", jwt({ sub: "ada" })))
      assert.deepStrictEqual(yield* own.tokens, yield* mine.tokens)
      yield* theirs.start(tokens("s", jwt({ sub: "bob" })))
      assert.strictEqual((yield* Effect.flip(own.tokens)).reason._tag, "SessionChanged")
      yield* own.end
      assert.isNotNull((yield* theirs.stored).refreshToken)
      yield* theirs.start(tokens("t", jwt({ sub: "ada" })))
      assert.deepStrictEqual(yield* own.tokens, yield* theirs.tokens)
    })
  )

  it.live("notifies its own subscribers once, and only when tokens changed", () =>
    Effect.gen(function* () {
      const here = yield* tab
      let notifications = 0
      here.subscribe(() => notifications++)
      yield* loaded
      yield* here.update(() => tokens("r", "a"))
      assert.strictEqual(notifications, 1)
      for (const channel of Channel.open) channel.dispatchEvent(new MessageEvent("message", { data: "changed" }))
      globalThis.dispatchEvent(new Event("pageshow"))
      document.dispatchEvent(new Event("visibilitychange"))
      assert.strictEqual(notifications, 1)
      document.cookie = `stack-refresh-${ID}=other; path=/`
      globalThis.dispatchEvent(new Event("pageshow"))
      assert.strictEqual(notifications, 2)
    })
  )

  it.live("is detected by browser events that come from any source", () =>
    Effect.gen(function* () {
      const cookieStore = new EventTarget()
      vi.stubGlobal("cookieStore", cookieStore)
      vi.stubGlobal("BroadcastChannel", undefined)
      const here = yield* tab
      let notifications = 0
      here.subscribe(() => notifications++)
      yield* loaded
      document.cookie = `stack-refresh-${ID}=other; path=/`
      assert.strictEqual(notifications, 0)
      cookieStore.dispatchEvent(new Event("change"))
      assert.strictEqual(notifications, 1)
    })
  )

  it.live("before a subscription is reported once the subscription has started", () =>
    Effect.gen(function* () {
      const here = yield* tab
      let notifications = 0
      here.subscribe(() => notifications++)
      document.cookie = `stack-refresh-${ID}=other; path=/`
      yield* loaded
      assert.strictEqual(notifications, 1)
    })
  )
})

describe("Listening to other tabs", () => {
  it.live("starts with the first subscriber and stops with the last", () =>
    Effect.gen(function* () {
      const cookieStore = new EventTarget()
      const listening = vi.spyOn(cookieStore, "addEventListener")
      const stopped = vi.spyOn(cookieStore, "removeEventListener")
      vi.stubGlobal("cookieStore", cookieStore)
      const here = yield* tab
      yield* here.get
      yield* loaded
      assert.strictEqual(Channel.open.size, 0)
      const stops = [here.subscribe(() => {}), here.subscribe(() => {})]
      yield* loaded
      assert.strictEqual(Channel.open.size, 1)
      assert.strictEqual(listening.mock.calls.length, 1)
      for (const stop of [stops[0], stops[0]]) stop?.()
      assert.strictEqual(Channel.open.size, 1)
      stops[1]?.()
      assert.strictEqual(Channel.open.size, 0)
      assert.strictEqual(stopped.mock.calls.length, 1)
      here.subscribe(() => {})()
      yield* loaded
      assert.strictEqual(Channel.open.size, 0)
    })
  )

  const listen = Effect.gen(function* () {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] })
    const here = yield* tab
    const changes: Array<null> = []
    const stop = here.subscribe(() => changes.push(null))
    yield* loaded
    return { changes, stop }
  })
  const setCookie = (value: string) => void (document.cookie = `stack-refresh-${ID}=${value}; path=/`)
  const show = (state: DocumentVisibilityState) => {
    vi.spyOn(document, "visibilityState", "get").mockReturnValue(state)
    document.dispatchEvent(new Event("visibilitychange"))
  }

  it.live.each([
    ["with", Channel],
    ["without", undefined]
  ] as const)("polls the cookies every 100 ms without CookieStore, %s a BroadcastChannel", ([_, channel]) =>
    Effect.gen(function* () {
      vi.stubGlobal("BroadcastChannel", channel)
      vi.stubGlobal("cookieStore", undefined)
      const { stop, changes } = yield* listen
      setCookie("set-by-the-server")
      vi.advanceTimersByTime(99)
      assert.lengthOf(changes, 0)
      vi.advanceTimersByTime(1)
      assert.lengthOf(changes, 1)
      vi.advanceTimersByTime(1000)
      assert.lengthOf(changes, 1)
      stop()
      assert.strictEqual(vi.getTimerCount(), 0)
    })
  )

  it.live("does not poll the cookies where CookieStore is available", () =>
    Effect.gen(function* () {
      vi.stubGlobal("cookieStore", new EventTarget())
      const { stop } = yield* listen
      assert.strictEqual(vi.getTimerCount(), 0)
      stop()
    })
  )

  it.live("does not poll the cookies while the page is hidden, and detects changes once it is visible", () =>
    Effect.gen(function* () {
      vi.stubGlobal("cookieStore", undefined)
      const { stop, changes } = yield* listen
      show("hidden")
      assert.strictEqual(vi.getTimerCount(), 0)
      setCookie("set-while-hidden")
      vi.advanceTimersByTime(1000)
      show("visible")
      vi.advanceTimersByTime(100)
      assert.lengthOf(changes, 1)
      setCookie("set-again")
      vi.advanceTimersByTime(100)
      assert.lengthOf(changes, 2)
      stop()
      show("hidden")
      show("visible")
      assert.strictEqual(vi.getTimerCount(), 0)
      vi.restoreAllMocks()
    })
  )

  it.live("decodes the tokens only when the cookie text has changed", () =>
    Effect.gen(function* () {
      vi.stubGlobal("cookieStore", undefined)
      setCookie("token")
      const { stop } = yield* listen
      const read = vi.spyOn(document, "cookie", "get")
      vi.advanceTimersByTime(1000)
      // One comparison for each poll, and no second decoding.
      assert.lengthOf(read.mock.calls, 10)
      stop()
      vi.restoreAllMocks()
    })
  )
})

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
      yield* TestClock.setTime(86_400_000)
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
