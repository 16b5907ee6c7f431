/** Several passkeys of a user: adding, listing, renaming and removing them. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { makeAuthenticator } from "../authenticator.ts"
import {
  ada,
  asClient,
  asServer,
  type Headers,
  me,
  OTHER_PROJECT_ID,
  otherKeys,
  send,
  signIn,
  signUp,
  updateMe,
  USER_ID,
  withToken
} from "../fixture.ts"
import {
  addPasskey,
  base64url,
  client,
  initiateRegistration,
  passkeyNames,
  passkeysOf,
  readCeremony,
  register,
  registered,
  registerWith,
  signInBy,
  withPasskeys
} from "./passkey-fixture.ts"

const NO_ID = "00000000-0000-4000-8000-000000000000"

/** The signed-in user in the server tier, whose requests have no rate limit. */
const onServer = Effect.map(signIn(), ({ access_token }) => withToken(access_token, asServer))

const rename = (headers: Headers, id: string, name: unknown, userId = "me") =>
  send("PATCH", `/api/v1/passkeys/${userId}/${id}`, { headers, json: { name } })

const remove = (headers: Headers, id: string, userId = "me") =>
  send("DELETE", `/api/v1/passkeys/${userId}/${id}`, { headers })

const idOf = Effect.fnUntraced(function* (headers: Headers, name: string) {
  return (yield* passkeysOf(headers)).find((passkey) => passkey.name === name)?.id ?? assert.fail(name)
})

