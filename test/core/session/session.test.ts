/** The session: its tokens, single flight of refreshes, and the responses that end it. */
import { assert, describe, it, vi } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as TestClock from "effect/testing/TestClock"
import * as UsersApi from "../../../core/api/users/index.ts"
import type { RequestError } from "../../../core/errors/request-error.ts"
import { call } from "../../../core/call/call.ts"
import * as Refresher from "../../../core/session/refresher.ts"
import * as Session from "../../../core/session/session.ts"
import { TokenStore } from "../../../core/session/token-store.ts"
import { layerFixed } from "../../../core/session/token-store-memory.ts"
import { noTokens, type Tokens } from "../../../core/session/tokens.ts"
import { isRefresh, jwt, layerCalling, over, refreshed, userBody } from "../calling.ts"
import { type Answer, known, lost, ok, scripted, status, tooMany } from "../scripted-transport.ts"

/** An access token issued at second `iat` that lasts ten minutes by default. */
const issued = (iat: number, life = 600, mark = "") => jwt({ iat, exp: iat + life, mark })

const plain = ({ accessToken, refreshToken }: Tokens) => ({
  refreshToken: refreshToken && Redacted.value(refreshToken),
  accessToken: accessToken && Redacted.value(accessToken)
})
const secretTokens = (refreshToken: string, accessToken: string): Tokens => ({
  refreshToken: Redacted.make(refreshToken),
  accessToken: Redacted.make(accessToken)
})

const current = Effect.map(
  Session.Session.use((session) => session.tokens),
  plain
)
const stored = Effect.map(
  Session.Session.use((session) => session.stored),
  plain
)
const refreshes = (script: ReturnType<typeof scripted>) => script.requests.filter(isRefresh).length

/** A session over another store with the same refresh token and the same refresher. */
const anotherStore = (tokens: Parameters<typeof layerFixed>[0]) =>
  Effect.map(
    Effect.scoped(Layer.build(Layer.fresh(Session.layer.pipe(Layer.provide(layerFixed(tokens)))))),
    (context) => Context.get(context, Session.Session)
  )

describe("The tokens of a session", () => {
  it.effect("are absent when the user is signed out, and no request is sent", () =>
    Effect.gen(function* () {
      const script = scripted()
      assert.deepStrictEqual(yield* current.pipe(over(script)), { refreshToken: null, accessToken: null })
    })
  )

  it.effect("are returned without a refresh while the access token lasts for more than 20 seconds", () =>
    Effect.gen(function* () {
      const accessToken = issued(0)
      const script = scripted()
      yield* TestClock.setTime(600_000 - 20_001)
      const tokens = { refreshToken: "r", accessToken }
      assert.deepStrictEqual(yield* current.pipe(over(script, { tokens })), tokens)
    })
  )

  it.effect("are refreshed when the access token lasts for 20 seconds or less", () =>
    Effect.gen(function* () {
      for (const now of [600_000 - 20_000, 599_999, 600_000, 10_000_000]) {
        const script = scripted(ok(refreshed("fresh")))
        yield* TestClock.setTime(now)
        yield* Effect.gen(function* () {
          assert.deepStrictEqual(yield* current, { refreshToken: "r", accessToken: "fresh" })
          assert.deepStrictEqual(yield* stored, { refreshToken: "r", accessToken: "fresh" })
        }).pipe(over(script, { tokens: { refreshToken: "r", accessToken: issued(0) } }))
      }
    })
  )

  it.effect("are refreshed when the access token is missing or malformed", () =>
    Effect.gen(function* () {
      for (const accessToken of [null, "", "null", "no-jwt", "a.b.c", "..", `${issued(0)} `]) {
        const script = scripted(ok(refreshed(issued(0))))
        const tokens = yield* current.pipe(over(script, { tokens: { refreshToken: "r", accessToken } }))
        assert.strictEqual(tokens.accessToken, issued(0))
      }
    })
  )

  it.effect("never expire when the access token has no `exp` claim", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.UTC(2100, 0))
      const tokens = { refreshToken: "r", accessToken: jwt({ iat: 0 }) }
      assert.deepStrictEqual(yield* current.pipe(over(scripted(), { tokens })), tokens)
    })
  )

  it.effect("may be an access token alone, which is dropped when it expires", () =>
    Effect.gen(function* () {
      const tokens = { accessToken: issued(0) }
      yield* Effect.gen(function* () {
        assert.deepStrictEqual(yield* current, { refreshToken: null, accessToken: issued(0) })
        yield* TestClock.setTime(590_000)
        assert.deepStrictEqual(yield* current, { refreshToken: null, accessToken: null })
      }).pipe(over(scripted(), { tokens }))
    })
  )

  it.effect.each(["", "undefined", "null", " ", "a b", "a\nb", "a\r\nx-evil: 1", "ü", "\u0000", "x".repeat(100_000)])(
    "are absent when the store holds text that is not a token (%#)",
    (text) =>
      Effect.gen(function* () {
        const tokens = { refreshToken: text, accessToken: text }
        const none = { refreshToken: null, accessToken: null }
        assert.deepStrictEqual(yield* stored.pipe(over(scripted(), { tokens })), none)
        assert.deepStrictEqual(yield* current.pipe(over(scripted(), { tokens })), none)
      })
  )
})

