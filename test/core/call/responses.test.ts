/** How a call interprets each kind of response. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/testing/TestClock"
import * as PasswordApi from "../../../core/api/password/index.ts"
import * as UsersApi from "../../../core/api/users/index.ts"
import { InvalidPublishableClientKey } from "../../../core/errors/project-authentication.ts"
import { RequestError, ResponseTooLarge } from "../../../core/errors/request-error.ts"
import { AccessTokenExpired } from "../../../core/errors/access-token.ts"
import { EmailPasswordMismatch } from "../../../core/errors/password.ts"
import { call } from "../../../core/call/call.ts"
import * as Endpoint from "../../../core/http/endpoint.ts"
import { TokenStore } from "../../../core/session/token-store.ts"
import { isRefresh, jwt, layerCalling, withScript, refreshResponse, userBody } from "../calling.ts"
import { knownError, ok, scripted, status, tooMany } from "../scripted-transport.ts"

const getThing = Endpoint.get("/thing", { tiers: ["client"], success: Schema.Struct({ done: Schema.Boolean }) })
const body = { email: "ada@example.com", password: Redacted.make("password") }
const signIn = call(PasswordApi.signIn, { body })
const user = ok(userBody())

const reasonOf = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(effect), (error) => {
    assert.instanceOf(error, RequestError)
    return (error as RequestError).reason
  })

describe("The status of a response", () => {
  it.effect("is taken from the x-stack-actual-status header", () =>
    Effect.gen(function* () {
      const script = scripted(status(200, { "x-stack-actual-status": "500" }, "broken"))
      assert.deepInclude(yield* reasonOf(call(getThing).pipe(withScript(script))), {
        _tag: "UnexpectedStatus",
        status: 500
      })
    })
  )

  it.effect("in the header also decides about retries", () =>
    Effect.gen(function* () {
      const limited = status(200, { "x-stack-actual-status": "429", "retry-after": "9" })
      const script = scripted(limited, ok({ done: true }))
      yield* Effect.forkChild(call(getThing).pipe(withScript(script)))
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(
        script.requests.map(({ at }) => at),
        [0, 9000]
      )
    })
  )

  it.effect("is the HTTP status when there is no header", () =>
    Effect.gen(function* () {
      const reason = yield* reasonOf(call(getThing).pipe(withScript(scripted(status(404, {}, "Not Found")))))
      assert.deepInclude(reason, { _tag: "UnexpectedStatus", status: 404 })
    })
  )

  it.effect.each([0, 100, 199, 300, 301, 302, 304, 399, 400, 599, 600, 999, -1, Number.NaN])(
    "%i is not a success",
    (code) =>
      Effect.gen(function* () {
        const script = scripted(status(code, {}, { done: true }))
        assert.strictEqual((yield* reasonOf(call(getThing).pipe(withScript(script))))._tag, "UnexpectedStatus")
      })
  )

  it.effect.each([200, 201, 204, 299])("%i is a success", (code) =>
    Effect.gen(function* () {
      const script = scripted(status(code, {}, { done: true }))
      assert.deepStrictEqual(yield* call(getThing).pipe(withScript(script)), { done: true })
    })
  )

  it.effect.each(["", "0", "99", "600", "2000", "0200", " 200", "200, 200", "-200", "2e2", "0xc8", "ok", "９００"])(
    "%j in the header fails with BrokenProtocol",
    (text) =>
      Effect.gen(function* () {
        const script = scripted(ok({ done: true }, { "x-stack-actual-status": text }))
        assert.strictEqual((yield* reasonOf(call(getThing).pipe(withScript(script))))._tag, "BrokenProtocol")
      })
  )
})

describe("A redirect", () => {
  it.effect("is not followed", () =>
    Effect.gen(function* () {
      const script = scripted(status(302, { location: "https://elsewhere.test/" }))
      assert.deepInclude(yield* reasonOf(call(getThing).pipe(withScript(script))), {
        _tag: "UnexpectedStatus",
        status: 302
      })
      assert.strictEqual(script.requests.length, 1)
    })
  )
})

describe("A successful response", () => {
  it.effect("may have unknown fields, which are dropped", () =>
    Effect.gen(function* () {
      const script = scripted(ok({ done: true, since: 5, nested: { new: [] } }))
      assert.deepStrictEqual(yield* call(getThing).pipe(withScript(script)), { done: true })
    })
  )

  it.effect.each(["", "null", "[]", "1", '"text"', "{", '{"done":1}', "<html>", '\ufeff{"done":true}'])(
    "with the body %j fails with UnexpectedBody",
    (text) =>
      Effect.gen(function* () {
        const script = scripted(ok(text))
        const error = yield* Effect.flip(call(getThing).pipe(withScript(script)))
        assert.strictEqual(error.reason._tag, "UnexpectedBody")
        assert.isTrue(error.message.startsWith("GET /thing: the response is not what this call declares"))
      })
  )

  it.effect.each([{ access_token: "" }, { refresh_token: "" }, { access_token: null }])(
    "without a token fails a sign-in (%#)",
    (missing) =>
      Effect.gen(function* () {
        const script = scripted(ok({ access_token: "a", refresh_token: "r", user_id: "u", ...missing }))
        assert.strictEqual((yield* reasonOf(signIn.pipe(withScript(script))))._tag, "UnexpectedBody")
      })
  )

  it.effect("with an HTML page names the URL that was requested", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(call(getThing).pipe(withScript(scripted(ok("<!doctype html>")))))
      assert.strictEqual(
        error.message,
        "GET /thing: the response is not what this call declares, no JSON. " +
          "Check the option `baseUrl` or the environment variable NEXT_PUBLIC_STACK_API_URL."
      )
    })
  )

  it.effect("with the wrong shape fails with the expected type and the path", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(call(getThing).pipe(withScript(scripted(ok({ done: "yes" })))))
      assert.strictEqual(
        error.message,
        'GET /thing: the response is not what this call declares: Expected boolean at ["done"].'
      )
    })
  )
})

describe("A known error", () => {
  it.effect("that the call declares is its typed error", () =>
    Effect.gen(function* () {
      const script = scripted(knownError("EMAIL_PASSWORD_MISMATCH", 400))
      const error = yield* Effect.flip(signIn.pipe(withScript(script)))
      assert.instanceOf(error, EmailPasswordMismatch)
      assert.strictEqual(error.message, "The text of EMAIL_PASSWORD_MISMATCH.")
    })
  )

  it.effect("has its actual status", () =>
    Effect.gen(function* () {
      const text = { code: "EMAIL_PASSWORD_MISMATCH", error: "No." }
      const script = scripted(status(400, { "X-Stack-Known-Error": "EMAIL_PASSWORD_MISMATCH" }, text))
      assert.instanceOf(yield* Effect.flip(signIn.pipe(withScript(script))), EmailPasswordMismatch)
    })
  )

  it.effect("common to all calls is carried by RequestError as an instance of its class", () =>
    Effect.gen(function* () {
      const details = { project_id: "p" }
      const reason = yield* reasonOf(
        signIn.pipe(withScript(scripted(knownError("INVALID_PUBLISHABLE_CLIENT_KEY", 401, details))))
      )
      assert.isTrue(reason._tag === "Refused" && reason.error instanceof InvalidPublishableClientKey)
    })
  )

  it.effect("that is neither declared nor common is carried with its code, status and text", () =>
    Effect.gen(function* () {
      for (const code of ["FROM_THE_FUTURE", "TEAM_NOT_FOUND", "__proto__", "constructor"]) {
        const reason = yield* reasonOf(signIn.pipe(withScript(scripted(knownError(code, 418)))))
        assert.deepInclude(reason, { _tag: "UnknownErrorCode", code, status: 418 })
        assert.isTrue(reason._tag === "UnknownErrorCode" && Redacted.value(reason.text) === `The text of ${code}.`)
      }
    })
  )

  it.effect("with a long text is truncated", () =>
    Effect.gen(function* () {
      const response = status(400, { "x-stack-known-error": "NEW" }, { code: "NEW", error: "x".repeat(100_000) })
      const reason = yield* reasonOf(signIn.pipe(withScript(scripted(response))))
      assert.isTrue(reason._tag === "UnknownErrorCode" && Redacted.value(reason.text).length === 500)
    })
  )

  it.effect.each([
    { code: "EMAIL_PASSWORD_MISMATCH", body: { code: "PASSWORD_TOO_SHORT", error: "" } },
    { code: "EMAIL_PASSWORD_MISMATCH", body: { error: "" } },
    { code: "EMAIL_PASSWORD_MISMATCH", body: null },
    { code: "EMAIL_PASSWORD_MISMATCH", body: [] },
    { code: "EMAIL_PASSWORD_MISMATCH", body: "<html>" },
    { code: "EMAIL_PASSWORD_MISMATCH", body: "" },
    { code: "", body: { code: "EMAIL_PASSWORD_MISMATCH", error: "" } },
    { code: "email_password_mismatch", body: { code: "EMAIL_PASSWORD_MISMATCH", error: "" } },
    { code: "ACCESS_TOKEN_EXPIRED", body: { code: "SOMETHING_ELSE", error: "" } }
  ])("with a code that differs between header and body fails with BrokenProtocol (%#)", ({ body, code }) =>
    Effect.gen(function* () {
      const script = scripted(status(400, { "x-stack-known-error": code }, body))
      const tokens = { refreshToken: "r", accessToken: jwt({ exp: 4e9 }) }
      assert.strictEqual((yield* reasonOf(signIn.pipe(withScript(script, { tokens }))))._tag, "BrokenProtocol")
    })
  )

  it.effect("without its text or details fails with UnexpectedBody", () =>
    Effect.gen(function* () {
      const withoutText = status(
        400,
        { "x-stack-known-error": "EMAIL_PASSWORD_MISMATCH" },
        {
          code: "EMAIL_PASSWORD_MISMATCH"
        }
      )
      assert.strictEqual((yield* reasonOf(signIn.pipe(withScript(scripted(withoutText)))))._tag, "UnexpectedBody")
      const withoutDetails = knownError("MULTI_FACTOR_AUTHENTICATION_REQUIRED", 400)
      assert.strictEqual((yield* reasonOf(signIn.pipe(withScript(scripted(withoutDetails)))))._tag, "UnexpectedBody")
    })
  )

  it.effect("in the body without the header fails with UnexpectedStatus", () =>
    Effect.gen(function* () {
      const text = { code: "EMAIL_PASSWORD_MISMATCH", error: "No." }
      const reason = yield* reasonOf(signIn.pipe(withScript(scripted(status(400, {}, text)))))
      assert.strictEqual(reason._tag, "UnexpectedStatus")
    })
  )

  it.effect("is not retried", () =>
    Effect.gen(function* () {
      const script = scripted(knownError("SCHEMA_ERROR", 400, { message: "No." }))
      assert.strictEqual((yield* reasonOf(call(getThing).pipe(withScript(script))))._tag, "Refused")
    })
  )
})

describe("A response above the byte limit", () => {
  it.effect("fails the call immediately, without a retry", () =>
    Effect.gen(function* () {
      const large = scripted(ok({ done: true, more: "x".repeat(8_000_000) }))
      const failure = yield* Effect.flip(call(getThing).pipe(withScript(large)))
      assert.deepStrictEqual(failure.reason, new ResponseTooLarge({ limitBytes: 8_000_000 }))
      assert.include(failure.message, "the response has more than 8000000 bytes. Check the option `maxResponseBytes`.")
      assert.lengthOf(large.requests, 1)
    })
  )
})

describe("Any other failure", () => {
  it.effect("keeps the beginning of the response body, redacted", () =>
    Effect.gen(function* () {
      const reason = yield* reasonOf(call(getThing).pipe(withScript(scripted(status(500, {}, "x".repeat(1_000_000))))))
      assert.isTrue(reason._tag === "UnexpectedStatus" && Redacted.value(reason.body) === "x".repeat(2000))
    })
  )
})

const stale = ["UNPARSABLE_ACCESS_TOKEN", "ACCESS_TOKEN_EXPIRED", "INVALID_PROJECT_FOR_ACCESS_TOKEN"]
const expiredDetails = { expired_at_millis: 5 }
const expired = knownError("ACCESS_TOKEN_EXPIRED", 401, expiredDetails)
const first = jwt({ exp: 4e9, n: 1 })
const second = jwt({ exp: 4e9, n: 2 })
const tokens = { refreshToken: "refresh", accessToken: first }
const sent = (script: ReturnType<typeof scripted>) =>
  script.requests.map((request) =>
    isRefresh(request) ? "refresh" : (request.headers["x-stack-access-token"] ?? "none")
  )

describe("A rejected access token", () => {
  it.effect.each(stale)("is refreshed, and the call is repeated immediately: %s", (code) =>
    Effect.gen(function* () {
      const script = scripted(knownError(code, 401, expiredDetails), ok(refreshResponse(second)), user)
      assert.strictEqual((yield* call(UsersApi.getMe).pipe(withScript(script, { tokens }))).displayName, "Ada")
      assert.deepStrictEqual(sent(script), [first, "refresh", second])
      assert.deepStrictEqual(
        script.requests.map(({ at }) => at),
        [0, 0, 0]
      )
    })
  )

  it.effect.each(stale)("that is rejected again after its refresh fails with SessionRejected: %s", (code) =>
    Effect.gen(function* () {
      const no = knownError(code, 401, expiredDetails)
      const script = scripted(no, ok(refreshResponse(second)), no)
      const reason = yield* reasonOf(call(UsersApi.getMe).pipe(withScript(script, { tokens })))
      assert.deepInclude(reason, { _tag: "SessionRejected", code })
      assert.deepStrictEqual(sent(script), [first, "refresh", second])
    })
  )

  it.effect(
    "is refreshed and repeated also for calls that are not idempotent, since the service did not execute them",
    () =>
      Effect.gen(function* () {
        const script = scripted(expired, ok(refreshResponse(second)), user)
        yield* call(UsersApi.updateMe, { body: { displayName: "Ada" } }).pipe(withScript(script, { tokens }))
        assert.deepStrictEqual(sent(script), [first, "refresh", second])
      })
  )

  it.effect("leaves the session unchanged when its refresh fails", () =>
    Effect.gen(function* () {
      const script = scripted(expired, status(500), ok(refreshResponse(second)), user)
      yield* Effect.gen(function* () {
        assert.strictEqual((yield* reasonOf(call(UsersApi.getMe)))._tag, "UnexpectedStatus")
        assert.strictEqual((yield* call(UsersApi.getMe)).displayName, "Ada")
      }).pipe(withScript(script, { tokens }))
      assert.deepStrictEqual(sent(script), [first, "refresh", "refresh", second])
    })
  )

  it.effect("with a rejected refresh token signs the user out, and the call is repeated without a token", () =>
    Effect.gen(function* () {
      const script = scripted(
        knownError("ACCESS_TOKEN_EXPIRED", 401, expiredDetails),
        knownError("REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED", 401),
        knownError("CANNOT_GET_OWN_USER_WITHOUT_USER", 400)
      )
      yield* Effect.gen(function* () {
        const error = yield* Effect.flip(call(UsersApi.getMe))
        assert.strictEqual(error._tag, "CannotGetOwnUserWithoutUser")
        const { accessToken, refreshToken } = yield* (yield* TokenStore).get
        assert.isTrue(accessToken === null && refreshToken === null)
      }).pipe(Effect.provide(layerCalling(script, { tokens })))
      assert.deepStrictEqual(sent(script), [first, "refresh", "none"])
    })
  )

  it.effect("without a refresh token is removed, and the call is repeated without a token", () =>
    Effect.gen(function* () {
      const script = scripted(expired, knownError("CANNOT_GET_OWN_USER_WITHOUT_USER", 400))
      yield* Effect.flip(call(UsersApi.getMe).pipe(withScript(script, { tokens: { accessToken: first } })))
      assert.deepStrictEqual(sent(script), [first, "none"])
    })
  )

  it.effect("that was not sent fails with Refused, without a retry", () =>
    Effect.gen(function* () {
      const script = scripted(knownError("ACCESS_TOKEN_EXPIRED", 401, expiredDetails))
      const reason = yield* reasonOf(call(UsersApi.getMe).pipe(withScript(script)))
      assert.isTrue(reason._tag === "Refused" && reason.error instanceof AccessTokenExpired)
      assert.strictEqual(script.requests.length, 1)
    })
  )

  it.effect("followed by a rate limit is retried after the delay with the fresh token", () =>
    Effect.gen(function* () {
      const script = scripted(expired, ok(refreshResponse(second)), tooMany("5"), user)
      yield* Effect.forkChild(call(UsersApi.getMe).pipe(withScript(script, { tokens })))
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(sent(script), [first, "refresh", second, second])
      assert.deepStrictEqual(
        script.requests.map(({ at }) => at),
        [0, 0, 0, 5000]
      )
    })
  )
})
