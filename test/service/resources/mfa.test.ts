import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { stepAt, totpCode } from "../../../service/crypto/totp.ts"
import type { DevelopmentServices } from "../../../service/development.ts"
import {
  ada,
  asClient,
  asServer,
  type Headers,
  me,
  send,
  service,
  type TestResponse,
  updateMe,
  USER_ID,
  withToken,
  asOtherClient
} from "../fixture.ts"
import { callback, codeTo, unknownCode } from "../mails.ts"
import { del, patch, post } from "../requests.ts"
import { readAttempt, readId, readSession } from "../responses.ts"
import { addMore, channelOf, more, verify } from "./contact-channel-fixture.ts"

const secret = Buffer.from("12345678901234567890").toString("base64")
const withFactor = (project: object = {}) =>
  service({
    config: { magicLinkEnabled: true },
    users: [{ id: USER_ID, ...ada, emailVerified: true, totpSecret: secret }],
    ...project
  })

/** Signs in with the right password. Returns the attempt code. */
const attempt = Effect.gen(function* () {
  const { details } = yield* post("/auth/password/sign-in", asClient, ada)
  return (yield* readAttempt(details)).attempt_code
})
const codeAt = (millis: number, of = secret) => totpCode(Redacted.make(of), stepAt(millis))
const finish = (code: string, totp: unknown, headers: Headers = asClient) =>
  post("/auth/mfa/sign-in", headers, { code, type: "totp", totp })

/** Adds an email with which the user signs in. Returns its id. */
const channel = Effect.flatMap(
  post("/contact-channels", asServer, {
    user_id: USER_ID,
    type: "email",
    value: "other@example.com",
    is_verified: true,
    used_for_auth: true
  }),
  ({ json }) => readId(json)
)

/** Connects an account with which the user signs in. Returns its id. */
const connected = Effect.flatMap(
  post("/oauth-providers", asServer, {
    user_id: USER_ID,
    provider_config_id: "google",
    account_id: "1",
    allow_sign_in: true,
    allow_connected_accounts: true
  }),
  ({ json }) => readId(json)
)

describe("one-time passwords", () => {
  // RFC 6238, appendix B: the last six of the eight digits for SHA-1.
  it.each([
    [59, "287082"],
    [1111111109, "081804"],
    [1111111111, "050471"],
    [1234567890, "005924"],
    [2000000000, "279037"],
    [20000000000, "353130"]
  ])("equal the test vectors of RFC 6238 at second %s", (second, code) => {
    assert.strictEqual(codeAt(second * 1000), code)
  })
})