describe("A refresh", () => {
  it.effect("is sent once for 50 concurrent callers", () =>
    Effect.gen(function* () {
      const script = scripted({ ...ok(refreshed(issued(0))), afterMillis: 1000 })
      const fiber = yield* Effect.forkChild(
        Effect.all(
          Array.from({ length: 50 }, () => current),
          { concurrency: "unbounded" }
        ).pipe(over(script, { tokens: { refreshToken: "r" } }))
      )
      yield* TestClock.adjust(1000)
      const all = yield* Fiber.join(fiber)
      assert.strictEqual(refreshes(script), 1)
      assert.deepStrictEqual([...new Set(all.map(({ accessToken }) => accessToken))], [issued(0)])
    })
  )

  it.effect("is sent once for 50 concurrent calls, which all send the fresh token", () =>
    Effect.gen(function* () {
      const script = scripted((request) => (isRefresh(request) ? ok(refreshed(issued(0))) : ok(userBody())))
      yield* Effect.all(
        Array.from({ length: 50 }, () => call(UsersApi.getMe)),
        { concurrency: "unbounded" }
      ).pipe(over(script, { tokens: { refreshToken: "r", accessToken: issued(-600) } }))
      assert.strictEqual(refreshes(script), 1)
      const others = script.requests.filter((request) => !isRefresh(request))
      const used = others.map(({ headers }) => headers["x-stack-access-token"])
      assert.deepStrictEqual(
        used,
        Array.from({ length: 50 }, () => issued(0))
      )
    })
  )

  it.effect("is sent once for 50 stores with the same refresh token", () =>
    Effect.gen(function* () {
      const script = scripted({ ...ok(refreshed(issued(0))), afterMillis: 1000 })
      yield* Effect.gen(function* () {
        const sessions = yield* Effect.all(
          Array.from({ length: 50 }, () => anotherStore({ refreshToken: "r", accessToken: issued(-600) }))
        )
        const fiber = yield* Effect.forkChild(
          Effect.all(
            sessions.map(({ tokens }) => tokens),
            { concurrency: "unbounded" }
          )
        )
        yield* TestClock.adjust(1000)
        const all = yield* Fiber.join(fiber)
        // A later store uses the same result.
        const late = yield* (yield* anotherStore({ refreshToken: "r" })).tokens
        const accessTokens = [...all, late].map((tokens) => plain(tokens).accessToken)
        assert.deepStrictEqual([...new Set(accessTokens)], [issued(0)])
      }).pipe(over(script))
      assert.strictEqual(refreshes(script), 1)
    })
  )

  it.effect("is sent separately for each refresh token", () =>
    Effect.gen(function* () {
      const script = scripted(({ body = "" }) => ok(refreshed(`for-${new URLSearchParams(body).get("refresh_token")}`)))
      yield* Effect.gen(function* () {
        const [a, b] = yield* Effect.all([anotherStore({ refreshToken: "a" }), anotherStore({ refreshToken: "b" })])
        const [ofA, ofB] = yield* Effect.all([a.tokens, b.tokens], { concurrency: "unbounded" })
        assert.deepStrictEqual(plain(ofA), { refreshToken: "a", accessToken: "for-a" })
        assert.deepStrictEqual(plain(ofB), { refreshToken: "b", accessToken: "for-b" })
      }).pipe(over(script))
      assert.strictEqual(refreshes(script), 2)
    })
  )

  it.effect("continues when its first caller is interrupted", () =>
    Effect.gen(function* () {
      const script = scripted({ ...ok(refreshed(issued(0))), afterMillis: 1000 })
      yield* Effect.gen(function* () {
        const first = yield* Effect.forkChild(current)
        yield* TestClock.adjust(100)
        const second = yield* Effect.forkChild(current)
        yield* TestClock.adjust(100)
        yield* Fiber.interrupt(first)
        yield* TestClock.adjust(800)
        assert.strictEqual((yield* Fiber.join(second)).accessToken, issued(0))
      }).pipe(over(script, { tokens: { refreshToken: "r" } }))
      assert.strictEqual(refreshes(script), 1)
      assert.strictEqual(script.aborted(), 0)
    })
  )

  it.effect("is aborted when its last caller is interrupted, and the next call starts another", () =>
    Effect.gen(function* () {
      const script = scripted("never", ok(refreshed(issued(0))))
      yield* Effect.gen(function* () {
        const waiting = yield* Effect.all([Effect.forkChild(current), Effect.forkChild(current)])
        yield* TestClock.adjust(100)
        yield* Fiber.interruptAll(waiting)
        assert.strictEqual(script.aborted(), 1)
        assert.strictEqual((yield* current).accessToken, issued(0))
      }).pipe(over(script, { tokens: { refreshToken: "r" } }))
    })
  )

  it.effect("is not repeated while its access token lasts for more than 20 seconds", () =>
    Effect.gen(function* () {
      const script = scripted((request) => ok(refreshed(issued(request.at / 1000))))
      yield* Effect.gen(function* () {
        for (const now of [0, 1, 300_000, 579_999]) {
          yield* TestClock.setTime(now)
          yield* current
        }
        assert.strictEqual(refreshes(script), 1)
        yield* TestClock.setTime(580_000)
        assert.strictEqual((yield* current).accessToken, issued(580))
        assert.strictEqual(refreshes(script), 2)
      }).pipe(over(script, { tokens: { refreshToken: "r" } }))
    })
  )
})

