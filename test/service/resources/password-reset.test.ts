/** Password reset, and the verification mail of a sign-up. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Tracer } from "effect"
import { TestClock } from "effect/testing"
import {
  ada,
  asAdmin,
  asServer,
  type Headers,
  me,
  OTHER_PROJECT_ID,
  refresh,
  send,
  service,
  signIn,
  signUp,
  USER_ID,
  withToken,
  asClient,
  asOtherClient
} from "../fixture.ts"
import { callback, codeTo, countMails, mailTo, unknownCode } from "../mails.ts"
import { post } from "../requests.ts"
import { Mailbox } from "../../../service/index.ts"
import type { DevelopmentServices } from "../../../service/development.ts"
import { WEEK } from "../../durations.ts"
import { temporaryFolder } from "../temporary-folder.ts"

const sendCode = (email: string, callbackUrl = callback, headers: Headers = asClient) =>
  post("/auth/password/send-reset-code", headers, { email, callback_url: callbackUrl })
const check = (code: string, headers: Headers = asClient) => post("/auth/password/reset/check-code", headers, { code })
const reset = (code: string, password: string, headers: Headers = asClient) =>
  post("/auth/password/reset", headers, { code, password })

/** Returns the response and the number of SQL statements. */
const countStatements = <A, E, R>(call: Effect.Effect<A, E, R>) =>
  Effect.suspend(() => {
    let statements = 0
    const tracer = Tracer.make({
      span: (options) => {
        if (options.name.startsWith("sql")) statements++
        return new Tracer.NativeSpan(options)
      }
    })
    return Effect.map(Effect.withTracer(call, tracer), (response) => [response, statements] as const)
  })

