/** Sign-in with passkeys (WebAuthn Level 3, section 7.2). */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { stepAt, totpCode } from "../../../service/crypto/totp.ts"
import type { DevelopmentServices } from "../../../service/development.ts"
import { type AuthenticatorFaults, makeAuthenticator } from "../authenticator.ts"
import { del, post } from "../requests.ts"
import { readSession, readAttempt } from "../responses.ts"
import {
  asAdmin,
  asClient,
  asServer,
  type Headers,
  me,
  OTHER_PROJECT_ID,
  otherKeys,
  refresh,
  send,
  updateMe,
  USER_ID,
  withToken
} from "../fixture.ts"
import {
  SENTINEL,
  withPasskeys,
  base64url,
  readCeremony,
  initiateRegistration,
  initiateAuthentication,
  signInWith,
  register,
  passkeysOf,
  signInBy,
  registered,
  isCode
} from "./passkey-fixture.ts"

describe("sign-in with a passkey", () => {
  it.effect("starts with the request options", () =>
    Effect.gen(function* () {
      for (const tier of [asClient, asServer, asAdmin]) {
        const response = yield* initiateAuthentication(tier)
        const { challenge, code } = yield* readCeremony(response.json)
        assert.isTrue(isCode(code))
        assert.deepStrictEqual(response.json, {
          options_json: {
            rpId: SENTINEL,
            challenge,
            allowCredentials: [],
            timeout: 60_000,
            userVerification: "preferred"
          },
          code
        })
      }
    }).pipe(Effect.provide(withPasskeys()))
  )

  it.effect("creates a session of the user, repeatedly", () =>
    Effect.gen(function* () {
      const { key } = yield* registered
      for (let use = 0; use < 3; use++) {
        const response = yield* signInBy(key)
        assert.deepInclude(response.json, { is_new_user: false, user_id: USER_ID })
        const session = yield* readSession(response.json)
        assert.propertyVal((yield* me(withToken(session.access_token))).json, "id", USER_ID)
        assert.strictEqual((yield* refresh(session.refresh_token)).status, 200)
      }
    }).pipe(Effect.provide(withPasskeys()))
  )

  it.effect("works in every tier", () =>
    Effect.gen(function* () {
      const { key } = yield* registered
      for (const tier of [asClient, asServer, asAdmin]) {
        const { challenge, code } = yield* readCeremony((yield* initiateAuthentication(tier)).json)
        const response = yield* signInWith(
          { authentication_response: key.get(challenge, base64url(USER_ID)), code },
          tier
        )
        assert.strictEqual(response.status, 200)
      }
    }).pipe(Effect.provide(withPasskeys()))
  )

  it.effect("requires the second factor of the user", () =>
    Effect.gen(function* () {
      const { headers, key } = yield* registered
      yield* updateMe(headers, { totp_secret_base64: "ZXhhbXBsZSB2YWx1ZQ==" })
      const response = yield* signInBy(key)
      assert.deepStrictEqual([response.status, response.code], [400, "MULTI_FACTOR_AUTHENTICATION_REQUIRED"])
      const { attempt_code } = yield* readAttempt(response.details)
      assert.isTrue(isCode(attempt_code))
    }).pipe(Effect.provide(withPasskeys()))
  )

  const removals: Readonly<Record<string, (headers: Headers) => Effect.Effect<unknown, never, DevelopmentServices>>> = {
    removed: (headers) =>
      Effect.flatMap(passkeysOf(headers), ([passkey]) => del(`/passkeys/me/${passkey?.id}`, headers)),
    "removed with all others": (headers) => updateMe(headers, { passkey_auth_enabled: false }),
    replaced: (headers) => register(headers, makeAuthenticator())
  }
  for (const [how, remove] of Object.entries(removals)) {
    it.effect(`does not start a session by a second factor once the passkey was ${how}`, () =>
      Effect.gen(function* () {
        const { headers, key } = yield* registered
        const totp_secret_base64 = Buffer.alloc(20, 7).toString("base64")
        yield* updateMe(headers, { totp_secret_base64 })
        const { attempt_code: code } = yield* readAttempt((yield* signInBy(key)).details)
        yield* remove(headers)
        const totp = totpCode(Redacted.make(totp_secret_base64), stepAt(yield* Clock.currentTimeMillis))
        const response = yield* post("/auth/mfa/sign-in", asClient, { type: "totp", totp, code })
        assert.strictEqual(response.code, "VERIFICATION_CODE_NOT_FOUND", response.text)
      }).pipe(Effect.provide(withPasskeys()))
    )
  }

  it.effect("requires a project with passkeys, also when they were disabled meanwhile", () =>
    Effect.gen(function* () {
      const { key } = yield* registered
      const { challenge, code } = yield* readCeremony((yield* initiateAuthentication()).json)
      yield* send("PATCH", "/api/v1/projects/current", {
        headers: asAdmin,
        json: { config: { passkey_enabled: false } }
      })
      const late = yield* signInWith({ authentication_response: key.get(challenge, base64url(USER_ID)), code })
      assert.deepStrictEqual([late.status, late.code], [400, "PASSKEY_AUTHENTICATION_NOT_ENABLED"])
      assert.strictEqual((yield* initiateAuthentication()).code, "PASSKEY_AUTHENTICATION_NOT_ENABLED")
    }).pipe(Effect.provide(withPasskeys()))
  )

  it.effect("fails after the passkey was deleted", () =>
    Effect.gen(function* () {
      const { headers, key } = yield* registered
      const removed = yield* updateMe(headers, { passkey_auth_enabled: false })
      assert.propertyVal(removed.json, "passkey_auth_enabled", false)
      const response = yield* signInBy(key)
      assert.deepStrictEqual([response.status, response.code], [400, "PASSKEY_AUTHENTICATION_FAILED"])
      assert.strictEqual((yield* register(headers, key)).status, 200, "it may be registered again")
    }).pipe(Effect.provide(withPasskeys()))
  )

  it.effect("uses a challenge once, within 65 seconds", () =>
    Effect.gen(function* () {
      const { key } = yield* registered
      const { challenge, code } = yield* readCeremony((yield* initiateAuthentication()).json)
      const response = key.get(challenge, base64url(USER_ID))
      assert.strictEqual((yield* signInWith({ authentication_response: response, code })).status, 200)
      const replayed = yield* signInWith({ authentication_response: response, code })
      assert.deepStrictEqual([replayed.status, replayed.code], [409, "VERIFICATION_CODE_ALREADY_USED"])
      const late = yield* readCeremony((yield* initiateAuthentication()).json)
      yield* TestClock.adjust("65 seconds")
      const expired = yield* signInWith({
        authentication_response: key.get(late.challenge, base64url(USER_ID)),
        code: late.code
      })
      assert.deepStrictEqual([expired.status, expired.code], [400, "VERIFICATION_CODE_EXPIRED"])
    }).pipe(Effect.provide(withPasskeys()))
  )

  it.effect("accepts codes of its own kind and project, until they expire", () =>
    Effect.gen(function* () {
      const { headers, key } = yield* registered
      const other = yield* readCeremony((yield* initiateRegistration(headers)).json)
      const wrongKind = yield* signInWith({
        authentication_response: key.get(other.challenge, base64url(USER_ID)),
        code: other.code
      })
      assert.strictEqual(wrongKind.code, "VERIFICATION_CODE_NOT_FOUND")
      const { challenge, code } = yield* readCeremony((yield* initiateAuthentication()).json)
      const elsewhere = yield* signInWith(
        { authentication_response: key.get(challenge, base64url(USER_ID)), code },
        {
          "x-stack-project-id": OTHER_PROJECT_ID,
          "x-stack-access-type": "client",
          "x-stack-publishable-client-key": otherKeys.publishableClientKey
        }
      )
      assert.strictEqual(elsewhere.code, "VERIFICATION_CODE_NOT_FOUND")
      for (let guess = 0; guess < 20; guess++) {
        yield* signInWith({ authentication_response: {}, code: `${String(guess).padStart(6, "0")}${code.slice(6)}` })
      }
      const tooOften = yield* signInWith({ authentication_response: key.get(challenge, base64url(USER_ID)), code })
      assert.deepStrictEqual([tooOften.status, tooOften.code], [400, "VERIFICATION_CODE_MAX_ATTEMPTS_REACHED"])
    }).pipe(Effect.provide(withPasskeys()))
  )

  const wrongSignIns: ReadonlyArray<readonly [string, AuthenticatorFaults]> = [
    ["another challenge", { challenge: base64url("another challenge of the same kind") }],
    ["a ceremony of the other kind", { type: "webauthn.create" }],
    ["another host", { rpId: "evil.example" }],
    ["no user presence", { userPresent: false }],
    ["a changed signature", { tampered: true }],
    ["an unknown passkey", { id: base64url("another id") }],
    ["the user handle of another user", { userHandle: base64url("bbbbbbbb-bbbb-4bbb-8bbb-bbbbbbbbbbbb") }],
    ["no user handle", { userHandle: null }]
  ]
  it.effect.each(wrongSignIns)("is rejected with %s", ([, faults]) =>
    Effect.gen(function* () {
      const { key } = yield* registered
      const response = yield* signInBy(key, faults)
      assert.deepStrictEqual([response.status, response.code], [400, "PASSKEY_AUTHENTICATION_FAILED"])
      assert.strictEqual((yield* signInBy(key)).status, 200, "the passkey is still valid")
    }).pipe(Effect.provide(withPasskeys()))
  )

  it.effect("is rejected with a malformed response", () =>
    Effect.gen(function* () {
      const { key } = yield* registered
      const good = key.get("x", base64url(USER_ID))
      for (const response of [
        "text",
        null,
        [],
        {},
        { ...good, response: {} },
        { ...good, type: "password" },
        { ...good, id: "" }
      ]) {
        const { code } = yield* readCeremony((yield* initiateAuthentication()).json)
        const replayed = yield* signInWith({ authentication_response: response, code })
        assert.deepStrictEqual([replayed.status, replayed.code], [400, "PASSKEY_AUTHENTICATION_FAILED"])
      }
    }).pipe(Effect.provide(withPasskeys()))
  )

  it.effect("is rejected when the counter does not increase, unless the authenticator does not count", () =>
    Effect.gen(function* () {
      const { key } = yield* registered
      const statusAt = (counter: number) => Effect.map(signInBy(key, { counter }), ({ code, status }) => code ?? status)
      assert.strictEqual(yield* statusAt(0), 200)
      assert.strictEqual(yield* statusAt(0), 200)
      assert.strictEqual(yield* statusAt(7), 200)
      assert.strictEqual(yield* statusAt(7), "PASSKEY_AUTHENTICATION_FAILED")
      assert.strictEqual(yield* statusAt(6), "PASSKEY_AUTHENTICATION_FAILED")
      assert.strictEqual(yield* statusAt(0), "PASSKEY_AUTHENTICATION_FAILED")
      assert.strictEqual(yield* statusAt(8), 200)
    }).pipe(Effect.provide(withPasskeys()))
  )

  it.effect("accepts one of two concurrent responses with the same counter", () =>
    Effect.gen(function* () {
      const { key } = yield* registered
      const both = yield* Effect.all([signInBy(key, { counter: 5 }), signInBy(key, { counter: 5 })], { concurrency: 2 })
      assert.deepStrictEqual(both.map(({ status }) => status).toSorted(), [200, 400])
    }).pipe(Effect.provide(withPasskeys()))
  )

  it.effect("rejects a passkey of another project", () =>
    Effect.gen(function* () {
      const { key } = yield* registered
      const other = {
        "x-stack-project-id": OTHER_PROJECT_ID,
        "x-stack-access-type": "admin",
        "x-stack-super-secret-admin-key": otherKeys.superSecretAdminKey
      }
      yield* send("PATCH", "/api/v1/projects/current", { headers: other, json: { config: { passkey_enabled: true } } })
      const { challenge, code } = yield* readCeremony((yield* initiateAuthentication(other)).json)
      const response = yield* signInWith(
        { authentication_response: key.get(challenge, base64url(USER_ID)), code },
        other
      )
      assert.deepStrictEqual([response.status, response.code], [400, "PASSKEY_AUTHENTICATION_FAILED"])
    }).pipe(Effect.provide(withPasskeys()))
  )
})