const outages: ReadonlyArray<{ readonly name: string; readonly answer: Answer }> = [
  { name: "500", answer: status(500) },
  { name: "a response without a token", answer: ok({}) },
  { name: "an empty token", answer: ok(refreshed("")) },
  { name: "a page of a captive portal", answer: ok("<html>") },
  { name: "a rate limit with a long Retry-After", answer: tooMany("3600") },
  { name: "an unknown error", answer: known("NEW_ERROR", 401) },
  { name: "a wrong key", answer: known("INVALID_OAUTH_CLIENT_ID_OR_SECRET", 400, { client_id: "p" }) },
  { name: "an unknown project", answer: known("PROJECT_NOT_FOUND", 404, { project_id: "p" }) }
]

describe("A failed refresh", () => {
  it.effect.each([...outages])("by $name leaves the session unchanged, and the next call succeeds", ({ answer }) =>
    Effect.gen(function* () {
      const script = scripted(answer, ok(refreshed(issued(0))))
      const tokens = { refreshToken: "r", accessToken: issued(-600) }
      yield* Effect.gen(function* () {
        assert.strictEqual((yield* Effect.flip(Session.Session.use((session) => session.tokens)))._tag, "RequestError")
        assert.deepStrictEqual(yield* stored, tokens)
        assert.strictEqual((yield* current).accessToken, issued(0))
      }).pipe(over(script, { tokens }))
    })
  )

  it.effect("because of a lost connection is attempted five times, and succeeds once the connection is back", () =>
    Effect.gen(function* () {
      let down = true
      const script = scripted((): Answer => (down ? lost : ok(refreshed("fresh"))))
      yield* Effect.gen(function* () {
        const fiber = yield* Effect.forkChild(Effect.flip(Session.Session.use((session) => session.tokens)))
        yield* TestClock.adjust("1 minute")
        assert.strictEqual((yield* Fiber.join(fiber)).reason._tag, "NoConnection")
        assert.strictEqual(refreshes(script), 5)
        assert.strictEqual((yield* stored).refreshToken, "r")
        down = false
        assert.strictEqual((yield* current).accessToken, "fresh")
      }).pipe(over(script, { tokens: { refreshToken: "r" } }))
    })
  )

  it.effect("fails for all concurrent callers, with one request", () =>
    Effect.gen(function* () {
      const script = scripted({ ...status(500), afterMillis: 100 })
      const fiber = yield* Effect.forkChild(
        Effect.all(
          Array.from({ length: 50 }, () => Effect.flip(current)),
          { concurrency: "unbounded" }
        ).pipe(over(script, { tokens: { refreshToken: "r" } }))
      )
      yield* TestClock.adjust(100)
      assert.isTrue((yield* Fiber.join(fiber)).every(({ _tag }) => _tag === "RequestError"))
      assert.strictEqual(refreshes(script), 1)
    })
  )

  it.effect("is not retried again by the retries of the call that needed it", () =>
    Effect.gen(function* () {
      const script = scripted((): Answer => status(503))
      const fiber = yield* Effect.forkChild(
        Effect.flip(call(UsersApi.getMe)).pipe(over(script, { tokens: { refreshToken: "r" } }))
      )
      yield* TestClock.adjust("5 minutes")
      yield* Fiber.join(fiber)
      assert.strictEqual(script.requests.length, 5)
    })
  )
})