describe("a password reset", () => {
  it.effect("takes the code of a mail", () =>
    Effect.gen(function* () {
      const old = yield* signIn()
      const sent = yield* sendCode(ada.email, "http://localhost:3000/reset?x=1#here")
      assert.deepStrictEqual(
        [sent.status, sent.json],
        [200, { success: "maybe, only if user with e-mail exists", expires_at_millis: WEEK }]
      )
      const mail = yield* mailTo(ada.email)
      assert.strictEqual(mail.type, "password_reset")
      const url = new URL(mail.links[0] ?? "")
      const code = url.searchParams.get("code") ?? ""
      assert.strictEqual(url.href, `http://localhost:3000/reset?x=1&code=${code}#here`)
      assert.notInclude(sent.text, code)
      assert.deepStrictEqual((yield* check(code)).json, { is_code_valid: true, recipient_email: ada.email })
      const done = yield* reset(code.toUpperCase(), "another password")
      assert.deepStrictEqual([done.status, done.json], [200, { success: true }])
      assert.strictEqual(
        (yield* refresh(old.refresh_token)).code,
        "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED",
        "all sessions are revoked"
      )
      assert.strictEqual((yield* signIn({ ...ada, password: "another password" })).user_id, USER_ID)
      assert.strictEqual((yield* post("/auth/password/sign-in", asClient, ada)).code, "EMAIL_PASSWORD_MISMATCH")
    }).pipe(Effect.provide(service()))
  )

  it.effect("greets the user by name", () =>
    Effect.gen(function* () {
      yield* sendCode(ada.email)
      assert.include((yield* mailTo(ada.email)).text, "Hi Ada L. Choose")
    }).pipe(Effect.provide(service({ users: [{ ...ada, displayName: "Ada L" }] })))
  )

  it.effect("may set the first password", () =>
    Effect.gen(function* () {
      yield* sendCode("bob@example.com")
      yield* reset(yield* codeTo("bob@example.com"), "long enough")
      assert.isString((yield* signIn({ email: "bob@example.com", password: "long enough" })).user_id)
    }).pipe(Effect.provide(service({ users: [{ email: "bob@example.com" }] })))
  )

  it.effect("gets the same response and statements for an unknown address, and no mail", () =>
    Effect.gen(function* () {
      const ask = (email: string, callbackUrl?: string) => countStatements(sendCode(email, callbackUrl))
      yield* ask(ada.email)
      const [known, work] = yield* ask(ada.email)
      const [unknown, unknownStatements] = yield* ask("unknown@example.com")
      assert.deepStrictEqual([unknown.status, unknown.text], [known.status, known.text])
      assert.strictEqual(unknownStatements, work, "statements")
      const { count, heads, list, next } = yield* Mailbox
      assert.deepStrictEqual([yield* count, (yield* heads(10)).length, (yield* list()).length], [2, 2, 2])
      yield* Effect.andThen(next(), next())
      assert.strictEqual((yield* Effect.flip(next({ within: 0 })))._tag, "NoMail")
      const evil = "https://evil.example/"
      const refused = [yield* sendCode(ada.email, evil), yield* sendCode("unknown@example.com", evil)]
      for (const { code, text } of refused) {
        assert.deepStrictEqual([code, text], ["REDIRECT_URL_NOT_WHITELISTED", refused[0]?.text])
      }
    }).pipe(Effect.provide(service()))
  )

  it.effect("is for the project in which it was requested", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* sendCode(ada.email, callback, asOtherClient)).status, 200)
      const mail = yield* mailTo(ada.email)
      assert.strictEqual(mail.projectId, OTHER_PROJECT_ID, "the other project's Ada")
      assert.strictEqual((yield* check(mail.codes[0] ?? "")).code, "VERIFICATION_CODE_NOT_FOUND")
      assert.strictEqual((yield* reset(mail.codes[0] ?? "", "long enough")).code, "VERIFICATION_CODE_NOT_FOUND")
      assert.strictEqual((yield* reset(mail.codes[0] ?? "", "long enough", asOtherClient)).status, 200)
      assert.strictEqual((yield* signIn()).user_id, USER_ID, "untouched")
    }).pipe(Effect.provide(service()))
  )

  it.effect("rejects an untrusted callback URL", () =>
    Effect.gen(function* () {
      const response = yield* sendCode(ada.email, "https://evil.example/")
      assert.deepStrictEqual([response.status, response.code], [400, "REDIRECT_URL_NOT_WHITELISTED"])
      assert.strictEqual(yield* countMails(ada.email), 0)
      assert.strictEqual((yield* sendCode(ada.email, "no url")).code, "SCHEMA_ERROR")
    }).pipe(Effect.provide(service()))
  )

  it.effect("takes each code once, for seven days", () =>
    Effect.gen(function* () {
      yield* sendCode(ada.email)
      const code = yield* codeTo(ada.email)
      yield* TestClock.adjust("6 days")
      yield* sendCode(ada.email)
      const newer = yield* codeTo(ada.email)
      assert.notStrictEqual(newer, code)
      assert.strictEqual((yield* reset(code, "long enough")).status, 200)
      assert.deepStrictEqual(
        [(yield* reset(code, "long enough")).status, (yield* check(code)).code],
        [409, "VERIFICATION_CODE_ALREADY_USED"]
      )
      yield* TestClock.adjust("7 days")
      assert.strictEqual((yield* check(newer)).code, "VERIFICATION_CODE_EXPIRED")
      assert.strictEqual((yield* reset(newer, "long enough")).code, "VERIFICATION_CODE_EXPIRED")
      const strange = yield* reset(unknownCode, "long enough")
      assert.deepStrictEqual([strange.status, strange.code], [404, "VERIFICATION_CODE_NOT_FOUND"])
      assert.strictEqual((yield* check(unknownCode.slice(1))).code, "SCHEMA_ERROR")
    }).pipe(Effect.provide(service()))
  )

  it.effect("rejects a code from before the last change of the password, by any method", () =>
    Effect.gen(function* () {
      const changes: ReadonlyArray<
        readonly [string, Effect.Effect<{ readonly status: number }, unknown, DevelopmentServices>]
      > = [
        [
          "another code",
          Effect.flatMap(Effect.andThen(sendCode(ada.email), codeTo(ada.email)), (code) => reset(code, "another one"))
        ],
        [
          "the user",
          Effect.flatMap(signIn({ ...ada, password: "another one" }), ({ access_token }) =>
            post("/auth/password/update", withToken(access_token), {
              old_password: "another one",
              new_password: "yet another"
            })
          )
        ],
        [
          "the server",
          send("PATCH", `/api/v1/users/${USER_ID}`, { headers: asServer, json: { password: "the third one" } })
        ]
      ]
      for (const [name, change] of changes) {
        yield* sendCode(ada.email)
        const old = yield* codeTo(ada.email)
        assert.strictEqual((yield* check(old)).status, 200, name)
        yield* TestClock.adjust(1)
        assert.strictEqual((yield* change).status, 200, name)
        assert.strictEqual((yield* check(old)).code, "VERIFICATION_CODE_NOT_FOUND", name)
        assert.strictEqual((yield* reset(old, "another password")).code, "VERIFICATION_CODE_NOT_FOUND", name)
      }
      assert.strictEqual((yield* signIn({ ...ada, password: "the third one" })).user_id, USER_ID)
    }).pipe(Effect.provide(service()))
  )

  it.effect("rejects a code for an address that the user has given up", () =>
    Effect.gen(function* () {
      yield* sendCode(ada.email)
      const code = yield* codeTo(ada.email)
      const change = { primary_email: "new@example.com", primary_email_auth_enabled: true }
      assert.strictEqual(
        (yield* send("PATCH", `/api/v1/users/${USER_ID}`, { headers: asServer, json: change })).status,
        200
      )
      for (const response of [yield* check(code), yield* reset(code, "another password")]) {
        assert.deepStrictEqual([response.status, response.code], [404, "VERIFICATION_CODE_NOT_FOUND"])
      }
      // Nor does a code of the address's new user reset another user's password.
      yield* signUp(ada.email)
      assert.strictEqual((yield* reset(code, "another password")).code, "VERIFICATION_CODE_NOT_FOUND")
      assert.strictEqual((yield* signIn({ ...ada, email: "new@example.com" })).user_id, USER_ID)
    }).pipe(Effect.provide(service()))
  )

  it.effect("invalidates the code after twenty checks", () =>
    Effect.gen(function* () {
      yield* sendCode(ada.email)
      const code = yield* codeTo(ada.email)
      for (let count = 0; count < 20; count++) assert.strictEqual((yield* check(code)).status, 200)
      assert.strictEqual((yield* check(code)).code, "VERIFICATION_CODE_MAX_ATTEMPTS_REACHED")
      assert.strictEqual((yield* reset(code, "long enough")).code, "VERIFICATION_CODE_MAX_ATTEMPTS_REACHED")
      yield* sendCode(ada.email)
      assert.strictEqual((yield* reset(yield* codeTo(ada.email), "long enough")).status, 200, "a new code works")
    }).pipe(Effect.provide(service()))
  )

  it.effect("uses its code up, also for a password that is too short", () =>
    Effect.gen(function* () {
      const session = yield* signIn()
      yield* sendCode(ada.email)
      const code = yield* codeTo(ada.email)
      const short = yield* reset(code, "short")
      assert.deepStrictEqual([short.status, short.code, short.details], [400, "PASSWORD_TOO_SHORT", { min_length: 8 }])
      assert.strictEqual((yield* reset(code, "long enough")).code, "VERIFICATION_CODE_ALREADY_USED")
      assert.strictEqual((yield* refresh(session.refresh_token)).status, 200)
      assert.strictEqual((yield* reset(code, "x".repeat(71))).code, "SCHEMA_ERROR")
    }).pipe(Effect.provide(service()))
  )

  it.effect("is rejected when the project has no passwords", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* sendCode(ada.email)).code, "PASSWORD_AUTHENTICATION_NOT_ENABLED")
    }).pipe(Effect.provide(service({ config: { credentialEnabled: false } })))
  )

  it.effect("uses its code up, also when the project has disabled passwords meanwhile", () =>
    Effect.gen(function* () {
      const { path } = yield* temporaryFolder
      const run = (config: object) => Effect.provide(service({ config }, { database: path("keystile.db") }))
      const code = yield* Effect.andThen(sendCode(ada.email), codeTo(ada.email)).pipe(run({}))
      assert.strictEqual(
        (yield* run({ credentialEnabled: false })(reset(code, "long enough"))).code,
        "PASSWORD_AUTHENTICATION_NOT_ENABLED"
      )
      assert.strictEqual(
        (yield* run({ credentialEnabled: true })(reset(code, "long enough"))).code,
        "VERIFICATION_CODE_ALREADY_USED"
      )
    }).pipe(Effect.scoped)
  )

  it.effect("fails after the user was deleted", () =>
    Effect.gen(function* () {
      yield* sendCode(ada.email)
      const code = yield* codeTo(ada.email)
      const { access_token } = yield* signIn()
      assert.strictEqual(
        (yield* send("DELETE", "/api/v1/users/me", { headers: withToken(access_token, asServer) })).status,
        200
      )
      assert.strictEqual((yield* reset(code, "long enough")).code, "VERIFICATION_CODE_NOT_FOUND")
    }).pipe(Effect.provide(service()))
  )

  it.effect("can be requested in every tier", () =>
    Effect.gen(function* () {
      for (const tier of [asServer, asAdmin]) {
        assert.strictEqual((yield* sendCode(ada.email, callback, tier)).status, 200)
        assert.strictEqual((yield* reset(yield* codeTo(ada.email), "long enough", tier)).status, 200)
      }
    }).pipe(Effect.provide(service()))
  )
})

