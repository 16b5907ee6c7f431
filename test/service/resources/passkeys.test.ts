/** Passkeys (WebAuthn Level 3). */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import { type Authenticator, type Faults, makeAuthenticator } from "../authenticator.ts"
import {
  ada,
  asAdmin,
  asClient,
  asServer,
  type Headers,
  me,
  OTHER_PROJECT_ID,
  otherKeys,
  refresh,
  send,
  service,
  signIn,
  signUp,
  updateMe,
  USER_ID,
  withToken
} from "../fixture.ts"

const SENTINEL = "THIS_VALUE_WILL_BE_REPLACED.example.com"
const DOMAIN = "https://app.example"

const withPasskeys = (project: Parameters<typeof service>[0] = {}) =>
  service({ config: { passkeyEnabled: true, ...project.config }, ...project })

const base64url = (text: string) => Buffer.from(text).toString("base64url")

const Ceremony = Schema.Struct({
  code: Schema.String,
  options_json: Schema.Struct({ challenge: Schema.String })
})
const readCeremony = (json: unknown) =>
  Effect.map(Effect.orDie(Schema.decodeUnknownEffect(Ceremony)(json)), ({ code, options_json }) => ({
    code,
    challenge: options_json.challenge
  }))

const initiateRegistration = (headers: Headers) =>
  send("POST", "/api/v1/auth/passkey/initiate-passkey-registration", { headers, json: {} })
const initiateAuthentication = (headers: Headers = asClient) =>
  send("POST", "/api/v1/auth/passkey/initiate-passkey-authentication", { headers, json: {} })

const registerWith = (headers: Headers, json: unknown) =>
  send("POST", "/api/v1/auth/passkey/register", { headers, json })
const signInWith = (json: unknown, headers: Headers = asClient) =>
  send("POST", "/api/v1/auth/passkey/sign-in", { headers, json })

/** Runs a whole registration. */
const register = Effect.fnUntraced(function* (headers: Headers, key: Authenticator, faults: Faults = {}) {
  const { challenge, code } = yield* readCeremony((yield* initiateRegistration(headers)).json)
  return yield* registerWith(headers, { credential: key.create(challenge, faults), code })
})

/** Runs a whole sign-in. */
const signInBy = Effect.fnUntraced(function* (key: Authenticator, faults: Faults = {}, userId: string = USER_ID) {
  const { challenge, code } = yield* readCeremony((yield* initiateAuthentication()).json)
  return yield* signInWith({ authentication_response: key.get(challenge, base64url(userId), faults), code })
})

const client = Effect.map(signIn(), ({ access_token }) => withToken(access_token))

const registered = Effect.gen(function* () {
  const headers = yield* client
  const key = makeAuthenticator()
  const { status } = yield* register(headers, key)
  assert.strictEqual(status, 200)
  return { headers, key }
})

const isCode = Schema.is(Schema.String.check(Schema.isPattern(/^[0-9a-z]{45}$/u)))

describe("the registration of a passkey", () => {
  it.effect("starts with the creation options", () =>
    Effect.gen(function* () {
      const answer = yield* initiateRegistration(yield* client)
      const { challenge, code } = yield* readCeremony(answer.json)
      assert.isTrue(isCode(code))
      assert.match(challenge, /^[\w-]{43}$/)
      assert.deepStrictEqual(answer.json, {
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
      const answer = yield* initiateRegistration(withToken(access_token))
      assert.include(answer.text, `"name":"User","displayName":"User"`)
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
      const answer = yield* register(withToken(access_token), key)
      assert.deepStrictEqual([answer.status, answer.json], [200, { user_handle: key.id }])
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
      const answer = yield* register(eve, key)
      assert.deepStrictEqual([answer.status, answer.code], [400, "PASSKEY_REGISTRATION_FAILED"])
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
        const answer = yield* attempt
        assert.deepStrictEqual([answer.status, answer.code], [404, "VERIFICATION_CODE_NOT_FOUND"])
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
      const answer = yield* registerWith(headers, { credential: makeAuthenticator().create(challenge), code })
      assert.deepStrictEqual([answer.status, answer.code], [400, "VERIFICATION_CODE_MAX_ATTEMPTS_REACHED"])
    }).pipe(Effect.provide(withPasskeys()))
  )

  const wrongRegistrations: ReadonlyArray<readonly [string, Faults]> = [
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
      const answer = yield* register(headers, makeAuthenticator(), faults)
      assert.deepStrictEqual([answer.status, answer.code], [400, "PASSKEY_REGISTRATION_FAILED"])
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
      const answer = yield* registerWith(headers, { credential, code })
      assert.deepStrictEqual([answer.status, answer.code], [400, "PASSKEY_REGISTRATION_FAILED"])
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
      const answer = yield* register(yield* client, makeAuthenticator(), { userVerified: false })
      assert.strictEqual(answer.status, 200)
    }).pipe(Effect.provide(withPasskeys()))
  )
})

