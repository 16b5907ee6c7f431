/** Refreshes of a session: single flight, failures, changes during a refresh, and clocks that differ. */
import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Result from "effect/Result"
import * as TestClock from "effect/testing/TestClock"
import * as UsersApi from "../../../core/api/users/index.ts"
import type { RequestError } from "../../../core/errors/request-error.ts"
import { call } from "../../../core/call/call.ts"
import * as Session from "../../../core/session/session.ts"
import { DAY } from "../../durations.ts"
import { isRefresh, layerCalling, withScript, refreshResponse, userBody } from "../calling.ts"
import { type ScriptedResult, knownError, lost, ok, scripted, status, tooMany } from "../scripted-transport.ts"
import { anotherStore, current, tokenIssuedAt, plain, refreshes, secretTokens, stored } from "./session-fixture.ts"

describe("A refresh", () => {
  it.effect("is sent once for 50 concurrent callers", () =>
    Effect.gen(function* () {
      const script = scripted({ ...ok(refreshResponse(tokenIssuedAt(0))), afterMillis: 1000 })
      const fiber = yield* Effect.forkChild(
        Effect.all(
          Array.from({ length: 50 }, () => current),
          { concurrency: "unbounded" }
        ).pipe(withScript(script, { tokens: { refreshToken: "r" } }))
      )
      yield* TestClock.adjust(1000)
      const all = yield* Fiber.join(fiber)
      assert.strictEqual(refreshes(script), 1)
      assert.deepStrictEqual([...new Set(all.map(({ accessToken }) => accessToken))], [tokenIssuedAt(0)])
    })
  )

  it.effect("is sent once for 50 concurrent calls, which all send the fresh token", () =>
    Effect.gen(function* () {
      const script = scripted((request) =>
        isRefresh(request) ? ok(refreshResponse(tokenIssuedAt(0))) : ok(userBody())
      )
      yield* Effect.all(
        Array.from({ length: 50 }, () => call(UsersApi.getMe)),
        { concurrency: "unbounded" }
      ).pipe(withScript(script, { tokens: { refreshToken: "r", accessToken: tokenIssuedAt(-600) } }))
      assert.strictEqual(refreshes(script), 1)
      const others = script.requests.filter((request) => !isRefresh(request))
      const used = others.map(({ headers }) => headers["x-stack-access-token"])
      assert.deepStrictEqual(
        used,
        Array.from({ length: 50 }, () => tokenIssuedAt(0))
      )
    })
  )

  it.effect("is sent once for 50 stores with the same refresh token", () =>
    Effect.gen(function* () {
      const script = scripted({ ...ok(refreshResponse(tokenIssuedAt(0))), afterMillis: 1000 })
      yield* Effect.gen(function* () {
        const sessions = yield* Effect.all(
          Array.from({ length: 50 }, () => anotherStore({ refreshToken: "r", accessToken: tokenIssuedAt(-600) }))
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
        assert.deepStrictEqual([...new Set(accessTokens)], [tokenIssuedAt(0)])
      }).pipe(withScript(script))
      assert.strictEqual(refreshes(script), 1)
    })
  )

  it.effect("is sent separately for each refresh token", () =>
    Effect.gen(function* () {
      const script = scripted(({ body = "" }) =>
        ok(refreshResponse(`for-${new URLSearchParams(body).get("refresh_token")}`))
      )
      yield* Effect.gen(function* () {
        const [a, b] = yield* Effect.all([anotherStore({ refreshToken: "a" }), anotherStore({ refreshToken: "b" })])
        const [ofA, ofB] = yield* Effect.all([a.tokens, b.tokens], { concurrency: "unbounded" })
        assert.deepStrictEqual(plain(ofA), { refreshToken: "a", accessToken: "for-a" })
        assert.deepStrictEqual(plain(ofB), { refreshToken: "b", accessToken: "for-b" })
      }).pipe(withScript(script))
      assert.strictEqual(refreshes(script), 2)
    })
  )

  it.effect("continues when its first caller is interrupted", () =>
    Effect.gen(function* () {
      const script = scripted({ ...ok(refreshResponse(tokenIssuedAt(0))), afterMillis: 1000 })
      yield* Effect.gen(function* () {
        const first = yield* Effect.forkChild(current)
        yield* TestClock.adjust(100)
        const second = yield* Effect.forkChild(current)
        yield* TestClock.adjust(100)
        yield* Fiber.interrupt(first)
        yield* TestClock.adjust(800)
        assert.strictEqual((yield* Fiber.join(second)).accessToken, tokenIssuedAt(0))
      }).pipe(withScript(script, { tokens: { refreshToken: "r" } }))
      assert.strictEqual(refreshes(script), 1)
      assert.strictEqual(script.aborted(), 0)
    })
  )

  it.effect("is aborted when its last caller is interrupted, and the next call starts another", () =>
    Effect.gen(function* () {
      const script = scripted("never", ok(refreshResponse(tokenIssuedAt(0))))
      yield* Effect.gen(function* () {
        const waiting = yield* Effect.all([Effect.forkChild(current), Effect.forkChild(current)])
        yield* TestClock.adjust(100)
        yield* Fiber.interruptAll(waiting)
        assert.strictEqual(script.aborted(), 1)
        assert.strictEqual((yield* current).accessToken, tokenIssuedAt(0))
      }).pipe(withScript(script, { tokens: { refreshToken: "r" } }))
    })
  )

  it.effect("is not repeated while its access token lasts for more than 20 seconds", () =>
    Effect.gen(function* () {
      const script = scripted((request) => ok(refreshResponse(tokenIssuedAt(request.at / 1000))))
      yield* Effect.gen(function* () {
        for (const now of [0, 1, 300_000, 579_999]) {
          yield* TestClock.setTime(now)
          yield* current
        }
        assert.strictEqual(refreshes(script), 1)
        yield* TestClock.setTime(580_000)
        assert.strictEqual((yield* current).accessToken, tokenIssuedAt(580))
        assert.strictEqual(refreshes(script), 2)
      }).pipe(withScript(script, { tokens: { refreshToken: "r" } }))
    })
  )
})

const outages: ReadonlyArray<{ readonly name: string; readonly response: ScriptedResult }> = [
  { name: "500", response: status(500) },
  { name: "a response without a token", response: ok({}) },
  { name: "an empty token", response: ok(refreshResponse("")) },
  { name: "a page of a captive portal", response: ok("<html>") },
  { name: "a rate limit with a long Retry-After", response: tooMany("3600") },
  { name: "an unknown error", response: knownError("NEW_ERROR", 401) },
  { name: "a wrong key", response: knownError("INVALID_OAUTH_CLIENT_ID_OR_SECRET", 400, { client_id: "p" }) },
  { name: "an unknown project", response: knownError("PROJECT_NOT_FOUND", 404, { project_id: "p" }) }
]

describe("A failed refresh", () => {
  it.effect.each([...outages])("by $name leaves the session unchanged, and the next call succeeds", ({ response }) =>
    Effect.gen(function* () {
      const script = scripted(response, ok(refreshResponse(tokenIssuedAt(0))))
      const tokens = { refreshToken: "r", accessToken: tokenIssuedAt(-600) }
      yield* Effect.gen(function* () {
        assert.strictEqual((yield* Effect.flip(Session.Session.use((session) => session.tokens)))._tag, "RequestError")
        assert.deepStrictEqual(yield* stored, tokens)
        assert.strictEqual((yield* current).accessToken, tokenIssuedAt(0))
      }).pipe(withScript(script, { tokens }))
    })
  )

  it.effect("because of a lost connection is attempted five times, and succeeds once the connection is back", () =>
    Effect.gen(function* () {
      let down = true
      const script = scripted((): ScriptedResult => (down ? lost : ok(refreshResponse("fresh"))))
      yield* Effect.gen(function* () {
        const fiber = yield* Effect.forkChild(Effect.flip(Session.Session.use((session) => session.tokens)))
        yield* TestClock.adjust("1 minute")
        assert.strictEqual((yield* Fiber.join(fiber)).reason._tag, "NoConnection")
        assert.strictEqual(refreshes(script), 5)
        assert.strictEqual((yield* stored).refreshToken, "r")
        down = false
        assert.strictEqual((yield* current).accessToken, "fresh")
      }).pipe(withScript(script, { tokens: { refreshToken: "r" } }))
    })
  )

  it.effect("fails for all concurrent callers, with one request", () =>
    Effect.gen(function* () {
      const script = scripted({ ...status(500), afterMillis: 100 })
      const fiber = yield* Effect.forkChild(
        Effect.all(
          Array.from({ length: 50 }, () => Effect.flip(current)),
          { concurrency: "unbounded" }
        ).pipe(withScript(script, { tokens: { refreshToken: "r" } }))
      )
      yield* TestClock.adjust(100)
      assert.isTrue((yield* Fiber.join(fiber)).every(({ _tag }) => _tag === "RequestError"))
      assert.strictEqual(refreshes(script), 1)
    })
  )

  it.effect("is not retried again by the retries of the call that needed it", () =>
    Effect.gen(function* () {
      const script = scripted((): ScriptedResult => status(503))
      const fiber = yield* Effect.forkChild(
        Effect.flip(call(UsersApi.getMe)).pipe(withScript(script, { tokens: { refreshToken: "r" } }))
      )
      yield* TestClock.adjust("5 minutes")
      yield* Fiber.join(fiber)
      assert.strictEqual(script.requests.length, 5)
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
    }).pipe(Effect.provide(layerCalling(script, { tokens: { refreshToken: "r", accessToken: tokenIssuedAt(-600) } })))

  const isSessionChanged = (read: Result.Result<unknown, RequestError>) =>
    Result.isFailure(read) && read.failure.reason._tag === "SessionChanged"

  const signInAsOther = Session.Session.use((session) => session.start(secretTokens("other", "theirs")))

  it.effect("a sign-out keeps its effect", () =>
    Effect.gen(function* () {
      const script = scripted({ ...ok(refreshResponse(tokenIssuedAt(0))), afterMillis: 1000 })
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
      const script = scripted({ ...ok(refreshResponse(tokenIssuedAt(0))), afterMillis: 1000 })
      const { left, read } = yield* during(script, signInAsOther)
      assert.deepStrictEqual(left, { refreshToken: "other", accessToken: "theirs" })
      assert.isTrue(isSessionChanged(read))
    })
  )

  it.effect("a sign-in keeps its effect even when the old session is rejected", () =>
    Effect.gen(function* () {
      const script = scripted({ ...knownError("REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED", 401), afterMillis: 1000 })
      const { left, read } = yield* during(script, signInAsOther)
      assert.deepStrictEqual(left, { refreshToken: "other", accessToken: "theirs" })
      assert.isTrue(isSessionChanged(read))
    })
  )
})

describe("A client clock", () => {
  /**
   * A service whose clock differs from the client's by this much. It rejects tokens that are expired by its own clock.
   */
  const service = (offMillis: number) =>
    scripted((request) => {
      const theirs = Math.floor((request.at + offMillis) / 1000)
      if (isRefresh(request)) return ok(refreshResponse(tokenIssuedAt(theirs)))
      const [, claims = ""] = request.headers["x-stack-access-token"]?.split(".") ?? []
      const { exp } = JSON.parse(Buffer.from(claims, "base64url").toString()) as { readonly exp: number }
      return exp > theirs ? ok(userBody()) : knownError("ACCESS_TOKEN_EXPIRED", 401, { expired_at_millis: exp * 1000 })
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
      }).pipe(withScript(script, { tokens: { refreshToken: "r", accessToken: tokenIssuedAt(start) } }))
      assert.isAtMost(refreshes(script), 7)
      assert.strictEqual(script.requests.length - refreshes(script) - 120 <= 7, true)
    })
  )
})