describe("the mail of a sign-up", () => {
  it.effect("verifies the address", () =>
    Effect.gen(function* () {
      const { json } = yield* signUp("new@example.com")
      const { codes, type } = yield* mailTo("new@example.com")
      assert.strictEqual(type, "email_verification")
      assert.deepStrictEqual((yield* post("/contact-channels/verify", asClient, { code: codes[0] })).json, {
        success: true
      })
      const token: unknown = Reflect.get(Object(json), "access_token")
      assert.deepInclude((yield* me(withToken(String(token)))).json, { primary_email_verified: true })
    }).pipe(Effect.provide(service()))
  )

  it.effect("is not sent with an untrusted callback URL", () =>
    Effect.gen(function* () {
      const response = yield* post("/auth/password/sign-up", asClient, {
        email: "new@example.com",
        password: "long enough",
        verification_callback_url: "https://evil.example/"
      })
      assert.strictEqual(response.status, 200)
      assert.strictEqual(yield* countMails("new@example.com"), 0)
    }).pipe(Effect.provide(service()))
  )

  it.effect("is not sent for a failed sign-up", () =>
    Effect.gen(function* () {
      yield* signUp(ada.email)
      yield* signUp("short@example.com", "short")
      assert.strictEqual((yield* countMails(ada.email)) + (yield* countMails("short@example.com")), 0)
    }).pipe(Effect.provide(service()))
  )
})
