/** Minimum token lifetimes, sessions bound to one user, and sessions without a token store. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import * as UsersApi from "../../../core/api/users/index.ts"
import { TokensNotStored } from "../../../core/errors/request-error.ts"
import { call } from "../../../core/call/call.ts"
import { Refresher } from "../../../core/session/refresher.ts"
import * as Session from "../../../core/session/session.ts"
import { tokensLasting } from "../../../core/session/session.ts"
import { none, TokenStore } from "../../../core/session/token-store.ts"
import { noTokens, type Tokens } from "../../../core/session/tokens.ts"
import { jwt, withScript, refreshResponse, userBody } from "../calling.ts"
import { lost, ok, scripted } from "../scripted-transport.ts"

const tokenOf = (sub: string, iat = 0) => jwt({ sub, iat, exp: iat + 600 })
const tokensOf = (sub: string): Tokens => ({
  refreshToken: Redacted.make(`refresh-${sub}`),
  accessToken: Redacted.make(tokenOf(sub))
})
const plain = ({ accessToken, refreshToken }: Tokens) => [
  refreshToken && Redacted.value(refreshToken),
  accessToken && Redacted.value(accessToken)
]

describe("An access token with a minimum lifetime", () => {
  it.effect("is refreshed when the stored one expires sooner", () =>
    Effect.gen(function* () {
      const script = scripted(({ at }) => ok(refreshResponse(tokenOf("a", at / 1000))))
      yield* Effect.gen(function* () {
        const session = yield* Session.Session
        const first = yield* session.tokens
        yield* TestClock.setTime(600_000 - 50_000)
        assert.deepStrictEqual(yield* tokensLasting(49_999), first)
        assert.strictEqual(script.requests.length, 1)
        assert.deepStrictEqual(plain(yield* tokensLasting(50_000)), ["r", tokenOf("a", 550)])
        assert.strictEqual(script.requests.length, 2)
      }).pipe(withScript(script, { tokens: { refreshToken: "r" } }))
    })
  )

  it.effect.each([60_000, 60_001, Number.POSITIVE_INFINITY, Number.NaN])("cannot be requested for %s ms", (millis) =>
    Effect.gen(function* () {
      const failure = yield* Effect.flip(tokensLasting(millis))
      assert.deepInclude(failure, { _tag: "TokenLifeTooLong", millis })
      assert.include(failure.message, "60000")
    }).pipe(withScript(scripted(), { tokens: { refreshToken: "r" } }))
  )

  it.effect("can be requested for 59,999 ms, and is refreshed each time when the service's tokens are shorter", () =>
    Effect.gen(function* () {
      const script = scripted(() => ok(refreshResponse(jwt({ iat: 0, exp: 30 }))))
      yield* Effect.gen(function* () {
        const session = yield* Session.Session
        yield* tokensLasting(59_999)
        yield* tokensLasting(59_999)
        yield* session.tokens
      }).pipe(withScript(script, { tokens: { refreshToken: "r" } }))
      assert.strictEqual(script.requests.length, 2)
    })
  )
})

describe("A session bound to one user", () => {
  const withSession = <A, E>(use: (session: Session.Session["Service"]) => Effect.Effect<A, E>) =>
    Session.Session.use(use).pipe(withScript(scripted()))
  const isChanged = (failure: { readonly _tag: string; readonly reason?: { readonly _tag: string } }) =>
    failure._tag === "RequestError" && failure.reason?._tag === "SessionChanged"

  it.effect("returns no tokens of another user who has signed in since", () =>
    withSession((session) =>
      Effect.gen(function* () {
        const own = Session.sessionOf(session, "a")
        yield* session.start(tokensOf("a"))
        assert.deepStrictEqual(yield* own.tokens, yield* session.tokens)
        yield* session.start(tokensOf("b"))
        assert.isTrue(isChanged(yield* Effect.flip(own.tokens)))
        assert.isTrue(isChanged(yield* Effect.flip(own.tokensLasting(1000))))
        assert.deepStrictEqual(yield* own.stored, noTokens)
      })
    )
  )

  it.effect("is usable again when that user signs in again with other tokens", () =>
    withSession((session) =>
      Effect.gen(function* () {
        const own = Session.sessionOf(session, "a")
        yield* session.start(tokensOf("b"))
        yield* session.start({ ...tokensOf("a"), refreshToken: Redacted.make("another") })
        assert.strictEqual(plain(yield* own.tokens)[0], "another")
        yield* session.end
        assert.deepStrictEqual(yield* own.tokens, noTokens)
      })
    )
  )

  it.effect("does not end the session of another user", () =>
    withSession((session) =>
      Effect.gen(function* () {
        const own = Session.sessionOf(session, "a")
        yield* session.start(tokensOf("b"))
        yield* own.end
        assert.deepStrictEqual(plain(yield* session.stored), plain(tokensOf("b")))
        yield* session.start(tokensOf("a"))
        yield* own.end
        assert.deepStrictEqual(yield* session.stored, noTokens)
      })
    )
  )

  it.effect.each([
    { of: "another user", sub: "b", remaining: "refresh-a" },
    { of: "that user", sub: "a", remaining: null }
  ])("ends a session without an access token only if the refreshed one is of that user: $of", ({ remaining, sub }) =>
    Effect.gen(function* () {
      const session = yield* Session.Session
      yield* session.start({ ...tokensOf("a"), accessToken: null })
      const ended = yield* Session.sessionOf(session, "a").end
      assert.strictEqual(plain(yield* session.stored)[0], remaining)
      assert.strictEqual(plain(ended)[0], remaining === null ? "refresh-a" : null)
    }).pipe(withScript(scripted(ok(refreshResponse(tokenOf(sub))))))
  )

  it.effect("ends a session without an access token if the service does not respond within 3 s", () =>
    Effect.gen(function* () {
      const session = yield* Session.Session
      yield* session.start({ ...tokensOf("a"), accessToken: null })
      const ending = yield* Effect.forkChild(Session.sessionOf(session, "a").end)
      yield* TestClock.adjust(2999)
      assert.strictEqual(plain(yield* session.stored)[0], "refresh-a")
      yield* TestClock.adjust(1)
      assert.strictEqual(plain(yield* Fiber.join(ending))[0], "refresh-a")
      assert.deepStrictEqual(yield* session.stored, noTokens)
    }).pipe(withScript(scripted(() => lost)))
  )

  it.effect("leaves a session that another user starts while it is refreshed to be ended", () =>
    Effect.gen(function* () {
      const session = yield* Session.Session
      yield* session.start({ ...tokensOf("a"), accessToken: null })
      const ending = yield* Effect.forkChild(Session.sessionOf(session, "a").end)
      yield* TestClock.adjust(500)
      yield* session.start(tokensOf("b"))
      yield* TestClock.adjust(3000)
      assert.deepStrictEqual(yield* Fiber.join(ending), noTokens)
      assert.deepStrictEqual(plain(yield* session.stored), plain(tokensOf("b")))
    }).pipe(withScript(scripted(() => lost)))
  )

  it.effect.each([jwt({}), jwt({ sub: 1 }), jwt({ sub: null }), jwt({ sub: "A" }), "no-jwt", "a.bnVsbA.c"])(
    "rejects a token without that user's id (%#)",
    (accessToken) =>
      withSession((session) =>
        Effect.gen(function* () {
          yield* session.start({ refreshToken: null, accessToken: Redacted.make(accessToken) })
          const found = yield* Effect.result(Session.sessionOf(session, "a").tokens)
          // A malformed token counts as no token, so the user is signed out.
          assert.isTrue(found._tag === "Failure" ? isChanged(found.failure) : found.success === noTokens)
        })
      )
  )

  it.effect("sends no request with the tokens of another user, even for a call that has already started", () =>
    Effect.gen(function* () {
      const script = scripted(({ headers }) => ok(userBody({ display_name: headers["x-stack-access-token"] ?? "" })))
      yield* Effect.gen(function* () {
        const session = yield* Session.Session
        yield* session.start(tokensOf("b"))
        const asA = Effect.provideService(
          call(UsersApi.updateMe, { body: { displayName: "Ada" } }),
          Session.Session,
          Session.sessionOf(session, "a")
        )
        assert.isTrue(isChanged(yield* Effect.flip(asA)))
        assert.strictEqual(script.requests.length, 0)
      }).pipe(withScript(script))
    })
  )
})

describe("A sign-in over an existing session", () => {
  it.effect("replaces both of its tokens", () =>
    Effect.gen(function* () {
      const session = yield* Session.Session
      yield* session.start({ refreshToken: Redacted.make("planted"), accessToken: Redacted.make(tokenOf("b")) })
      yield* session.start({ refreshToken: Redacted.make("mine"), accessToken: null })
      assert.deepStrictEqual(plain(yield* session.stored), ["mine", null])
      assert.deepStrictEqual(plain(yield* session.tokens), ["mine", tokenOf("a")])
    }).pipe(withScript(scripted(ok(refreshResponse(tokenOf("a"))))))
  )
})

describe("Without a token store", () => {
  const session = Effect.map(Refresher, (refresher) => Session.make(none, refresher))

  it.effect("the user is signed out, and a sign-in fails", () =>
    Effect.gen(function* () {
      const signedOut = yield* session
      assert.deepStrictEqual(yield* signedOut.tokens, noTokens)
      const failure = yield* Effect.flip(signedOut.start(tokensOf("a")))
      assert.deepInclude(failure.reason, { _tag: "TokensNotStored", problem: "no-store" })
      assert.notInclude(JSON.stringify(failure) + failure.message, "refresh-a")
      yield* signedOut.end
      signedOut.subscribe(() => assert.fail("nothing changes"))()
      assert.deepStrictEqual(yield* signedOut.stored, noTokens)
    }).pipe(withScript(scripted()))
  )

  it.effect("a custom store can fail to store tokens with the same error", () =>
    Effect.gen(function* () {
      const refresher = yield* Refresher
      const store = yield* TokenStore
      const update = () => Effect.fail(new TokensNotStored({ problem: "cookie-too-large" }))
      const mine = Session.make({ ...store, update }, refresher)
      const failure = yield* Effect.flip(mine.tokens)
      assert.deepInclude(failure.reason, { _tag: "TokensNotStored" })
    }).pipe(withScript(scripted(ok(refreshResponse(tokenOf("a")))), { tokens: { refreshToken: "r" } }))
  )
})