describe("the second factor", () => {
  it.effect("completes a sign-in", () =>
    Effect.gen(function* () {
      yield* TestClock.adjust("1 hour")
      const response = yield* finish((yield* attempt).toUpperCase(), codeAt(3_600_000))
      assert.strictEqual(response.status, 200)
      const session = yield* readSession(response.json)
      assert.deepInclude(session, { is_new_user: false, user_id: USER_ID })
      assert.deepInclude((yield* me(withToken(session.access_token))).json, { id: USER_ID, requires_totp_mfa: true })
    }).pipe(Effect.provide(withFactor()))
  )

  it.effect("completes a sign-in by mail", () =>
    Effect.gen(function* () {
      yield* post("/auth/otp/send-sign-in-code", asClient, { email: ada.email, callback_url: callback })
      const { details } = yield* Effect.flatMap(codeTo(ada.email), (code) =>
        post("/auth/otp/sign-in", asClient, { code })
      )
      const { attempt_code } = yield* readAttempt(details)
      assert.strictEqual((yield* finish(attempt_code, codeAt(0))).status, 200)
    }).pipe(Effect.provide(withFactor()))
  )

  it.effect("accepts the code of the current 30 seconds, and the one before for 10 seconds", () =>
    Effect.gen(function* () {
      yield* TestClock.adjust(609_999)
      const [first, second] = [yield* attempt, yield* attempt]
      assert.strictEqual((yield* finish(first, codeAt(570_000))).status, 200)
      assert.strictEqual((yield* finish(second, codeAt(600_000))).status, 200)
    }).pipe(Effect.provide(withFactor()))
  )

  it.effect("refuses other codes", () =>
    Effect.gen(function* () {
      yield* TestClock.adjust(610_000)
      const code = yield* attempt
      for (const millis of [540_000, 570_000, 630_000, 660_000]) {
        const response = yield* finish(code, codeAt(millis))
        assert.deepStrictEqual([response.status, response.code], [400, "INVALID_TOTP_CODE"], `the code of ${millis} ms`)
      }
      yield* TestClock.adjust(19_999)
      assert.strictEqual((yield* finish(code, codeAt(600_000))).status, 200)
    }).pipe(Effect.provide(withFactor()))
  )

  it.effect("does not accept the code before one that was used", () =>
    Effect.gen(function* () {
      yield* TestClock.adjust("10 minutes")
      const [first, second] = [yield* attempt, yield* attempt]
      assert.strictEqual((yield* finish(first, codeAt(600_000))).status, 200)
      const response = yield* finish(second, codeAt(570_000))
      assert.deepStrictEqual([response.status, response.code], [400, "INVALID_TOTP_CODE"])
    }).pipe(Effect.provide(withFactor()))
  )

  it.effect("accepts a code once, also for another attempt", () =>
    Effect.gen(function* () {
      const [first, second] = [yield* attempt, yield* attempt]
      assert.strictEqual((yield* finish(first, codeAt(0))).status, 200)
      const replayed = yield* finish(second, codeAt(0))
      assert.deepStrictEqual([replayed.status, replayed.code], [400, "INVALID_TOTP_CODE"])
      yield* TestClock.adjust("30 seconds")
      assert.strictEqual((yield* finish(second, codeAt(0))).code, "INVALID_TOTP_CODE")
      assert.strictEqual((yield* finish(second, codeAt(30_000))).status, 200)
    }).pipe(Effect.provide(withFactor()))
  )

  it.effect("accepts a code once when many requests use it at the same time", () =>
    Effect.gen(function* () {
      const attempts = yield* Effect.forEach(Array.from({ length: 5 }), () => attempt)
      const responses = yield* Effect.all(
        attempts.map((code) => finish(code, codeAt(0))),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(responses.map(({ status }) => status).sort(), [200, 400, 400, 400, 400])
    }).pipe(Effect.provide(withFactor()))
  )

  it.effect("keeps the attempt when the code is wrong, and invalidates it after twenty wrong codes", () =>
    Effect.gen(function* () {
      const code = yield* attempt
      const right = codeAt(0)
      const wrong = right === "000000" ? "000001" : "000000"
      for (let guess = 0; guess < 20; guess++)
        assert.strictEqual((yield* finish(code, wrong)).code, "INVALID_TOTP_CODE")
      assert.strictEqual((yield* finish(code, right)).code, "VERIFICATION_CODE_MAX_ATTEMPTS_REACHED")
      assert.strictEqual((yield* finish(yield* attempt, right)).status, 200, "the user can start again")
    }).pipe(Effect.provide(withFactor()))
  )

  it.effect("does not complete a sign-in from before a change of the password", () =>
    Effect.gen(function* () {
      const code = yield* attempt
      yield* TestClock.adjust(1)
      yield* send("PATCH", `/api/v1/users/${USER_ID}`, { headers: asServer, json: { password: "another horse" } })
      assert.strictEqual((yield* finish(code, codeAt(0))).code, "VERIFICATION_CODE_NOT_FOUND")
    }).pipe(Effect.provide(withFactor()))
  )

  type Step<A> = Effect.Effect<A, never, DevelopmentServices>
  /** Each prepares a request that ends the sign-ins of the user, and returns it. */
  const ends: Readonly<Record<string, Step<Step<unknown>>>> = {
    "all sessions of the user were revoked": Effect.succeed(del(`/auth/sessions?user_id=${USER_ID}`, asServer)),
    "a connected account was removed": Effect.map(connected, (id) =>
      del(`/oauth-providers/${USER_ID}/${id}`, asServer)
    ),
    "a connected account was switched off for sign-in": Effect.map(connected, (id) =>
      patch(`/oauth-providers/${USER_ID}/${id}`, asServer, { allow_sign_in: false })
    ),
    "an email was removed": Effect.map(channel, (id) => del(`/contact-channels/${USER_ID}/${id}`, asServer)),
    "an email was switched off for sign-in": Effect.map(channel, (id) =>
      patch(`/contact-channels/${USER_ID}/${id}`, asServer, { used_for_auth: false })
    ),
    "the primary email was changed": Effect.succeed(
      patch(`/users/${USER_ID}`, asServer, { primary_email: "new@example.com" })
    )
  }
  for (const [what, prepare] of Object.entries(ends)) {
    it.effect(`does not complete a sign-in from before ${what}`, () =>
      Effect.gen(function* () {
        const end = yield* prepare
        const code = yield* attempt
        yield* end
        assert.strictEqual((yield* finish(code, codeAt(0))).code, "VERIFICATION_CODE_NOT_FOUND")
      }).pipe(Effect.provide(withFactor({ config: { oauthProviders: [{ type: "shared", id: "google" }] } })))
    )
  }

  const keeps: Readonly<Record<string, Step<Step<TestResponse>>>> = {
    "an email that is not for sign-in was removed": Effect.map(
      Effect.flatMap(channel, (id) =>
        Effect.as(patch(`/contact-channels/${USER_ID}/${id}`, asServer, { used_for_auth: false }), id)
      ),
      (id) => del(`/contact-channels/${USER_ID}/${id}`, asServer)
    ),
    "an email became the primary one": Effect.map(channel, (id) =>
      patch(`/contact-channels/${USER_ID}/${id}`, asServer, { is_primary: true })
    ),
    "the primary email was set to the same one": Effect.succeed(
      patch(`/users/${USER_ID}`, asServer, { primary_email: ada.email })
    ),
    "sign-in by passkey was switched off without a passkey": Effect.succeed(
      patch(`/users/${USER_ID}`, asServer, { passkey_auth_enabled: false })
    ),
    "a connected account that is not for sign-in was removed": Effect.map(
      Effect.flatMap(connected, (id) =>
        Effect.as(patch(`/oauth-providers/${USER_ID}/${id}`, asServer, { allow_sign_in: false }), id)
      ),
      (id) => del(`/oauth-providers/${USER_ID}/${id}`, asServer)
    ),
    "a connected account was changed, but not its use for sign-in": Effect.map(connected, (id) =>
      patch(`/oauth-providers/${USER_ID}/${id}`, asServer, { allow_connected_accounts: false })
    )
  }
  for (const [what, prepare] of Object.entries(keeps)) {
    it.effect(`completes a sign-in from before ${what}`, () =>
      Effect.gen(function* () {
        const change = yield* prepare
        const code = yield* attempt
        assert.strictEqual((yield* change).status, 200)
        assert.strictEqual((yield* finish(code, codeAt(0))).status, 200)
      }).pipe(Effect.provide(withFactor({ config: { oauthProviders: [{ type: "shared", id: "google" }] } })))
    )
  }

  it.effect("does not complete a sign-in from before the verification of an email that replaces another one", () =>
    Effect.gen(function* () {
      const { access_token } = yield* readSession((yield* finish(yield* attempt, codeAt(0))).json)
      const headers = withToken(access_token)
      const { id } = yield* channelOf(headers, ada.email)
      yield* patch(`/contact-channels/me/${id}`, headers, { value: "new@example.com" })
      const code = yield* attempt
      yield* verify(headers, "new@example.com")
      yield* TestClock.adjust("30 seconds")
      assert.strictEqual((yield* finish(code, codeAt(30_000))).code, "VERIFICATION_CODE_NOT_FOUND")
    }).pipe(Effect.provide(withFactor()))
  )

  it.effect("completes a sign-in from before the verification of another email", () =>
    Effect.gen(function* () {
      const { access_token } = yield* readSession((yield* finish(yield* attempt, codeAt(0))).json)
      const headers = withToken(access_token)
      yield* addMore(headers, { used_for_auth: true })
      const code = yield* attempt
      yield* verify(headers, more.value)
      yield* TestClock.adjust("30 seconds")
      assert.strictEqual((yield* finish(code, codeAt(30_000))).status, 200)
    }).pipe(Effect.provide(withFactor()))
  )

  it.effect("accepts an attempt once, within five minutes", () =>
    Effect.gen(function* () {
      const [first, second] = [yield* attempt, yield* attempt]
      assert.strictEqual((yield* finish(first, codeAt(0))).status, 200)
      yield* TestClock.adjust("30 seconds")
      const again = yield* finish(first, codeAt(30_000))
      assert.deepStrictEqual([again.status, again.code], [409, "VERIFICATION_CODE_ALREADY_USED"])
      yield* TestClock.adjust("270 seconds")
      const late = yield* finish(second, codeAt(300_000))
      assert.deepStrictEqual([late.status, late.code], [400, "VERIFICATION_CODE_EXPIRED"])
      const strange = yield* finish(unknownCode, codeAt(300_000))
      assert.deepStrictEqual([strange.status, strange.code], [404, "VERIFICATION_CODE_NOT_FOUND"])
    }).pipe(Effect.provide(withFactor()))
  )

  it.effect("rejects codes that are not six digits", () =>
    Effect.gen(function* () {
      const code = yield* attempt
      const right = codeAt(0)
      for (const totp of [
        "",
        right.slice(1),
        `${right}0`,
        ` ${right}`,
        "never-valid-totp",
        "１２３４５６",
        "__proto__"
      ]) {
        assert.strictEqual((yield* finish(code, totp)).code, "INVALID_TOTP_CODE", totp)
      }
      for (const totp of [null, [right], { value: right }, "\ud800"]) {
        assert.strictEqual((yield* finish(code, totp)).code, "SCHEMA_ERROR")
      }
      assert.strictEqual(
        (yield* post("/auth/mfa/sign-in", asClient, { code, type: "sms", totp: right })).code,
        "SCHEMA_ERROR"
      )
    }).pipe(Effect.provide(withFactor()))
  )

  it.effect("belongs to its project", () =>
    Effect.gen(function* () {
      const foreign = yield* finish(yield* attempt, codeAt(0), asOtherClient)
      assert.deepStrictEqual([foreign.status, foreign.code], [404, "VERIFICATION_CODE_NOT_FOUND"])
    }).pipe(Effect.provide(withFactor()))
  )

  it.effect("is deleted with its user", () =>
    Effect.gen(function* () {
      const [first, second] = [yield* attempt, yield* attempt]
      const { access_token } = yield* Effect.flatMap(finish(first, codeAt(0)), ({ json }) => readSession(json))
      yield* send("DELETE", "/api/v1/users/me", { headers: withToken(access_token, asServer) })
      assert.strictEqual((yield* finish(second, codeAt(0))).code, "VERIFICATION_CODE_NOT_FOUND")
    }).pipe(Effect.provide(withFactor()))
  )

  it.effect("rejects a secret that is too short", () =>
    Effect.gen(function* () {
      const headers = yield* Effect.map(post("/auth/password/sign-in", asClient, ada), ({ json }) =>
        withToken(String(Reflect.get(Object(json), "access_token")))
      )
      for (const bytes of [0, 1, 9]) {
        const set = yield* updateMe(headers, { totp_secret_base64: Buffer.alloc(bytes, 1).toString("base64") })
        assert.deepStrictEqual([set.status, set.code], [400, undefined], `${bytes} bytes`)
      }
      assert.deepInclude((yield* me(headers)).json, { requires_totp_mfa: false })
      assert.strictEqual(
        (yield* updateMe(headers, { totp_secret_base64: Buffer.alloc(10, 1).toString("base64") })).status,
        200
      )
    }).pipe(Effect.provide(service()))
  )

  it.effect("accepts the present code of a new secret after one of the former secret", () =>
    Effect.gen(function* () {
      const { access_token } = yield* readSession((yield* finish(yield* attempt, codeAt(0))).json)
      const other = Buffer.alloc(20, 7).toString("base64")
      for (const [next, of] of [
        [other, other],
        [null, null],
        [secret, secret]
      ] as const) {
        yield* updateMe(withToken(access_token), { totp_secret_base64: next })
        if (of !== null) assert.strictEqual((yield* finish(yield* attempt, codeAt(0, of))).status, 200)
      }
    }).pipe(Effect.provide(withFactor()))
  )

  it.effect("can be enabled and disabled, and its secret is never returned", () =>
    Effect.gen(function* () {
      const { json } = yield* post("/auth/password/sign-in", asClient, ada)
      const headers = withToken(String(Reflect.get(Object(json), "access_token")))
      const set = yield* updateMe(headers, { totp_secret_base64: secret })
      assert.notInclude(set.text, secret)
      const code = yield* attempt
      for (const tier of [asClient, asServer]) {
        const seen = yield* me({ ...headers, ...tier })
        assert.notInclude(seen.text, secret)
        assert.deepInclude(seen.json, { requires_totp_mfa: true })
      }
      yield* updateMe(headers, { totp_secret_base64: null })
      assert.strictEqual((yield* finish(code, codeAt(0))).code, "INVALID_TOTP_CODE", "the factor is disabled")
      assert.strictEqual((yield* post("/auth/password/sign-in", asClient, ada)).status, 200)
    }).pipe(Effect.provide(service()))
  )
})
