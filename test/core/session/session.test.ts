/** The session: its tokens, the responses that end it, and its subscribers. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import * as UsersApi from "../../../core/api/users/index.ts"
import { call } from "../../../core/call/call.ts"
import * as Session from "../../../core/session/session.ts"
import { TokenStore } from "../../../core/session/token-store.ts"
import { noTokens } from "../../../core/session/tokens.ts"
import { isRefresh, jwt, withScript, refreshResponse, userBody } from "../calling.ts"
import { knownError, ok, scripted } from "../scripted-transport.ts"
import { anotherStore, current, tokenIssuedAt, plain, refreshes, secretTokens, stored } from "./session-fixture.ts"

describe("The tokens of a session", () => {
  it.effect("are absent when the user is signed out, and no request is sent", () =>
    Effect.gen(function* () {
      const script = scripted()
      assert.deepStrictEqual(yield* current.pipe(withScript(script)), { refreshToken: null, accessToken: null })
    })
  )

  it.effect("are returned without a refresh while the access token lasts for more than 20 seconds", () =>
    Effect.gen(function* () {
      const accessToken = tokenIssuedAt(0)
      const script = scripted()
      yield* TestClock.setTime(600_000 - 20_001)
      const tokens = { refreshToken: "r", accessToken }
      assert.deepStrictEqual(yield* current.pipe(withScript(script, { tokens })), tokens)
    })
  )

  it.effect("are refreshed when the access token lasts for 20 seconds or less", () =>
    Effect.gen(function* () {
      for (const now of [600_000 - 20_000, 599_999, 600_000, 10_000_000]) {
        const script = scripted(ok(refreshResponse("fresh")))
        yield* TestClock.setTime(now)
        yield* Effect.gen(function* () {
          assert.deepStrictEqual(yield* current, { refreshToken: "r", accessToken: "fresh" })
          assert.deepStrictEqual(yield* stored, { refreshToken: "r", accessToken: "fresh" })
        }).pipe(withScript(script, { tokens: { refreshToken: "r", accessToken: tokenIssuedAt(0) } }))
      }
    })
  )

  it.effect("are refreshed when the access token is missing or malformed", () =>
    Effect.gen(function* () {
      for (const accessToken of [null, "", "null", "no-jwt", "a.b.c", "..", `${tokenIssuedAt(0)} `]) {
        const script = scripted(ok(refreshResponse(tokenIssuedAt(0))))
        const tokens = yield* current.pipe(withScript(script, { tokens: { refreshToken: "r", accessToken } }))
        assert.strictEqual(tokens.accessToken, tokenIssuedAt(0))
      }
    })
  )

  it.effect("never expire when the access token has no `exp` claim", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.UTC(2100, 0))
      const tokens = { refreshToken: "r", accessToken: jwt({ iat: 0 }) }
      assert.deepStrictEqual(yield* current.pipe(withScript(scripted(), { tokens })), tokens)
    })
  )

  it.effect("may be an access token alone, which is dropped when it expires", () =>
    Effect.gen(function* () {
      const tokens = { accessToken: tokenIssuedAt(0) }
      yield* Effect.gen(function* () {
        assert.deepStrictEqual(yield* current, { refreshToken: null, accessToken: tokenIssuedAt(0) })
        yield* TestClock.setTime(590_000)
        assert.deepStrictEqual(yield* current, { refreshToken: null, accessToken: null })
      }).pipe(withScript(scripted(), { tokens }))
    })
  )

  it.effect.each(["", "undefined", "null", " ", "a b", "a\nb", "a\r\nx-evil: 1", "ü", "\u0000", "x".repeat(100_000)])(
    "are absent when the store holds text that is not a token (%#)",
    (text) =>
      Effect.gen(function* () {
        const tokens = { refreshToken: text, accessToken: text }
        const none = { refreshToken: null, accessToken: null }
        assert.deepStrictEqual(yield* stored.pipe(withScript(scripted(), { tokens })), none)
        assert.deepStrictEqual(yield* current.pipe(withScript(scripted(), { tokens })), none)
      })
  )
})

describe("A session", () => {
  it.effect.each(["REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED", "PROVIDER_REJECTED"])(
    "ends when its refresh token is rejected with %s",
    (code) =>
      Effect.gen(function* () {
        const script = scripted(knownError(code, 401))
        yield* Effect.gen(function* () {
          assert.deepStrictEqual(yield* current, { refreshToken: null, accessToken: null })
          assert.deepStrictEqual(yield* stored, { refreshToken: null, accessToken: null })
          // The rejection is cached: other stores with this token send no request.
          const other = yield* anotherStore({ refreshToken: "r" })
          assert.deepStrictEqual(yield* other.tokens, noTokens)
          assert.deepStrictEqual(yield* other.stored, noTokens)
        }).pipe(withScript(script, { tokens: { refreshToken: "r", accessToken: tokenIssuedAt(-600) } }))
        assert.strictEqual(script.requests.length, 1)
      })
  )
})

describe("A rejected access token", () => {
  const refuse = (accessToken: string) =>
    Session.Session.use((session) => session.markRefused(Redacted.make(accessToken)))

  it.effect("is removed, and the next call refreshes it", () =>
    Effect.gen(function* () {
      const script = scripted(ok(refreshResponse(tokenIssuedAt(1))))
      yield* Effect.gen(function* () {
        yield* refuse(tokenIssuedAt(0))
        assert.deepStrictEqual(yield* stored, { refreshToken: "r", accessToken: null })
        assert.strictEqual((yield* current).accessToken, tokenIssuedAt(1))
      }).pipe(withScript(script, { tokens: { refreshToken: "r", accessToken: tokenIssuedAt(0) } }))
    })
  )

  it.effect("is removed from the refresher's cache, too", () =>
    Effect.gen(function* () {
      const script = scripted(ok(refreshResponse(tokenIssuedAt(0))), ok(refreshResponse(tokenIssuedAt(1))))
      yield* Effect.gen(function* () {
        yield* current
        yield* refuse(tokenIssuedAt(0))
        assert.strictEqual((yield* current).accessToken, tokenIssuedAt(1))
      }).pipe(withScript(script, { tokens: { refreshToken: "r" } }))
    })
  )

  it.effect("does not remove a newer one that is already stored", () =>
    Effect.gen(function* () {
      const script = scripted(ok(refreshResponse(tokenIssuedAt(1))))
      yield* Effect.gen(function* () {
        yield* current
        yield* refuse(tokenIssuedAt(0))
        assert.deepStrictEqual(yield* current, { refreshToken: "r", accessToken: tokenIssuedAt(1) })
      }).pipe(withScript(script, { tokens: { refreshToken: "r" } }))
      assert.strictEqual(refreshes(script), 1)
    })
  )

  it.effect("causes one refresh for 50 concurrent calls", () =>
    Effect.gen(function* () {
      const script = scripted((request) => {
        if (isRefresh(request)) return ok(refreshResponse(tokenIssuedAt(1)))
        return request.headers["x-stack-access-token"] === tokenIssuedAt(1)
          ? ok(userBody())
          : knownError("ACCESS_TOKEN_EXPIRED", 401, { expired_at_millis: null })
      })
      yield* Effect.all(
        Array.from({ length: 50 }, () => call(UsersApi.getMe)),
        { concurrency: "unbounded" }
      ).pipe(withScript(script, { tokens: { refreshToken: "r", accessToken: tokenIssuedAt(0) } }))
      assert.strictEqual(refreshes(script), 1)
    })
  )
})

describe("A subscriber of a session", () => {
  it.effect("is notified of every sign-in, refresh and sign-out, and of nothing else", () =>
    Effect.gen(function* () {
      const script = scripted(ok(refreshResponse(tokenIssuedAt(0))))
      let notifications = 0
      yield* Effect.gen(function* () {
        const session = yield* Session.Session
        const stop = session.subscribe(() => notifications++)
        yield* session.end
        assert.strictEqual(notifications, 0)
        yield* session.start(secretTokens("r", tokenIssuedAt(-600)))
        assert.strictEqual(notifications, 1)
        yield* session.tokens
        yield* session.tokens
        assert.strictEqual(notifications, 2)
        yield* session.end
        yield* session.end
        assert.strictEqual(notifications, 3)
        stop()
        stop()
        yield* session.start(secretTokens("r", tokenIssuedAt(0)))
        assert.strictEqual(notifications, 3)
      }).pipe(withScript(script))
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
      }).pipe(withScript(scripted()))
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
      }).pipe(withScript(scripted()))
      assert.deepStrictEqual(seen, [{ refreshToken: "a", accessToken: "b" }])
    })
  )
})

describe("The signed-out session", () => {
  it.effect("has no tokens and stores none", () =>
    Effect.gen(function* () {
      yield* Session.signedOut.start(secretTokens("a", "b"))
      yield* Session.signedOut.markRefused(Redacted.make("b"))
      yield* Session.signedOut.end
      assert.deepStrictEqual(yield* Session.signedOut.tokens, noTokens)
      assert.deepStrictEqual(yield* Session.signedOut.stored, noTokens)
      Session.signedOut.subscribe(() => assert.fail("nothing changes"))()
    })
  )
})