describe("A session ends only when the service rejects its refresh token:", () => {
  it.effect.each(["REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED", "PROVIDER_REJECTED"])("%s", (code) =>
    Effect.gen(function* () {
      const script = scripted(known(code, 401))
      yield* Effect.gen(function* () {
        assert.deepStrictEqual(yield* current, { refreshToken: null, accessToken: null })
        assert.deepStrictEqual(yield* stored, { refreshToken: null, accessToken: null })
        // The rejection is cached: other stores with this token send no request.
        const other = yield* anotherStore({ refreshToken: "r" })
        assert.deepStrictEqual(yield* other.tokens, noTokens)
        assert.deepStrictEqual(yield* other.stored, noTokens)
      }).pipe(over(script, { tokens: { refreshToken: "r", accessToken: issued(-600) } }))
      assert.strictEqual(script.requests.length, 1)
    })
  )
})

describe("During a refresh", () => {
  const during = (script: ReturnType<typeof scripted>, change: Effect.Effect<void, RequestError, Session.Session>) =>
    Effect.gen(function* () {
      const waiting = yield* Effect.forkChild(current)
      yield* TestClock.adjust(100)
      yield* change
      yield* TestClock.adjust(900)
      return { read: yield* Effect.result(Fiber.join(waiting)), left: yield* stored }
    }).pipe(Effect.provide(layerCalling(script, { tokens: { refreshToken: "r", accessToken: issued(-600) } })))

  const isSessionChanged = (read: Result.Result<unknown, RequestError>) =>
    Result.isFailure(read) && read.failure.reason._tag === "SessionChanged"

  const signInAsOther = Session.Session.use((session) => session.start(secretTokens("other", "theirs")))

  it.effect("a sign-out keeps its effect", () =>
    Effect.gen(function* () {
      const script = scripted({ ...ok(refreshed(issued(0))), afterMillis: 1000 })
      const { left, read } = yield* during(
        script,
        Session.Session.use((session) => session.end)
      )
      assert.deepStrictEqual(left, { refreshToken: null, accessToken: null })
      assert.deepStrictEqual(read, Result.succeed(left), "the user is signed out")
    })
  )

  it.effect("a sign-in as another user keeps its effect", () =>
    Effect.gen(function* () {
      const script = scripted({ ...ok(refreshed(issued(0))), afterMillis: 1000 })
      const { left, read } = yield* during(script, signInAsOther)
      assert.deepStrictEqual(left, { refreshToken: "other", accessToken: "theirs" })
      assert.isTrue(isSessionChanged(read))
    })
  )

  it.effect("a sign-in keeps its effect even when the old session is rejected", () =>
    Effect.gen(function* () {
      const script = scripted({ ...known("REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED", 401), afterMillis: 1000 })
      const { left, read } = yield* during(script, signInAsOther)
      assert.deepStrictEqual(left, { refreshToken: "other", accessToken: "theirs" })
      assert.isTrue(isSessionChanged(read))
    })
  )
})

