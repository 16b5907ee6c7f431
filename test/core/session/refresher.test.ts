/** The refresher: its cache of access tokens, and when it drops them. */
import { assert, describe, it, vi } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import { Offline, RequestError } from "../../../core/errors/request-error.ts"
import * as Refresher from "../../../core/session/refresher.ts"
import { jwt } from "../calling.ts"
import { tokenIssuedAt } from "./session-fixture.ts"

const originalSet = Map.prototype.set

const refresherOf = (
  refresh: (token: string) => Effect.Effect<string, Refresher.SessionEnded | RequestError>,
  attemptTimeoutMillis?: number
) => {
  const { forget, get } = Refresher.make(
    (token) => Effect.map(refresh(Redacted.value(token)), (text) => Redacted.make(text)),
    attemptTimeoutMillis
  )
  return {
    get: (token: string) => Effect.map(get(Redacted.make(token)), ({ accessToken }) => Redacted.value(accessToken)),
    forget: (token: string, accessToken: string) => forget(Redacted.make(token), Redacted.make(accessToken))
  }
}

describe("The refresher", () => {
  it.effect("caches a thousand sessions and evicts the oldest", () =>
    Effect.gen(function* () {
      const sentTokens: Array<string> = []
      const { get } = refresherOf((token) =>
        Effect.sync(() => {
          sentTokens.push(token)
          return tokenIssuedAt(0, 600, token)
        })
      )
      for (let i = 0; i < 1001; i++) yield* get(`session-${i}`)
      assert.strictEqual(sentTokens.length, 1001)
      yield* get("session-1000")
      yield* get("session-500")
      assert.strictEqual(sentTokens.length, 1001)
      yield* get("session-0")
      assert.strictEqual(sentTokens.length, 1002)
    })
  )

  it.effect("computes a token's lifetime from its own `iat` and `exp` claims", () =>
    Effect.gen(function* () {
      let refreshCount = 0
      const { get } = refresherOf(() =>
        Effect.sync(() => {
          refreshCount++
          return tokenIssuedAt(1_000_000, 100)
        })
      )
      for (let now = 0; now < 80_000; now += 4000) {
        yield* TestClock.setTime(now)
        yield* get("r")
      }
      yield* TestClock.setTime(79_999)
      yield* get("r")
      assert.strictEqual(refreshCount, 1)
      yield* TestClock.adjust(1)
      yield* get("r")
      assert.strictEqual(refreshCount, 2)
    })
  )

  it.effect("refreshes on each call when tokens last for less than 20 seconds", () =>
    Effect.gen(function* () {
      let refreshCount = 0
      const { get } = refresherOf(() =>
        Effect.sync(() => {
          refreshCount++
          return tokenIssuedAt(0, 20)
        })
      )
      yield* get("r")
      yield* get("r")
      assert.strictEqual(refreshCount, 2)
    })
  )

  it.effect("accepts tokens with invalid time claims", () =>
    Effect.gen(function* () {
      const claims = [
        { exp: "soon" },
        { exp: 1e300, iat: -1e300 },
        { exp: -1, iat: 5 },
        { exp: null },
        { iat: {} },
        { exp: Number.MAX_VALUE }
      ]
      for (const claim of claims) {
        const { get } = refresherOf(() => Effect.succeed(jwt(claim)))
        assert.strictEqual(yield* get("r"), jwt(claim))
        assert.strictEqual(yield* get("r"), jwt(claim))
      }
    })
  )

  it.effect("removes a session from its cache after five seconds without a call", () =>
    Effect.gen(function* () {
      let refreshCount = 0
      const { get } = refresherOf(() => Effect.sync(() => tokenIssuedAt(0, 600, `${++refreshCount}`)))
      for (const now of [0, 4999, 9998, 14_997]) {
        yield* TestClock.setTime(now)
        yield* get("r")
      }
      assert.strictEqual(refreshCount, 1)
      yield* TestClock.setTime(19_997)
      yield* get("r")
      assert.strictEqual(refreshCount, 2)
    })
  )

  it.effect("starts those five seconds with the response, and keeps a session that has waiting callers", () =>
    Effect.gen(function* () {
      let refreshCount = 0
      const { get } = refresherOf(() =>
        Effect.delay(
          Effect.sync(() => tokenIssuedAt(0, 600, `${++refreshCount}`)),
          30_000
        )
      )
      const first = yield* Effect.forkChild(get("r"))
      yield* TestClock.adjust(29_999)
      const second = yield* Effect.forkChild(get("r"))
      yield* TestClock.adjust(4999)
      assert.strictEqual(yield* Fiber.join(second), yield* Fiber.join(first))
      yield* get("r")
      assert.strictEqual(refreshCount, 1)
    })
  )

  it.effect.each([
    { limit: 10_000, refreshes: 1 },
    { limit: 10_001, refreshes: 2 }
  ])(
    "refreshes $refreshes times for a caller whose joined refresh fails after 10 s, if an attempt may take $limit ms",
    ({ limit, refreshes }) =>
      Effect.gen(function* () {
        let refreshCount = 0
        const offline = new RequestError({ endpoint: "refresh", reason: new Offline() })
        const failing = Effect.suspend(() => {
          refreshCount++
          return Effect.delay(Effect.fail(offline), 12_000)
        })
        const { get } = refresherOf(() => failing, limit)
        yield* Effect.forkChild(Effect.exit(get("r")))
        yield* TestClock.adjust(2000)
        const joined = yield* Effect.forkChild(Effect.flip(get("r")))
        yield* TestClock.adjust(30_000)
        assert.strictEqual(yield* Fiber.join(joined), offline)
        assert.strictEqual(refreshCount, refreshes)
      })
  )

  it("keeps no token text after five seconds, without any further call", () => {
    vi.useFakeTimers()
    try {
      const kept = new Set<unknown>()
      const set = vi.spyOn(Map.prototype, "set").mockImplementation(function (this: Map<unknown, unknown>, key, value) {
        // Identifies the refresher's map by its redacted keys.
        if (Redacted.isRedacted(key)) kept.add(this)
        assert.isFalse(typeof key === "string" && key.includes("secret-"), "a token in clear")
        return originalSet.call(this, key, value)
      })
      const { get } = refresherOf((token) => Effect.sync(() => tokenIssuedAt(0, 600, token)))
      for (let i = 0; i < 10; i++) Effect.runSync(get(`secret-${i}`))
      set.mockRestore()
      const [map] = [...kept]
      assert.instanceOf(map, Map)
      assert.strictEqual(map.size, 10)
      vi.advanceTimersByTime(10_000)
      assert.strictEqual(map.size, 0)
      assert.strictEqual(vi.getTimerCount(), 0)
    } finally {
      vi.restoreAllMocks()
      vi.useRealTimers()
    }
  })

  it("does not keep a Node process alive with its timer", () => {
    const timers = vi.spyOn(globalThis, "setTimeout")
    Effect.runSync(refresherOf(() => Effect.sync(() => tokenIssuedAt(0))).get("r"))
    const started = timers.mock.results.map(({ value }) => value as NodeJS.Timeout)
    timers.mockRestore()
    assert.lengthOf(started, 1)
    assert.isTrue(started.every((timer) => !timer.hasRef()))
    started.forEach((timer) => clearTimeout(timer))
  })

  it.effect("removes only the given access token", () =>
    Effect.gen(function* () {
      let refreshCount = 0
      const { forget, get } = refresherOf(() => Effect.sync(() => tokenIssuedAt(0, 600, `${++refreshCount}`)))
      const first = yield* get("r")
      yield* forget("r", "another")
      yield* forget("other session", first)
      assert.strictEqual(yield* get("r"), first)
      yield* forget("r", first)
      assert.notStrictEqual(yield* get("r"), first)
    })
  )
})
