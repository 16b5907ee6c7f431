import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { TestClock } from "effect/testing"
import type { ServiceOptions } from "../../../service/service-options.ts"
import { readRecoveryCode } from "../../../core/schema/fields/recovery-code.ts"
import { stepAt, totpCode } from "../../../service/crypto/totp.ts"
import {
  ada,
  asClient,
  asServer,
  type Headers,
  send,
  service,
  signUp,
  updateMe,
  USER_ID,
  withToken,
  asOtherClient
} from "../fixture.ts"
import { callback, codeTo, unknownCode } from "../mails.ts"
import { readSession, readAttempt, readRecoveryCodes, readTokens } from "../responses.ts"
import { post } from "../requests.ts"
import { temporaryFolder } from "../temporary-folder.ts"
import { DatabaseSync } from "node:sqlite"

const secret = Buffer.from("12345678901234567890").toString("base64")
const bob = { email: "bob@example.com", password: "correct horse" }
const BOB_ID = "bbbbbbbb-bbbb-4bbb-8bbb-bbbbbbbbbbbb"
const withFactor = (options: ServiceOptions = {}) =>
  service(
    {
      users: [
        { id: USER_ID, ...ada, totpSecret: secret },
        { id: BOB_ID, ...bob, totpSecret: secret }
      ]
    },
    options
  )

/** Signs in with the password. Returns the attempt code. */
const attemptOf = Effect.fnUntraced(function* (credential: object = ada) {
  const { details } = yield* post("/auth/password/sign-in", asClient, credential)
  return (yield* readAttempt(details)).attempt_code
})

/** Signs in with the password and the TOTP code of the time. Returns the headers of the session. */
const sessionOf = Effect.fnUntraced(function* (credential: object = ada) {
  yield* TestClock.adjust("30 seconds")
  const now = yield* Effect.clockWith((clock) => clock.currentTimeMillis)
  const totp = totpCode(Redacted.make(secret), stepAt(now))
  const { json } = yield* post("/auth/mfa/sign-in", asClient, {
    code: yield* attemptOf(credential),
    type: "totp",
    totp
  })
  return withToken((yield* readSession(json)).access_token)
})

const path = "/api/v1/auth/mfa/recovery-codes"
const generate = (headers: Headers) => send("POST", path, { headers, json: {} })
const stateOf = (headers: Headers) => send("GET", path, { headers })
const codesOf = (headers: Headers) =>
  Effect.map(
    Effect.flatMap(generate(headers), ({ json }) => readRecoveryCodes(json)),
    ({ codes }) => codes
  )
const finish = (code: string, recovery_code: unknown, headers: Headers = asClient) =>
  post("/auth/mfa/recovery-codes/sign-in", headers, { code, recovery_code })

const first = (codes: ReadonlyArray<string>) => codes[0] ?? assert.fail("there are no codes")