describe("A rejected access token", () => {
  const refuse = (accessToken: string) => Session.Session.use((session) => session.refused(Redacted.make(accessToken)))

  it.effect("is removed, and the next call refreshes it", () =>
    Effect.gen(function* () {
      const script = scripted(ok(refreshed(issued(1))))
      yield* Effect.gen(function* () {
        yield* refuse(issued(0))
        assert.deepStrictEqual(yield* stored, { refreshToken: "r", accessToken: null })
        assert.strictEqual((yield* current).accessToken, issued(1))
      }).pipe(over(script, { tokens: { refreshToken: "r", accessToken: issued(0) } }))
    })
  )

  it.effect("is removed from the refresher's cache, too", () =>
    Effect.gen(function* () {
      const script = scripted(ok(refreshed(issued(0))), ok(refreshed(issued(1))))
      yield* Effect.gen(function* () {
        yield* current
        yield* refuse(issued(0))
        assert.strictEqual((yield* current).accessToken, issued(1))
      }).pipe(over(script, { tokens: { refreshToken: "r" } }))
    })
  )

  it.effect("does not remove a newer one that is already stored", () =>
    Effect.gen(function* () {
      const script = scripted(ok(refreshed(issued(1))))
      yield* Effect.gen(function* () {
        yield* current
        yield* refuse(issued(0))
        assert.deepStrictEqual(yield* current, { refreshToken: "r", accessToken: issued(1) })
      }).pipe(over(script, { tokens: { refreshToken: "r" } }))
      assert.strictEqual(refreshes(script), 1)
    })
  )

  it.effect("causes one refresh for 50 concurrent calls", () =>
    Effect.gen(function* () {
      const script = scripted((request) => {
        if (isRefresh(request)) return ok(refreshed(issued(1)))
        return request.headers["x-stack-access-token"] === issued(1)
          ? ok(userBody())
          : known("ACCESS_TOKEN_EXPIRED", 401, { expired_at_millis: null })
      })
      yield* Effect.all(
        Array.from({ length: 50 }, () => call(UsersApi.getMe)),
        { concurrency: "unbounded" }
      ).pipe(over(script, { tokens: { refreshToken: "r", accessToken: issued(0) } }))
      assert.strictEqual(refreshes(script), 1)
    })
  )
})

describe("A client clock", () => {
  const DAY = 86_400_000

  /** A service whose clock differs from the client's by this much. It rejects tokens that are expired by its own clock. */
  const service = (offMillis: number) =>
    scripted((request) => {
      const theirs = Math.floor((request.at + offMillis) / 1000)
      if (isRefresh(request)) return ok(refreshed(issued(theirs)))
      const [, claims = ""] = request.headers["x-stack-access-token"]?.split(".") ?? []
      const { exp } = JSON.parse(Buffer.from(claims, "base64url").toString()) as { readonly exp: number }
      return exp > theirs ? ok(userBody()) : known("ACCESS_TOKEN_EXPIRED", 401, { expired_at_millis: exp * 1000 })
    })

  it.effect.each([
    { name: "a day behind", off: DAY },
    { name: "a day ahead", off: -DAY },
    { name: "exact", off: 0 },
    { name: "five minutes behind", off: 300_000 },
    { name: "five minutes ahead", off: -300_000 }
  ])("that is $name causes at most one refresh for each token lifetime", ({ off }) =>
    Effect.gen(function* () {
      yield* TestClock.setTime(10 * DAY)
      const script = service(off)
      const start = Math.floor(((yield* Clock.currentTimeMillis) + off) / 1000)
      yield* Effect.gen(function* () {
        for (let minute = 0; minute < 60; minute++) {
          yield* call(UsersApi.getMe)
          yield* call(UsersApi.getMe)
          yield* TestClock.adjust("1 minute")
        }
      }).pipe(over(script, { tokens: { refreshToken: "r", accessToken: issued(start) } }))
      assert.isAtMost(refreshes(script), 7)
      assert.strictEqual(script.requests.length - refreshes(script) - 120 <= 7, true)
    })
  )
})

