/** Sign-in by a mailed link or code. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { ada, asClient, asServer, me, refresh, send, service, USER_ID, withToken } from "../fixture.ts"
import { callback, codeTo, countMails, mailTo } from "../mails.ts"
import { post, configure } from "../requests.ts"
import { readSession } from "../responses.ts"
import { verified, withMail, sendCode, signIn, check, nonceOf } from "./otp-fixture.ts"

describe("sign-in by mail", () => {
  it.effect("accepts the six-character code of the mail with the nonce of the response", () =>
    Effect.gen(function* () {
      const nonce = yield* Effect.flatMap(sendCode(ada.email), nonceOf)
      assert.match(nonce, /^[0-9a-hjkmnp-tv-z]{39}$/)
      const mail = yield* mailTo(ada.email)
      const [otp = "", code = ""] = mail.codes
      assert.match(otp, /^[0-9A-HJKMNP-TV-Z]{6}$/)
      assert.strictEqual(code, otp.toLowerCase() + nonce)
      assert.include(mail.subject, otp)
      assert.include(mail.text, otp)
      assert.strictEqual(mail.links[0], `${callback}?code=${code}`)
      const response = yield* signIn(otp + nonce)
      assert.strictEqual(response.status, 200)
      assert.deepInclude(yield* readSession(response.json), { is_new_user: false, user_id: USER_ID })
    }).pipe(Effect.provide(withMail()))
  )

  it.effect("ignores the result of a bot challenge, which newer clients send", () =>
    Effect.gen(function* () {
      const response = yield* post("/auth/otp/send-sign-in-code", asClient, {
        email: ada.email,
        callback_url: callback,
        bot_challenge_token: "x",
        bot_challenge_phase: "invisible",
        bot_challenge_unavailable: "true"
      })
      assert.strictEqual(response.status, 200)
      assert.strictEqual((yield* signIn(yield* codeTo(ada.email))).status, 200)
    }).pipe(Effect.provide(withMail()))
  )

  it.effect("mails a link and a code for clients of every version", () =>
    Effect.gen(function* () {
      for (const version of ["2.5.37", "2.5.38", "2.7.20"]) {
        yield* sendCode(ada.email, callback, { ...asClient, "x-stack-client-version": `js @stackframe/js@${version}` })
        const {
          codes: [otp = "", code = ""],
          links,
          text
        } = yield* mailTo(ada.email)
        assert.include(text, otp, version)
        assert.deepStrictEqual(links, [`${callback}?code=${code}`], version)
      }
    }).pipe(Effect.provide(withMail()))
  )

  it.effect("accepts the code of the link", () =>
    Effect.gen(function* () {
      yield* sendCode(ada.email)
      const code = yield* codeTo(ada.email)
      assert.deepStrictEqual((yield* check(code)).json, { is_code_valid: true })
      const { access_token, refresh_token } = yield* Effect.flatMap(signIn(code), ({ json }) => readSession(json))
      assert.deepInclude((yield* me(withToken(access_token))).json, { id: USER_ID, otp_auth_enabled: false })
      assert.strictEqual((yield* refresh(refresh_token)).status, 200)
    }).pipe(Effect.provide(withMail()))
  )

  it.effect("creates a new user at sign-in, not before", () =>
    Effect.gen(function* () {
      yield* sendCode("new@example.com")
      const code = yield* codeTo("new@example.com")
      yield* TestClock.adjust("1 hour")
      const session = yield* Effect.flatMap(signIn(code), ({ json }) => readSession(json))
      assert.isTrue(session.is_new_user)
      assert.deepInclude((yield* me(withToken(session.access_token, asServer))).json, {
        id: session.user_id,
        primary_email: "new@example.com",
        primary_email_verified: true,
        primary_email_auth_enabled: true,
        otp_auth_enabled: true,
        auth_with_email: true,
        has_password: false,
        signed_up_at_millis: 3_600_000
      })
      yield* sendCode("new@example.com")
      const again = yield* Effect.flatMap(Effect.flatMap(codeTo("new@example.com"), signIn), ({ json }) =>
        readSession(json)
      )
      assert.deepInclude(again, { is_new_user: false, user_id: session.user_id })
      assert.notStrictEqual(again.refresh_token, session.refresh_token)
    }).pipe(Effect.provide(withMail()))
  )

  it.effect("does not take over an address that signed up meanwhile", () =>
    Effect.gen(function* () {
      yield* sendCode("new@example.com")
      yield* sendCode("new@example.com")
      const [first, second] = [yield* codeTo("new@example.com"), yield* codeTo("new@example.com")]
      assert.strictEqual((yield* signIn(first)).status, 200)
      const late = yield* signIn(second)
      assert.deepStrictEqual([late.status, late.code], [409, "USER_EMAIL_ALREADY_EXISTS"])
      assert.strictEqual((yield* signIn(second)).code, "VERIFICATION_CODE_ALREADY_USED")
    }).pipe(Effect.provide(withMail()))
  )

  it.effect("does not sign in with an unverified address", () =>
    Effect.gen(function* () {
      const response = yield* sendCode("bob@example.com")
      assert.deepStrictEqual([response.status, response.code], [409, "USER_EMAIL_ALREADY_EXISTS"])
      assert.strictEqual(yield* countMails("bob@example.com"), 0)
    }).pipe(Effect.provide(withMail({ users: [{ email: "bob@example.com", password: "long enough" }] })))
  )

  it.effect("reports an unknown user when the user was deleted meanwhile", () =>
    Effect.gen(function* () {
      yield* sendCode(ada.email)
      yield* sendCode(ada.email)
      const [first, second] = [yield* codeTo(ada.email), yield* codeTo(ada.email)]
      const { access_token } = yield* Effect.flatMap(signIn(first), ({ json }) => readSession(json))
      yield* send("DELETE", "/api/v1/users/me", { headers: withToken(access_token, asServer) })
      const response = yield* signIn(second)
      assert.deepStrictEqual([response.status, response.code], [404, "USER_NOT_FOUND"])
    }).pipe(Effect.provide(withMail()))
  )

  it.effect("rejects a code for an address that the user has given up", () =>
    Effect.gen(function* () {
      yield* sendCode(ada.email)
      const code = yield* codeTo(ada.email)
      const change = { primary_email: "new@example.com", primary_email_verified: true }
      yield* send("PATCH", `/api/v1/users/${USER_ID}`, { headers: asServer, json: change })
      const response = yield* signIn(code)
      assert.deepStrictEqual([response.status, response.code], [404, "VERIFICATION_CODE_NOT_FOUND"])
      yield* sendCode("new@example.com")
      assert.strictEqual((yield* Effect.flatMap(codeTo("new@example.com"), signIn)).status, 200)
    }).pipe(Effect.provide(withMail()))
  )

  it.effect("rejects a code from before a password reset", () =>
    Effect.gen(function* () {
      yield* sendCode(ada.email)
      const old = yield* codeTo(ada.email)
      yield* TestClock.adjust(1)
      yield* post("/auth/password/send-reset-code", asClient, { email: ada.email, callback_url: callback })
      const reset = yield* Effect.flatMap(codeTo(ada.email), (code) =>
        post("/auth/password/reset", asClient, { code, password: "a new password" })
      )
      assert.strictEqual(reset.status, 200)
      for (const response of [yield* check(old), yield* signIn(old)]) {
        assert.deepStrictEqual([response.status, response.code], [404, "VERIFICATION_CODE_NOT_FOUND"])
      }
      yield* sendCode(ada.email)
      assert.strictEqual((yield* Effect.flatMap(codeTo(ada.email), signIn)).status, 200, "a newer code works")
    }).pipe(Effect.provide(withMail()))
  )

  it.effect("is closed to new users when sign-up is disabled, and open to others", () =>
    Effect.gen(function* () {
      const response = yield* sendCode("new@example.com")
      assert.deepStrictEqual([response.status, response.code], [400, "SIGN_UP_NOT_ENABLED"])
      assert.strictEqual((yield* sendCode(ada.email)).status, 200)
    }).pipe(Effect.provide(withMail({ config: { magicLinkEnabled: true, signUpEnabled: false } })))
  )

  it.effect("creates no user after sign-up was disabled, whatever was mailed before", () =>
    Effect.gen(function* () {
      yield* sendCode("new@example.com")
      yield* sendCode(ada.email)
      assert.strictEqual((yield* configure({ sign_up_enabled: false })).status, 200)
      const code = yield* codeTo("new@example.com")
      const response = yield* signIn(code)
      assert.deepStrictEqual(
        [response.status, response.code, response.text],
        [403, undefined, "The project takes no new users at the moment."]
      )
      assert.strictEqual((yield* Effect.flatMap(codeTo(ada.email), signIn)).status, 200)
      // The code was not used up, and works when sign-up is enabled again.
      assert.strictEqual((yield* configure({ sign_up_enabled: true })).status, 200)
      assert.include((yield* signIn(code)).text, `"is_new_user":true`)
    }).pipe(Effect.provide(withMail()))
  )

  it.effect("rejects mailed codes after the project has disabled the method", () =>
    Effect.gen(function* () {
      yield* sendCode("new@example.com")
      yield* sendCode(ada.email)
      assert.strictEqual((yield* configure({ magic_link_enabled: false })).status, 200)
      for (const email of ["new@example.com", ada.email]) {
        const response = yield* Effect.flatMap(codeTo(email), signIn)
        assert.deepStrictEqual(
          [response.status, response.text],
          [403, "The project does not offer sign-in by mail."],
          email
        )
      }
    }).pipe(Effect.provide(withMail()))
  )

  it.effect("is disabled when the project does not offer it", () =>
    Effect.gen(function* () {
      const response = yield* sendCode(ada.email, "https://evil.example/")
      assert.deepStrictEqual(
        [response.status, response.code, response.headers["content-type"]],
        [403, undefined, "text/plain; charset=utf-8"]
      )
    }).pipe(Effect.provide(service()))
  )

  it.effect("rejects an untrusted callback URL", () =>
    Effect.gen(function* () {
      for (const url of ["https://evil.example/", "javascript://localhost/%0aalert(1)"]) {
        const response = yield* sendCode(ada.email, url)
        assert.deepStrictEqual([response.status, response.code], [400, "REDIRECT_URL_NOT_WHITELISTED"], url)
      }
      assert.strictEqual(yield* countMails(ada.email), 0)
      for (const email of ["not-an-email", ".dot@example.com", "a@example", "a@example.c"]) {
        assert.strictEqual((yield* sendCode(email)).code, "SCHEMA_ERROR", email)
      }
    }).pipe(Effect.provide(withMail()))
  )

  it.effect("requires the second factor, and uses the code up", () =>
    Effect.gen(function* () {
      yield* sendCode(ada.email)
      const code = yield* codeTo(ada.email)
      const response = yield* signIn(code)
      assert.deepStrictEqual([response.status, response.code], [400, "MULTI_FACTOR_AUTHENTICATION_REQUIRED"])
      assert.strictEqual((yield* signIn(code)).code, "VERIFICATION_CODE_ALREADY_USED")
    }).pipe(Effect.provide(withMail({ users: [{ ...verified, totpSecret: "ZXhhbXBsZSB2YWx1ZQ==" }] })))
  )
})