describe("the recovery codes of a user", () => {
  it.effect("are ten different ones", () =>
    Effect.gen(function* () {
      const headers = yield* sessionOf()
      const codes = yield* codesOf(headers)
      assert.lengthOf(new Set(codes), 10)
      for (const code of codes) assert.match(code, /^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){2}$/)
      const state = yield* stateOf(headers)
      assert.deepStrictEqual(state.json, { remaining: 10, created_at_millis: 30_000, last_used_at_millis: null })
    }).pipe(Effect.provide(withFactor()))
  )

  it.effect("complete a sign-in once each", () =>
    Effect.gen(function* () {
      const headers = yield* sessionOf()
      const codes = yield* codesOf(headers)
      yield* TestClock.adjust("1 minute")
      for (const [index, code] of codes.entries()) {
        const used = yield* finish(yield* attemptOf(), code)
        assert.deepInclude(yield* readSession(used.json), { is_new_user: false, user_id: USER_ID })
        const again = yield* finish(yield* attemptOf(), code)
        assert.deepStrictEqual([again.status, again.code], [400, "INVALID_RECOVERY_CODE"])
        const { json } = yield* stateOf(headers)
        assert.deepInclude(json, { remaining: 9 - index, last_used_at_millis: 90_000 })
      }
    }).pipe(Effect.provide(withFactor()))
  )

  it.effect("are accepted in any case, with spaces for hyphens and around them", () =>
    Effect.gen(function* () {
      const [a = "", b = ""] = yield* codesOf(yield* sessionOf())
      for (const code of [` ${a.toUpperCase()} `, b.replaceAll("-", " ")]) {
        assert.strictEqual((yield* finish(yield* attemptOf(), code)).status, 200, code)
      }
    }).pipe(Effect.provide(withFactor()))
  )

  it("are read with the letters o, i and l as the digits that they look like", () => {
    assert.strictEqual(readRecoveryCode("O0o0-iI1l-L1il"), "000011111111")
    for (const code of ["000011111111u", "u00011111111", "00001111111", "0000111111111", "0000.1111.1111"]) {
      assert.isNull(readRecoveryCode(code), code)
    }
  })

  it.effect("are accepted once when many requests use one at the same time", () =>
    Effect.gen(function* () {
      const code = first(yield* codesOf(yield* sessionOf()))
      const attempts = yield* Effect.forEach(Array.from({ length: 5 }), () => attemptOf())
      const responses = yield* Effect.all(
        attempts.map((attempt) => finish(attempt, code)),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(responses.map(({ status }) => status).sort(), [200, 400, 400, 400, 400])
    }).pipe(Effect.provide(withFactor()))
  )

  it.effect("are replaced by new ones", () =>
    Effect.gen(function* () {
      const headers = yield* sessionOf()
      const old = yield* codesOf(headers)
      const fresh = yield* codesOf(headers)
      assert.strictEqual((yield* finish(yield* attemptOf(), first(old))).code, "INVALID_RECOVERY_CODE")
      assert.strictEqual((yield* finish(yield* attemptOf(), first(fresh))).status, 200)
    }).pipe(Effect.provide(withFactor()))
  )

  it.effect("end with the second factor, also when the server removes or replaces it", () =>
    Effect.gen(function* () {
      const other = Buffer.alloc(20, 7).toString("base64")
      const headers = yield* sessionOf()
      const changes = [
        updateMe(headers, { totp_secret_base64: null }),
        updateMe(headers, { totp_secret_base64: other }),
        send("PATCH", `/api/v1/users/${USER_ID}`, { headers: asServer, json: { totp_secret_base64: null } })
      ]
      for (const change of changes) {
        const codes = yield* codesOf(headers)
        const attempt = yield* attemptOf()
        assert.strictEqual((yield* change).status, 200)
        assert.deepInclude((yield* stateOf(headers)).json, { remaining: 0, created_at_millis: null })
        assert.strictEqual((yield* finish(attempt, first(codes))).code, "INVALID_RECOVERY_CODE")
        yield* updateMe(headers, { totp_secret_base64: secret })
        assert.strictEqual((yield* finish(attempt, first(codes))).code, "INVALID_RECOVERY_CODE")
      }
      yield* codesOf(headers)
      yield* updateMe(headers, { display_name: "Ada" })
      assert.deepInclude((yield* stateOf(headers)).json, { remaining: 10 }, "other changes keep them")
    }).pipe(Effect.provide(withFactor()))
  )

  it.effect("are not those of another user or another project", () =>
    Effect.gen(function* () {
      const codes = yield* codesOf(yield* sessionOf())
      const asBob = yield* sessionOf(bob)
      assert.deepInclude((yield* stateOf(asBob)).json, { remaining: 0 })
      assert.strictEqual((yield* finish(yield* attemptOf(bob), first(codes))).code, "INVALID_RECOVERY_CODE")
      yield* codesOf(asBob)
      const foreign = yield* finish(yield* attemptOf(), first(codes), asOtherClient)
      assert.deepStrictEqual([foreign.status, foreign.code], [404, "VERIFICATION_CODE_NOT_FOUND"])
      assert.strictEqual((yield* finish(yield* attemptOf(), first(codes))).status, 200, "they stay unused")
    }).pipe(Effect.provide(withFactor()))
  )

  it.effect("are refused if the password changed after the attempt", () =>
    Effect.gen(function* () {
      const codes = yield* codesOf(yield* sessionOf())
      const code = yield* attemptOf()
      yield* TestClock.adjust(1)
      yield* send("PATCH", `/api/v1/users/${USER_ID}`, { headers: asServer, json: { password: "another horse" } })
      assert.strictEqual((yield* finish(code, first(codes))).code, "VERIFICATION_CODE_NOT_FOUND")
    }).pipe(Effect.provide(withFactor()))
  )

  it.effect("stay unused if the first password was set after the attempt", () =>
    Effect.gen(function* () {
      const session = yield* post("/auth/sessions", asServer, { user_id: USER_ID })
      const headers = withToken((yield* readTokens(session.json)).access_token)
      const codes = yield* codesOf(headers)
      yield* post("/auth/otp/send-sign-in-code", asClient, { email: ada.email, callback_url: callback })
      const { details } = yield* post("/auth/otp/sign-in", asClient, { code: yield* codeTo(ada.email) })
      const { attempt_code } = yield* readAttempt(details)
      yield* TestClock.adjust(1)
      const set = yield* post("/auth/password/set", headers, { password: ada.password })
      assert.strictEqual(set.status, 200, set.text)
      assert.strictEqual((yield* finish(attempt_code, first(codes))).code, "VERIFICATION_CODE_NOT_FOUND")
      assert.deepInclude((yield* stateOf(headers)).json, { remaining: 10 })
    }).pipe(
      Effect.provide(
        service({
          config: { magicLinkEnabled: true },
          users: [{ id: USER_ID, email: ada.email, emailVerified: true, totpSecret: secret }]
        })
      )
    )
  )

  it.effect("keep the attempt when one is wrong, and share its twenty tries with TOTP codes", () =>
    Effect.gen(function* () {
      const codes = yield* codesOf(yield* sessionOf())
      const code = yield* attemptOf()
      for (let guess = 0; guess < 10; guess++) {
        assert.strictEqual((yield* finish(code, "0000-0000-0000")).code, "INVALID_RECOVERY_CODE")
        const { code: error } = yield* post("/auth/mfa/sign-in", asClient, { code, type: "totp", totp: "wrong" })
        assert.strictEqual(error, "INVALID_TOTP_CODE")
      }
      assert.strictEqual((yield* finish(code, first(codes))).code, "VERIFICATION_CODE_MAX_ATTEMPTS_REACHED")
      assert.strictEqual((yield* finish(yield* attemptOf(), first(codes))).status, 200)
    }).pipe(Effect.provide(withFactor()))
  )

  it.effect("need an attempt code that is known, valid and unused", () =>
    Effect.gen(function* () {
      const codes = yield* codesOf(yield* sessionOf())
      const [a = "", b = "", c = ""] = codes
      assert.strictEqual((yield* finish(unknownCode, a)).code, "VERIFICATION_CODE_NOT_FOUND")
      const [used, late] = [yield* attemptOf(), yield* attemptOf()]
      assert.strictEqual((yield* finish(used, a)).status, 200)
      assert.strictEqual((yield* finish(used, b)).code, "VERIFICATION_CODE_ALREADY_USED")
      yield* TestClock.adjust("5 minutes")
      assert.strictEqual((yield* finish(late, c)).code, "VERIFICATION_CODE_EXPIRED")
    }).pipe(Effect.provide(withFactor()))
  )

  it.effect("are refused in any other form", () =>
    Effect.gen(function* () {
      const headers = yield* sessionOf()
      const right = first(yield* codesOf(headers))
      const code = yield* attemptOf()
      for (const wrong of ["", right.slice(1), `${right}0`, "uuuu-uuuu-uuuu", "%", "' OR 1=1 --xx"]) {
        assert.strictEqual((yield* finish(code, wrong)).code, "INVALID_RECOVERY_CODE", wrong)
      }
      for (const wrong of [null, [right], { value: right }, "\ud800", `${right}\u0000`]) {
        assert.strictEqual((yield* finish(code, wrong)).code, "SCHEMA_ERROR")
      }
      assert.strictEqual((yield* send("POST", path, { headers, json: { count: 100 } })).code, "SCHEMA_ERROR")
      assert.deepInclude((yield* stateOf(headers)).json, { remaining: 10 })
    }).pipe(Effect.provide(withFactor()))
  )

  it.effect("need a signed-in user with a second factor", () =>
    Effect.gen(function* () {
      for (const call of [generate, stateOf]) {
        assert.strictEqual((yield* call(asClient)).code, "CANNOT_GET_OWN_USER_WITHOUT_USER")
      }
      const { json } = yield* signUp("carol@example.com")
      const headers = withToken((yield* readSession(json)).access_token)
      const refused = yield* generate(headers)
      assert.deepStrictEqual([refused.status, refused.code], [400, "MULTI_FACTOR_AUTHENTICATION_NOT_ENABLED"])
      assert.deepInclude((yield* stateOf(headers)).json, { remaining: 0 })
    }).pipe(Effect.provide(withFactor()))
  )

  it.effect("are stored as hashes, and deleted with their user", () =>
    Effect.gen(function* () {
      const database = (yield* temporaryFolder).path("service.db")
      const stored = () => {
        const file = new DatabaseSync(database, { readOnly: true })
        try {
          return file.prepare("SELECT * FROM recovery_codes").all()
        } finally {
          file.close()
        }
      }
      yield* Effect.gen(function* () {
        const codes = yield* codesOf(yield* sessionOf())
        assert.lengthOf(stored(), 10)
        for (const code of codes) assert.notInclude(JSON.stringify(stored()), code.replaceAll("-", "").slice(4))
        yield* send("DELETE", `/api/v1/users/${USER_ID}`, { headers: asServer })
        assert.lengthOf(stored(), 0)
      }).pipe(Effect.provide(withFactor({ database })))
    })
  )
})
