/** Registration of passkeys (WebAuthn Level 3, section 7.1). */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { type AuthenticatorFaults, makeAuthenticator } from "../authenticator.ts"
import { ada, asAdmin, asClient, asServer, me, send, signIn, signUp, updateMe, USER_ID, withToken } from "../fixture.ts"
import {
  SENTINEL,
  withPasskeys,
  base64url,
  readCeremony,
  initiateRegistration,
  initiateAuthentication,
  registerWith,
  register,
  signInBy,
  client,
  registered,
  isCode
} from "./passkey-fixture.ts"

describe("the registration of a passkey", () => {
  it.effect("starts with the creation options", () =>
    Effect.gen(function* () {
      const response = yield* initiateRegistration(yield* client)
      const { challenge, code } = yield* readCeremony(response.json)
      assert.isTrue(isCode(code))
      assert.match(challenge, /^[\w-]{43}$/)
      assert.deepStrictEqual(response.json, {
        options_json: {
          challenge,
          rp: { name: "Test", id: SENTINEL },
          user: { id: base64url(USER_ID), name: ada.email, displayName: ada.email },
          pubKeyCredParams: [-8, -7, -257].map((alg) => ({ alg, type: "public-key" })),
          timeout: 60_000,
          attestation: "none",
          excludeCredentials: [],
          authenticatorSelection: { residentKey: "required", userVerification: "preferred", requireResidentKey: true },
          extensions: { credProps: true }
        },
        code
      })
    }).pipe(Effect.provide(withPasskeys()))
  )

  it.effect("uses the user's name and a new challenge", () =>
    Effect.gen(function* () {
      const headers = yield* client
      yield* updateMe(headers, { display_name: "Ada" })
      const first = yield* initiateRegistration(headers)
      const second = yield* initiateRegistration(headers)
      assert.include(first.text, `"name":"Ada","displayName":"Ada"`)
      assert.notStrictEqual((yield* readCeremony(first.json)).challenge, (yield* readCeremony(second.json)).challenge)
    }).pipe(Effect.provide(withPasskeys()))
  )

  it.effect("uses a placeholder for a user without a name", () =>
    Effect.gen(function* () {
      const { access_token } = yield* signIn()
      yield* updateMe(withToken(access_token, asServer), { primary_email: null })
      const response = yield* initiateRegistration(withToken(access_token))
      assert.include(response.text, `"name":"User","displayName":"User"`)
    }).pipe(Effect.provide(withPasskeys()))
  )

  it.effect("accepts any body, or none, in the first call of a ceremony", () =>
    Effect.gen(function* () {
      const headers = yield* client
      for (const ceremony of ["registration", "authentication"]) {
        const path = `/api/v1/auth/passkey/initiate-passkey-${ceremony}`
        assert.strictEqual((yield* send("POST", path, { headers, json: { anything: 1 } })).status, 200, ceremony)
        assert.strictEqual((yield* send("POST", path, { headers })).status, 200, ceremony)
      }
    }).pipe(Effect.provide(withPasskeys()))
  )

  it.effect("adds a passkey that every tier sees", () =>
    Effect.gen(function* () {
      const { access_token } = yield* signIn()
      const key = makeAuthenticator()
      const response = yield* register(withToken(access_token), key)
      assert.deepStrictEqual([response.status, response.json], [200, { user_handle: key.id }])
      for (const tier of [asClient, asServer, asAdmin]) {
        assert.propertyVal((yield* me(withToken(access_token, tier))).json, "passkey_auth_enabled", true)
      }
    }).pipe(Effect.provide(withPasskeys()))
  )

  it.effect("works in every tier", () =>
    Effect.gen(function* () {
      const { access_token } = yield* signIn()
      for (const tier of [asClient, asServer, asAdmin]) {
        assert.strictEqual((yield* register(withToken(access_token, tier), makeAuthenticator())).status, 200)
      }
    }).pipe(Effect.provide(withPasskeys()))
  )

  it.effect("requires a user", () =>
    Effect.gen(function* () {
      for (const tier of [asClient, asServer, asAdmin]) {
        const first = yield* initiateRegistration(tier)
        assert.deepStrictEqual([first.status, first.code], [400, "SCHEMA_ERROR"])
        assert.include(first.error, "auth.user: Missing")
        const second = yield* registerWith(tier, { credential: {}, code: "x".repeat(45) })
        assert.deepStrictEqual([second.status, second.code], [400, "SCHEMA_ERROR"])
      }
    }).pipe(Effect.provide(withPasskeys()))
  )

  it.effect("requires a project with passkeys, also when they were disabled meanwhile", () =>
    Effect.gen(function* () {
      const headers = yield* client
      const key = makeAuthenticator()
      const { challenge, code } = yield* readCeremony((yield* initiateRegistration(headers)).json)
      yield* send("PATCH", "/api/v1/projects/current", {
        headers: asAdmin,
        json: { config: { passkey_enabled: false } }
      })
      const late = yield* registerWith(headers, { credential: key.create(challenge), code })
      assert.deepStrictEqual([late.status, late.code], [400, "PASSKEY_AUTHENTICATION_NOT_ENABLED"])
      assert.strictEqual((yield* initiateRegistration(headers)).code, "PASSKEY_AUTHENTICATION_NOT_ENABLED")
    }).pipe(Effect.provide(withPasskeys()))
  )

  it.effect("replaces the user's passkey", () =>
    Effect.gen(function* () {
      const { headers, key } = yield* registered
      const next = makeAuthenticator()
      yield* register(headers, next)
      assert.strictEqual((yield* signInBy(key)).code, "PASSKEY_AUTHENTICATION_FAILED")
      assert.strictEqual((yield* signInBy(next)).status, 200)
    }).pipe(Effect.provide(withPasskeys()))
  )

  it.effect("rejects a passkey of another user", () =>
    Effect.gen(function* () {
      const { key } = yield* registered
      yield* signUp("eve@example.com")
      const eve = withToken((yield* signIn({ ...ada, email: "eve@example.com" })).access_token)
      const response = yield* register(eve, key)
      assert.deepStrictEqual([response.status, response.code], [400, "PASSKEY_REGISTRATION_FAILED"])
      assert.strictEqual((yield* signInBy(key)).status, 200)
    }).pipe(Effect.provide(withPasskeys()))
  )

  it.effect("uses the code up, also when it fails", () =>
    Effect.gen(function* () {
      const headers = yield* client
      const key = makeAuthenticator()
      const { challenge, code } = yield* readCeremony((yield* initiateRegistration(headers)).json)
      const failed = yield* registerWith(headers, { credential: key.create(challenge, { userPresent: false }), code })
      assert.strictEqual(failed.code, "PASSKEY_REGISTRATION_FAILED")
      const again = yield* registerWith(headers, { credential: key.create(challenge), code })
      assert.deepStrictEqual([again.status, again.code], [409, "VERIFICATION_CODE_ALREADY_USED"])
    }).pipe(Effect.provide(withPasskeys()))
  )

  it.effect("has to finish within 65 seconds", () =>
    Effect.gen(function* () {
      const headers = yield* client
      const key = makeAuthenticator()
      const early = yield* readCeremony((yield* initiateRegistration(headers)).json)
      const late = yield* readCeremony((yield* initiateRegistration(headers)).json)
      yield* TestClock.adjust("64999 millis")
      const inTime = yield* registerWith(headers, { credential: key.create(early.challenge), code: early.code })
      assert.strictEqual(inTime.status, 200)
      yield* TestClock.adjust("1 millis")
      const tooLate = yield* registerWith(headers, { credential: key.create(late.challenge), code: late.code })
      assert.deepStrictEqual([tooLate.status, tooLate.code], [400, "VERIFICATION_CODE_EXPIRED"])
    }).pipe(Effect.provide(withPasskeys()))
  )

  it.effect("rejects a code of another user, project or ceremony", () =>
    Effect.gen(function* () {
      const headers = yield* client
      const key = makeAuthenticator()
      const own = yield* readCeremony((yield* initiateRegistration(headers)).json)
      yield* signUp("eve@example.com")
      const eve = withToken((yield* signIn({ ...ada, email: "eve@example.com" })).access_token)
      const signingIn = yield* readCeremony((yield* initiateAuthentication()).json)
      const attempts = [
        registerWith(headers, { credential: key.create(own.challenge), code: "0".repeat(45) }),
        registerWith(eve, { credential: key.create(own.challenge), code: own.code }),
        registerWith(headers, { credential: key.create(signingIn.challenge), code: signingIn.code })
      ]
      for (const attempt of attempts) {
        const response = yield* attempt
        assert.deepStrictEqual([response.status, response.code], [404, "VERIFICATION_CODE_NOT_FOUND"])
      }
      assert.strictEqual(
        (yield* registerWith(headers, { credential: key.create(own.challenge), code: own.code })).status,
        200
      )
    }).pipe(Effect.provide(withPasskeys()))
  )

  it.effect("accepts 20 attempts with a code", () =>
    Effect.gen(function* () {
      const headers = yield* client
      const { challenge, code } = yield* readCeremony((yield* initiateRegistration(headers)).json)
      for (let guess = 0; guess < 20; guess++) {
        const wrong = `${String(guess).padStart(6, "0")}${code.slice(6)}`
        yield* registerWith(headers, { credential: {}, code: wrong })
      }
      const response = yield* registerWith(headers, { credential: makeAuthenticator().create(challenge), code })
      assert.deepStrictEqual([response.status, response.code], [400, "VERIFICATION_CODE_MAX_ATTEMPTS_REACHED"])
    }).pipe(Effect.provide(withPasskeys()))
  )

  const wrongRegistrations: ReadonlyArray<readonly [string, AuthenticatorFaults]> = [
    ["another challenge", { challenge: base64url("another challenge of the same kind") }],
    ["a ceremony of the other kind", { type: "webauthn.get" }],
    ["another host", { rpId: "evil.example" }],
    ["the placeholder for an unknown host", { rpId: SENTINEL }],
    ["no user presence", { userPresent: false }],
    ["an id that was not signed", { id: base64url("another id") }],
    ["an algorithm that was not requested", { algorithm: -35 }],
    ["a certificate of its vendor, which was not requested", { makerAttested: true }],
    ["an attestation that requires a lookup", { attestation: { format: "android-safetynet", statement: new Map() } }],
    [
      "a statement of the format none",
      {
        attestation: {
          format: "none",
          statement: new Map<string, number | Uint8Array | Array<Uint8Array>>([["alg", -7]])
        }
      }
    ]
  ]
  it.effect.each(wrongRegistrations)("is rejected with %s", ([, faults]) =>
    Effect.gen(function* () {
      const headers = yield* client
      const response = yield* register(headers, makeAuthenticator(), faults)
      assert.deepStrictEqual([response.status, response.code], [400, "PASSKEY_REGISTRATION_FAILED"])
      assert.propertyVal((yield* me(headers)).json, "passkey_auth_enabled", false)
    }).pipe(Effect.provide(withPasskeys()))
  )

  const key = makeAuthenticator()
  const honest = key.create("x")
  const noCredentials: ReadonlyArray<readonly [string, unknown]> = [
    ["a text", "credential"],
    ["null", null],
    ["an empty object", {}],
    ["a response without members", { ...honest, response: {} }],
    ["client data that is not JSON", { ...honest, response: { clientDataJSON: "AAAA", attestationObject: "AAAA" } }],
    ["an attestation that is not CBOR", { ...honest, response: { ...honest.response, attestationObject: "_w" } }],
    ["deeply nested CBOR", { ...honest, response: { ...honest.response, attestationObject: "gYGB".repeat(2000) } }],
    ["an id that is too long", key.create("x", { id: "A".repeat(1400) })]
  ]
  it.effect.each(noCredentials)("is rejected with %s for a credential", ([, credential]) =>
    Effect.gen(function* () {
      const headers = yield* client
      const { code } = yield* readCeremony((yield* initiateRegistration(headers)).json)
      const response = yield* registerWith(headers, { credential, code })
      assert.deepStrictEqual([response.status, response.code], [400, "PASSKEY_REGISTRATION_FAILED"])
    }).pipe(Effect.provide(withPasskeys()))
  )

  it.effect("accepts self attestation, which browsers may not strip", () =>
    Effect.gen(function* () {
      const headers = yield* client
      assert.strictEqual((yield* register(headers, makeAuthenticator(), { selfAttested: true })).status, 200)
      const wrong = yield* register(headers, makeAuthenticator(), { selfAttested: true, tampered: true })
      assert.strictEqual(wrong.code, "PASSKEY_REGISTRATION_FAILED")
    }).pipe(Effect.provide(withPasskeys()))
  )

  it.effect("does not require user verification, which is only preferred", () =>
    Effect.gen(function* () {
      const response = yield* register(yield* client, makeAuthenticator(), { userVerified: false })
      assert.strictEqual(response.status, 200)
    }).pipe(Effect.provide(withPasskeys()))
  )
})