describe("sign-in with a passkey", () => {
  it.effect("starts with the request options", () =>
    Effect.gen(function* () {
      for (const tier of [asClient, asServer, asAdmin]) {
        const answer = yield* initiateAuthentication(tier)
        const { challenge, code } = yield* readCeremony(answer.json)
        assert.isTrue(isCode(code))
        assert.deepStrictEqual(answer.json, {
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
      const Session = Schema.Struct({ access_token: Schema.String, refresh_token: Schema.String })
      for (let use = 0; use < 3; use++) {
        const answer = yield* signInBy(key)
        assert.deepInclude(answer.json, { is_new_user: false, user_id: USER_ID })
        const session = yield* Schema.decodeUnknownEffect(Session)(answer.json)
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
        const answer = yield* signInWith(
          { authentication_response: key.get(challenge, base64url(USER_ID)), code },
          tier
        )
        assert.strictEqual(answer.status, 200)
      }
    }).pipe(Effect.provide(withPasskeys()))
  )

  it.effect("requires the second factor of the user", () =>
    Effect.gen(function* () {
      const { headers, key } = yield* registered
      yield* updateMe(headers, { totp_secret_base64: "ZXhhbXBsZSB2YWx1ZQ==" })
      const answer = yield* signInBy(key)
      assert.deepStrictEqual([answer.status, answer.code], [400, "MULTI_FACTOR_AUTHENTICATION_REQUIRED"])
      const { attempt_code } = yield* Schema.decodeUnknownEffect(Schema.Struct({ attempt_code: Schema.String }))(
        answer.details
      )
      assert.isTrue(isCode(attempt_code))
    }).pipe(Effect.provide(withPasskeys()))
  )

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
      const answer = yield* signInBy(key)
      assert.deepStrictEqual([answer.status, answer.code], [400, "PASSKEY_AUTHENTICATION_FAILED"])
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

  const wrongSignIns: ReadonlyArray<readonly [string, Faults]> = [
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
      const answer = yield* signInBy(key, faults)
      assert.deepStrictEqual([answer.status, answer.code], [400, "PASSKEY_AUTHENTICATION_FAILED"])
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
        const answer = yield* signInWith({ authentication_response: response, code })
        assert.deepStrictEqual([answer.status, answer.code], [400, "PASSKEY_AUTHENTICATION_FAILED"])
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
      const answer = yield* signInWith({ authentication_response: key.get(challenge, base64url(USER_ID)), code }, other)
      assert.deepStrictEqual([answer.status, answer.code], [400, "PASSKEY_AUTHENTICATION_FAILED"])
    }).pipe(Effect.provide(withPasskeys()))
  )
})

describe("the origins of passkeys", () => {
  const codeAt = (origin: string, crossOrigin = false) =>
    Effect.gen(function* () {
      const headers = yield* client
      const rpId = URL.parse(origin)?.hostname ?? "localhost"
      const answer = yield* register(headers, makeAuthenticator(), { origin, rpId, crossOrigin })
      return answer.code ?? answer.status
    })
  const FAILED = "PASSKEY_AUTHENTICATION_FAILED"

  it.effect("are this machine and the trusted domains, compared exactly", () =>
    Effect.gen(function* () {
      for (const origin of [
        "http://localhost:3000",
        "http://localhost",
        "https://localhost:8443",
        DOMAIN,
        "https://app.example:8443"
      ]) {
        assert.strictEqual(yield* codeAt(origin), 200, origin)
      }
      for (const origin of [
        "https://evil.example",
        "http://app.example",
        "https://app.example:444",
        "https://sub.app.example",
        "https://app.example.evil.example",
        "https://with.path",
        "http://127.0.0.1:3000",
        "http://sub.localhost",
        "http://localhost.evil.example",
        "http://localhost/",
        "app://localhost",
        "null"
      ]) {
        assert.strictEqual(yield* codeAt(origin), FAILED, origin)
      }
      assert.strictEqual(yield* codeAt(DOMAIN, true), FAILED, "in a frame of another site")
    }).pipe(
      Effect.provide(
        withPasskeys({
          domains: [DOMAIN, "https://app.example:8443", "https://with.path/app"].map((domain) => ({
            domain,
            handlerPath: "/"
          }))
        })
      )
    )
  )

  it.effect("exclude this machine if the project does not allow localhost", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* codeAt("http://localhost:3000"), FAILED)
      assert.strictEqual(yield* codeAt(DOMAIN), 200)
    }).pipe(
      Effect.provide(
        withPasskeys({
          config: { passkeyEnabled: true, allowLocalhost: false },
          domains: [
            { domain: DOMAIN, handlerPath: "/" },
            { domain: "http://localhost:3000", handlerPath: "/" }
          ]
        })
      )
    )
  )

  it.effect("also apply to sign-in", () =>
    Effect.gen(function* () {
      const { key } = yield* registered
      const answer = yield* signInBy(key, { origin: "https://evil.example", rpId: "localhost" })
      assert.deepStrictEqual([answer.status, answer.code], [400, FAILED])
    }).pipe(Effect.provide(withPasskeys()))
  )
})