describe("a user with several passkeys", () => {
  it.effect("signs in with each of them", () =>
    Effect.gen(function* () {
      const { headers, key } = yield* registered
      const second = makeAuthenticator()
      assert.strictEqual((yield* addPasskey(headers, second)).status, 200)
      for (const each of [key, second, key]) assert.strictEqual((yield* signInBy(each)).status, 200)
    }).pipe(Effect.provide(withPasskeys()))
  )

  it.effect("is one user in every list, with the passkey flag", () =>
    Effect.gen(function* () {
      const { headers } = yield* registered
      yield* addPasskey(headers, makeAuthenticator())
      assert.propertyVal((yield* me(headers)).json, "passkey_auth_enabled", true)
      const users = yield* send("GET", "/api/v1/users", { headers: asServer })
      assert.strictEqual(users.text.split(USER_ID).length - 1, 1)
      assert.include(users.text, `"passkey_auth_enabled":true`)
    }).pipe(Effect.provide(withPasskeys()))
  )

  it.effect("has a signature counter for each", () =>
    Effect.gen(function* () {
      const { headers, key } = yield* registered
      const second = makeAuthenticator()
      yield* addPasskey(headers, second)
      assert.strictEqual((yield* signInBy(key, { counter: 9 })).status, 200)
      assert.strictEqual((yield* signInBy(second, { counter: 3 })).status, 200)
      assert.strictEqual((yield* signInBy(second, { counter: 3 })).code, "PASSKEY_AUTHENTICATION_FAILED")
    }).pipe(Effect.provide(withPasskeys()))
  )

  it.effect("loses all of them when sign-in with passkeys is turned off", () =>
    Effect.gen(function* () {
      const { headers, key } = yield* registered
      const second = makeAuthenticator()
      yield* addPasskey(headers, second)
      assert.strictEqual((yield* updateMe(headers, { passkey_auth_enabled: false })).status, 200)
      assert.deepStrictEqual(yield* passkeysOf(headers), [])
      for (const each of [key, second]) {
        assert.strictEqual((yield* signInBy(each)).code, "PASSKEY_AUTHENTICATION_FAILED")
      }
    }).pipe(Effect.provide(withPasskeys()))
  )

  it.effect("has at most 20, which is checked before the authenticator is used, and again after it", () =>
    Effect.gen(function* () {
      const headers = yield* onServer
      for (let count = 0; count < 19; count++) {
        assert.strictEqual((yield* addPasskey(headers, makeAuthenticator())).status, 200)
      }
      const ceremonies = yield* Effect.forEach([1, 2], () =>
        Effect.flatMap(initiateRegistration(headers, { add: true }), ({ json }) => readCeremony(json))
      )
      const responses = yield* Effect.forEach(
        ceremonies,
        ({ challenge, code }) => registerWith(headers, { credential: makeAuthenticator().create(challenge), code }),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(responses.map(({ code, status }) => code ?? status).toSorted(), [200, "LIMIT_REACHED"])
      const late = yield* initiateRegistration(headers, { add: true })
      assert.deepStrictEqual([late.status, late.code], [400, "LIMIT_REACHED"])
      assert.deepStrictEqual(late.details, { maximum: 20 })
      assert.lengthOf(yield* passkeysOf(headers), 20)
      assert.strictEqual((yield* register(headers, makeAuthenticator())).status, 200, "a replacement is no addition")
    }).pipe(Effect.provide(withPasskeys()))
  )
})

describe("an added passkey", () => {
  it.effect("is confirmed by the options, which exclude the existing ones", () =>
    Effect.gen(function* () {
      const { headers, key } = yield* registered
      const response = yield* initiateRegistration(headers, { add: true })
      assert.deepNestedInclude(response.json, {
        add: true,
        "options_json.excludeCredentials": [{ id: key.id, type: "public-key" }]
      })
      const plain = yield* initiateRegistration(headers)
      assert.notProperty(plain.json, "add")
      assert.include(plain.text, `"excludeCredentials":[]`)
    }).pipe(Effect.provide(withPasskeys()))
  )

  it.effect("is refused if the user has it already", () =>
    Effect.gen(function* () {
      const { headers, key } = yield* registered
      const response = yield* addPasskey(headers, key)
      assert.deepStrictEqual([response.status, response.code], [400, "PASSKEY_REGISTRATION_FAILED"])
      assert.include(response.error, "already")
      assert.lengthOf(yield* passkeysOf(headers), 1)
      assert.strictEqual((yield* signInBy(key)).status, 200)
    }).pipe(Effect.provide(withPasskeys()))
  )

  it.effect("is refused if another user has it, and no passkey of the user is lost by a replacement with it", () =>
    Effect.gen(function* () {
      const { key } = yield* registered
      yield* signUp("eve@example.com")
      const { access_token, user_id } = yield* signIn({ ...ada, email: "eve@example.com" })
      const eve = withToken(access_token)
      const own = makeAuthenticator()
      yield* addPasskey(eve, own)
      for (const response of [yield* addPasskey(eve, key), yield* register(eve, key)]) {
        assert.deepStrictEqual([response.status, response.code], [400, "PASSKEY_REGISTRATION_FAILED"])
      }
      assert.strictEqual((yield* signInBy(key)).status, 200)
      assert.strictEqual((yield* signInBy(own, {}, user_id)).status, 200)
    }).pipe(Effect.provide(withPasskeys()))
  )

  it.effect("is the only one after two concurrent replacements, and one of two after concurrent additions", () =>
    Effect.gen(function* () {
      const headers = yield* client
      const both = (add: boolean) =>
        Effect.gen(function* () {
          const ceremonies = yield* Effect.forEach([1, 2], () =>
            Effect.flatMap(initiateRegistration(headers, { add }), ({ json }) => readCeremony(json))
          )
          const responses = yield* Effect.forEach(
            ceremonies,
            ({ challenge, code }) => registerWith(headers, { credential: makeAuthenticator().create(challenge), code }),
            { concurrency: "unbounded" }
          )
          assert.deepStrictEqual(
            responses.map(({ status }) => status),
            [200, 200]
          )
        })
      yield* both(false)
      assert.deepStrictEqual(yield* passkeyNames(headers), ["Passkey"])
      yield* updateMe(headers, { passkey_auth_enabled: false })
      yield* both(true)
      assert.deepStrictEqual(yield* passkeyNames(headers), ["Passkey", "Passkey 2"])
    }).pipe(Effect.provide(withPasskeys()))
  )

  it.effect("is removed by a client without the extension, which replaces the passkeys", () =>
    Effect.gen(function* () {
      const { headers, key } = yield* registered
      const second = makeAuthenticator()
      yield* addPasskey(headers, second)
      yield* register(headers, makeAuthenticator())
      assert.lengthOf(yield* passkeysOf(headers), 1)
      for (const each of [key, second]) {
        assert.strictEqual((yield* signInBy(each)).code, "PASSKEY_AUTHENTICATION_FAILED")
      }
    }).pipe(Effect.provide(withPasskeys()))
  )
})

describe("the list of passkeys", () => {
  it.effect("has the times of creation and last use, and whether there is a copy, the oldest first", () =>
    Effect.gen(function* () {
      const headers = yield* client
      const key = makeAuthenticator()
      const synced = makeAuthenticator()
      yield* addPasskey(headers, key, "Security key")
      yield* TestClock.adjust("1 second")
      yield* addPasskey(headers, synced, "Phone", { backupEligible: true })
      const [first, second] = yield* passkeysOf(headers)
      assert.deepInclude(first, { name: "Security key", last_used_at_millis: null, is_backed_up: false })
      assert.deepInclude(second, { name: "Phone", last_used_at_millis: null, is_backed_up: false })
      assert.strictEqual((second?.created_at_millis ?? 0) - (first?.created_at_millis ?? 0), 1000)
      yield* TestClock.adjust("1 second")
      assert.strictEqual((yield* signInBy(synced, { backupEligible: true, backedUp: true })).status, 200)
      const [unused, used] = yield* passkeysOf(headers)
      assert.deepStrictEqual(unused, first)
      assert.deepInclude(used, { is_backed_up: true, last_used_at_millis: (second?.created_at_millis ?? 0) + 1000 })
    }).pipe(Effect.provide(withPasskeys()))
  )

  it.effect("is not changed by a failed sign-in", () =>
    Effect.gen(function* () {
      const { headers, key } = yield* registered
      const before = yield* passkeysOf(headers)
      yield* signInBy(key, { tampered: true, backupEligible: true, backedUp: true })
      assert.deepStrictEqual(yield* passkeysOf(headers), before)
    }).pipe(Effect.provide(withPasskeys()))
  )

  it.effect("requires a user, and one that exists", () =>
    Effect.gen(function* () {
      assert.strictEqual(
        (yield* send("GET", "/api/v1/passkeys/me", { headers: asClient })).code,
        "CANNOT_GET_OWN_USER_WITHOUT_USER"
      )
      assert.strictEqual(
        (yield* send("GET", `/api/v1/passkeys/${NO_ID}`, { headers: asServer })).code,
        "USER_NOT_FOUND"
      )
      assert.strictEqual((yield* rename(asClient, NO_ID, "x")).code, "CANNOT_GET_OWN_USER_WITHOUT_USER")
      assert.strictEqual((yield* remove(asClient, NO_ID)).code, "CANNOT_GET_OWN_USER_WITHOUT_USER")
    }).pipe(Effect.provide(withPasskeys()))
  )
})

describe("an authenticator that changes whether it may make copies", () => {
  it.effect("is refused (WebAuthn Level 3, section 7.2)", () =>
    Effect.gen(function* () {
      const { key } = yield* registered
      assert.strictEqual((yield* signInBy(key, { backupEligible: true })).code, "PASSKEY_AUTHENTICATION_FAILED")
      assert.strictEqual((yield* signInBy(key)).status, 200)
    }).pipe(Effect.provide(withPasskeys()))
  )
})

describe("the name of a passkey", () => {
  it.effect("is that of the vendor, else a number tells them apart", () =>
    Effect.gen(function* () {
      const headers = yield* client
      const aaguid = "d548826e-79b4-db40-a3d8-11116f7e8349"
      for (const known of [true, true, false, false, false]) {
        yield* addPasskey(headers, makeAuthenticator(), undefined, known ? { aaguid } : {})
      }
      assert.deepStrictEqual(yield* passkeyNames(headers), [
        "Bitwarden",
        "Bitwarden 2",
        "Passkey",
        "Passkey 2",
        "Passkey 3"
      ])
    }).pipe(Effect.provide(withPasskeys()))
  )

  it.effect("is chosen at the registration or later, without the spaces around it", () =>
    Effect.gen(function* () {
      const headers = yield* client
      yield* addPasskey(headers, makeAuthenticator(), "  My phone ")
      assert.deepStrictEqual(yield* passkeyNames(headers), ["My phone"])
      const response = yield* rename(headers, yield* idOf(headers, "My phone"), "\tMy laptop\n")
      assert.strictEqual(response.status, 200)
      assert.propertyVal(response.json, "name", "My laptop")
      assert.deepStrictEqual(yield* passkeyNames(headers), ["My laptop"])
    }).pipe(Effect.provide(withPasskeys()))
  )

  const accepted = [
    "x",
    "x".repeat(64),
    "<b onclick=alert(1)>",
    "'; DROP TABLE passkeys; --",
    "‮evil",
    "🔑",
    "%00",
    "null"
  ]
  it.effect.each(accepted)("is stored and returned as it is: %j", (name) =>
    Effect.gen(function* () {
      const headers = yield* client
      yield* addPasskey(headers, makeAuthenticator())
      assert.strictEqual((yield* rename(headers, yield* idOf(headers, "Passkey"), name)).status, 200)
      assert.deepStrictEqual(yield* passkeyNames(headers), [name])
    }).pipe(Effect.provide(withPasskeys()))
  )

  const refused = ["", "   ", "x".repeat(65), "two\nlines", "nul\0", "bell\u0007", "\ud800", null, ["x"], {}]
  it.effect.each(refused)("is refused without a change: %j", (name) =>
    Effect.gen(function* () {
      const { headers } = yield* registered
      const renamed = yield* rename(headers, yield* idOf(headers, "Passkey"), name)
      assert.deepStrictEqual([renamed.status, renamed.code], [400, "SCHEMA_ERROR"])
      const { challenge, code } = yield* readCeremony((yield* initiateRegistration(headers, { add: true })).json)
      const credential = makeAuthenticator().create(challenge)
      const added = yield* registerWith(headers, { credential, code, name })
      assert.deepStrictEqual([added.status, added.code], [400, "SCHEMA_ERROR"])
      assert.deepStrictEqual(yield* passkeyNames(headers), ["Passkey"])
      assert.strictEqual((yield* registerWith(headers, { credential, code })).status, 200, "the code is not used up")
    }).pipe(Effect.provide(withPasskeys()))
  )
})

describe("a removed passkey", () => {
  it.effect("does not sign in, and the others do", () =>
    Effect.gen(function* () {
      const { headers, key } = yield* registered
      const second = makeAuthenticator()
      yield* addPasskey(headers, second)
      assert.deepStrictEqual((yield* remove(headers, yield* idOf(headers, "Passkey"))).json, { success: true })
      assert.strictEqual((yield* signInBy(key)).code, "PASSKEY_AUTHENTICATION_FAILED")
      assert.strictEqual((yield* signInBy(second)).status, 200)
      assert.propertyVal((yield* me(headers)).json, "passkey_auth_enabled", true)
      yield* remove(headers, yield* idOf(headers, "Passkey 2"))
      assert.propertyVal((yield* me(headers)).json, "passkey_auth_enabled", false)
    }).pipe(Effect.provide(withPasskeys()))
  )

  it.effect("is not found again, in any case of its id", () =>
    Effect.gen(function* () {
      const { headers } = yield* registered
      const id = yield* idOf(headers, "Passkey")
      assert.strictEqual((yield* remove(headers, id.toUpperCase())).status, 200)
      for (const response of [
        yield* remove(headers, id),
        yield* rename(headers, id, "x"),
        yield* remove(headers, NO_ID)
      ]) {
        assert.deepStrictEqual([response.status, response.code], [404, "PASSKEY_NOT_FOUND"])
      }
    }).pipe(Effect.provide(withPasskeys()))
  )

  it.effect("signs in before or not at all when both happen at once", () =>
    Effect.gen(function* () {
      const { headers, key } = yield* registered
      const id = yield* idOf(headers, "Passkey")
      const [signedIn, removed] = yield* Effect.all([signInBy(key), remove(headers, id)], { concurrency: 2 })
      assert.include([200, "PASSKEY_AUTHENTICATION_FAILED"], signedIn.code ?? signedIn.status)
      assert.strictEqual(removed.status, 200)
      assert.deepStrictEqual(yield* passkeysOf(headers), [])
      assert.strictEqual((yield* signInBy(key)).code, "PASSKEY_AUTHENTICATION_FAILED")
    }).pipe(Effect.provide(withPasskeys()))
  )
})

describe("the passkeys of another user", () => {
  it.effect("are hidden from users, and open to the server", () =>
    Effect.gen(function* () {
      const { headers } = yield* registered
      const id = yield* idOf(headers, "Passkey")
      yield* signUp("eve@example.com")
      const eve = withToken((yield* signIn({ ...ada, email: "eve@example.com" })).access_token)
      const attempts = [
        send("GET", `/api/v1/passkeys/${USER_ID}`, { headers: eve }),
        rename(eve, id, "x", USER_ID),
        remove(eve, id, USER_ID)
      ]
      for (const attempt of attempts) assert.strictEqual((yield* attempt).status, 403)
      assert.strictEqual((yield* rename(eve, id, "x")).code, "PASSKEY_NOT_FOUND")
      assert.strictEqual((yield* remove(eve, id)).code, "PASSKEY_NOT_FOUND")
      assert.deepStrictEqual(yield* passkeyNames(headers), ["Passkey"])
      assert.lengthOf(yield* passkeysOf(asServer, USER_ID), 1)
      assert.strictEqual((yield* rename(asServer, id, "Named by support", USER_ID)).status, 200)
      assert.strictEqual((yield* remove(asServer, id, USER_ID)).status, 200)
      assert.deepStrictEqual(yield* passkeysOf(headers), [])
    }).pipe(Effect.provide(withPasskeys()))
  )

  it.effect("are not found from another project", () =>
    Effect.gen(function* () {
      const { headers, key } = yield* registered
      const id = yield* idOf(headers, "Passkey")
      const other = {
        "x-stack-project-id": OTHER_PROJECT_ID,
        "x-stack-access-type": "server",
        "x-stack-secret-server-key": otherKeys.secretServerKey
      }
      assert.strictEqual((yield* send("GET", `/api/v1/passkeys/${USER_ID}`, { headers: other })).code, "USER_NOT_FOUND")
      assert.strictEqual((yield* rename(other, id, "x", USER_ID)).code, "PASSKEY_NOT_FOUND")
      assert.strictEqual((yield* remove(other, id, USER_ID)).code, "PASSKEY_NOT_FOUND")
      assert.strictEqual((yield* signInBy(key, { userHandle: base64url(USER_ID) })).status, 200)
    }).pipe(Effect.provide(withPasskeys()))
  )
})