const originalSet = Map.prototype.set

const refresherOf = (refresh: (token: string) => Effect.Effect<string, Refresher.SessionEnded | RequestError>) => {
  const { forget, get } = Refresher.make((token) =>
    Effect.map(refresh(Redacted.value(token)), (text) => Redacted.make(text))
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
          return issued(0, 600, token)
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
          return issued(1_000_000, 100)
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
          return issued(0, 20)
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
      const { get } = refresherOf(() => Effect.sync(() => issued(0, 600, `${++refreshCount}`)))
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
          Effect.sync(() => issued(0, 600, `${++refreshCount}`)),
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
      const { get } = refresherOf((token) => Effect.sync(() => issued(0, 600, token)))
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
    Effect.runSync(refresherOf(() => Effect.sync(() => issued(0))).get("r"))
    const started = timers.mock.results.map(({ value }) => value as NodeJS.Timeout)
    timers.mockRestore()
    assert.lengthOf(started, 1)
    assert.isTrue(started.every((timer) => !timer.hasRef()))
    started.forEach((timer) => clearTimeout(timer))
  })

  it.effect("removes only the given access token", () =>
    Effect.gen(function* () {
      let refreshCount = 0
      const { forget, get } = refresherOf(() => Effect.sync(() => issued(0, 600, `${++refreshCount}`)))
      const first = yield* get("r")
      yield* forget("r", "another")
      yield* forget("other session", first)
      assert.strictEqual(yield* get("r"), first)
      yield* forget("r", first)
      assert.notStrictEqual(yield* get("r"), first)
    })
  )
})

describe("A subscriber of a session", () => {
  it.effect("is notified of every sign-in, refresh and sign-out, and of nothing else", () =>
    Effect.gen(function* () {
      const script = scripted(ok(refreshed(issued(0))))
      let notifications = 0
      yield* Effect.gen(function* () {
        const session = yield* Session.Session
        const stop = session.subscribe(() => notifications++)
        yield* session.end
        assert.strictEqual(notifications, 0)
        yield* session.start(secretTokens("r", issued(-600)))
        assert.strictEqual(notifications, 1)
        yield* session.tokens
        yield* session.tokens
        assert.strictEqual(notifications, 2)
        yield* session.end
        yield* session.end
        assert.strictEqual(notifications, 3)
        stop()
        stop()
        yield* session.start(secretTokens("r", issued(0)))
        assert.strictEqual(notifications, 3)
      }).pipe(over(script))
    })
  )

  it.effect("that subscribes twice is notified twice, and each subscription ends separately", () =>
    Effect.gen(function* () {
      let notifications = 0
      const listener = () => void notifications++
      yield* Effect.gen(function* () {
        const session = yield* Session.Session
        const stop = session.subscribe(listener)
        session.subscribe(listener)
        yield* session.start(secretTokens("a", "b"))
        assert.strictEqual(notifications, 2)
        stop()
        yield* session.end
        assert.strictEqual(notifications, 3)
      }).pipe(over(scripted()))
    })
  )

  it.effect("reads the new tokens when it is notified", () =>
    Effect.gen(function* () {
      const seen: Array<unknown> = []
      yield* Effect.gen(function* () {
        const session = yield* Session.Session
        const store = yield* TokenStore
        session.subscribe(() => seen.push(plain(Effect.runSync(store.get))))
        yield* session.start(secretTokens("a", "b"))
      }).pipe(over(scripted()))
      assert.deepStrictEqual(seen, [{ refreshToken: "a", accessToken: "b" }])
    })
  )
})

describe("The signed-out session", () => {
  it.effect("has no tokens and stores none", () =>
    Effect.gen(function* () {
      yield* Session.signedOut.start(secretTokens("a", "b"))
      yield* Session.signedOut.refused(Redacted.make("b"))
      yield* Session.signedOut.end
      assert.deepStrictEqual(yield* Session.signedOut.tokens, noTokens)
      assert.deepStrictEqual(yield* Session.signedOut.stored, noTokens)
      Session.signedOut.subscribe(() => assert.fail("nothing changes"))()
    })
  )
})
