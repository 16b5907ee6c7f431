/** The current user. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import {
  ada,
  asAdmin,
  asClient,
  asServer,
  GIF,
  me,
  refresh,
  send,
  service,
  signIn,
  updateMe,
  USER_ID,
  withToken
} from "../fixture.ts"
import { wireUser } from "../../core/wire-user.ts"

const TEAM_ID = "cccccccc-cccc-4ccc-8ccc-cccccccccccc"

const client = Effect.map(signIn(), ({ access_token }) => withToken(access_token))
const server = Effect.map(signIn(), ({ access_token }) => withToken(access_token, asServer))

describe("GET /users/me", () => {
  it.effect("returns the user without server fields in the client tier", () =>
    Effect.gen(function* () {
      const response = yield* me(yield* client)
      assert.deepStrictEqual(response.json, { ...wireUser, id: USER_ID, display_name: null })
    }).pipe(Effect.provide(service()))
  )

  it.effect("returns more to the server and the admin tier", () =>
    Effect.gen(function* () {
      const { access_token } = yield* signIn()
      for (const tier of [asServer, asAdmin]) {
        const response = yield* me(withToken(access_token, tier))
        assert.deepInclude(response.json, {
          primary_email_auth_enabled: true,
          server_metadata: null,
          last_active_at_millis: 0
        })
      }
    }).pipe(Effect.provide(service()))
  )

  it.effect("requires a user", () =>
    Effect.gen(function* () {
      for (const tier of [asClient, asServer, asAdmin]) {
        const response = yield* me(tier)
        assert.deepStrictEqual([response.status, response.code], [400, "CANNOT_GET_OWN_USER_WITHOUT_USER"])
      }
      assert.strictEqual((yield* updateMe(asClient, {})).code, "CANNOT_GET_OWN_USER_WITHOUT_USER")
    }).pipe(Effect.provide(service()))
  )
})

describe("PATCH /users/me", () => {
  it.effect("changes the given fields and keeps the others", () =>
    Effect.gen(function* () {
      const headers = yield* client
      yield* updateMe(headers, { display_name: "Ada", client_metadata: { a: [1, null, "x"] } })
      const response = yield* updateMe(headers, { profile_image_url: GIF })
      assert.deepInclude(response.json, {
        display_name: "Ada",
        client_metadata: { a: [1, null, "x"] },
        profile_image_url: GIF
      })
      assert.deepStrictEqual((yield* me(headers)).json, response.json)
      assert.deepStrictEqual((yield* updateMe(headers, {})).json, response.json)
    }).pipe(Effect.provide(service()))
  )

  it.effect("clears a field with null, and the name with an empty string", () =>
    Effect.gen(function* () {
      const headers = yield* client
      yield* updateMe(headers, { display_name: "Ada", client_metadata: 1, profile_image_url: GIF })
      const cleared = yield* updateMe(headers, { display_name: "", client_metadata: null, profile_image_url: null })
      assert.deepInclude(cleared.json, { display_name: null, client_metadata: null, profile_image_url: null })
    }).pipe(Effect.provide(service()))
  )

  it.effect("replaces metadata as a whole by any JSON", () =>
    Effect.gen(function* () {
      const headers = yield* client
      for (const metadata of [{ a: 1 }, { b: 2 }, [1, [2]], "text", 0, false, { "": { " ": "\ud800" } }]) {
        const response = yield* updateMe(headers, { client_metadata: metadata })
        assert.deepInclude(response.json, { client_metadata: metadata })
      }
    }).pipe(Effect.provide(service()))
  )

  it.effect("accepts only inline images", () =>
    Effect.gen(function* () {
      const headers = yield* client
      const images = ["data:text/html;base64,AAAA", "data:image/png;base64,<svg>", "data:image/svg+xml;base64,AAAA"]
      for (const url of ["https://evil.example/x.png", ...images]) {
        const response = yield* updateMe(headers, { profile_image_url: url })
        assert.deepStrictEqual([response.status, response.code], [400, undefined], url)
        assert.strictEqual(response.headers["content-type"], "text/plain; charset=utf-8")
      }
      assert.strictEqual((yield* updateMe(headers, { profile_image_url: "" })).code, "SCHEMA_ERROR")
      const asTheServer = yield* updateMe(yield* server, { profile_image_url: "https://example.com/x.png" })
      assert.deepInclude(asTheServer.json, { profile_image_url: "https://example.com/x.png" })
    }).pipe(Effect.provide(service()))
  )

  it.effect("accepts images of up to a million characters", () =>
    Effect.gen(function* () {
      const headers = yield* client
      const start = "data:image/png;base64,"
      const image = (length: number) => start + "A".repeat(length - start.length)
      assert.strictEqual((yield* updateMe(headers, { profile_image_url: image(1_000_000) })).status, 200)
      assert.strictEqual((yield* updateMe(headers, { profile_image_url: image(1_000_001) })).code, "SCHEMA_ERROR")
    }).pipe(Effect.provide(service()))
  )

  it.effect("rejects server fields from users", () =>
    Effect.gen(function* () {
      const headers = yield* client
      const fields = {
        server_metadata: 1,
        client_read_only_metadata: 1,
        primary_email_verified: true,
        primary_email_auth_enabled: true,
        password: "some password",
        password_hash: "x",
        id: USER_ID,
        has_password: false
      }
      for (const [field, value] of Object.entries(fields)) {
        const response = yield* updateMe(headers, { [field]: value })
        assert.deepStrictEqual([response.status, response.code], [400, "SCHEMA_ERROR"], field)
        assert.include(response.error, `\n  - body.${field}: `)
      }
    }).pipe(Effect.provide(service()))
  )

  it.effect("enables and disables the second factor", () =>
    Effect.gen(function* () {
      const headers = yield* client
      const on = yield* updateMe(headers, { totp_secret_base64: "ZXhhbXBsZSB2YWx1ZQ==" })
      assert.deepInclude(on.json, { requires_totp_mfa: true })
      assert.notInclude(on.text, "ZXhhbXBsZSB2YWx1ZQ")
      const off = yield* updateMe(headers, { totp_secret_base64: null })
      assert.deepInclude(off.json, { requires_totp_mfa: false })
      assert.strictEqual((yield* updateMe(headers, { totp_secret_base64: "no base64!" })).code, "SCHEMA_ERROR")
    }).pipe(Effect.provide(service()))
  )

  it.effect("ignores magic links where the project has none", () =>
    Effect.gen(function* () {
      const run = (magicLinkEnabled: boolean, wanted: boolean) =>
        Effect.gen(function* () {
          return (yield* updateMe(yield* client, { otp_auth_enabled: wanted })).json
        }).pipe(Effect.provide(service({ config: { magicLinkEnabled } })))
      assert.deepInclude(yield* run(false, true), { otp_auth_enabled: false })
      assert.deepInclude(yield* run(true, true), { otp_auth_enabled: true })
      assert.deepInclude(yield* run(true, false), { otp_auth_enabled: false })
    })
  )

  it.effect("does not enable passkeys", () =>
    Effect.gen(function* () {
      const headers = yield* client
      const on = yield* updateMe(headers, { passkey_auth_enabled: true })
      assert.deepStrictEqual([on.status, on.code], [400, undefined])
      assert.strictEqual(on.headers["content-type"], "text/plain; charset=utf-8")
      assert.strictEqual((yield* updateMe(headers, { passkey_auth_enabled: false })).status, 200)
    }).pipe(Effect.provide(service()))
  )

  it.effect("selects only teams of the user", () =>
    Effect.gen(function* () {
      const headers = yield* client
      const response = yield* updateMe(headers, { selected_team_id: TEAM_ID })
      assert.deepStrictEqual(
        [response.status, response.code, response.details],
        [
          404,
          "TEAM_MEMBERSHIP_NOT_FOUND",
          {
            team_id: TEAM_ID,
            user_id: USER_ID
          }
        ]
      )
      assert.strictEqual((yield* updateMe(headers, { selected_team_id: "no uuid" })).code, "SCHEMA_ERROR")
      assert.deepInclude((yield* updateMe(headers, { selected_team_id: null })).json, { selected_team_id: null })
    }).pipe(Effect.provide(service()))
  )

  it.effect("changes nothing when any field is rejected", () =>
    Effect.gen(function* () {
      const headers = yield* server
      const before = (yield* me(headers)).json
      const response = yield* updateMe(headers, { display_name: "Eve", primary_email: "bob@example.com" })
      assert.deepStrictEqual([response.status, response.code], [409, "USER_EMAIL_ALREADY_EXISTS"])
      assert.deepStrictEqual((yield* me(headers)).json, before)
    }).pipe(Effect.provide(service({ users: [{ id: USER_ID, ...ada }, { email: "bob@example.com" }] })))
  )
})

describe("PATCH /users/me by the server", () => {
  it.effect("changes all metadata", () =>
    Effect.gen(function* () {
      const fields = { client_metadata: { c: 1 }, client_read_only_metadata: { r: 1 }, server_metadata: { s: 1 } }
      assert.deepInclude((yield* updateMe(yield* server, fields)).json, fields)
    }).pipe(Effect.provide(service()))
  )

  it.effect("changes the value of the primary address and keeps its settings", () =>
    Effect.gen(function* () {
      const headers = yield* server
      yield* updateMe(headers, { primary_email_verified: true })
      const response = yield* updateMe(headers, { primary_email: "ada@lovelace.example" })
      assert.deepInclude(response.json, {
        primary_email: "ada@lovelace.example",
        primary_email_verified: true,
        primary_email_auth_enabled: true
      })
      assert.strictEqual((yield* signIn({ email: "ada@lovelace.example", password: ada.password })).user_id, USER_ID)
    }).pipe(Effect.provide(service()))
  )

  it.effect("removes the primary address and adds one again", () =>
    Effect.gen(function* () {
      const headers = yield* server
      assert.deepInclude((yield* updateMe(headers, { primary_email: null })).json, {
        primary_email: null,
        primary_email_verified: false,
        primary_email_auth_enabled: false
      })
      const back = yield* updateMe(headers, { primary_email: "x@example.com", primary_email_auth_enabled: true })
      assert.deepInclude(back.json, { primary_email: "x@example.com", primary_email_auth_enabled: true })
    }).pipe(Effect.provide(service()))
  )

  it.effect("allows many users to have an address, but only one to sign in with it", () =>
    Effect.gen(function* () {
      const headers = yield* server
      yield* updateMe(headers, { primary_email: null })
      const shared = { primary_email: "bob@example.com" }
      assert.deepInclude((yield* updateMe(headers, shared)).json, { ...shared, primary_email_auth_enabled: false })
      const both = yield* updateMe(headers, { ...shared, primary_email_auth_enabled: true })
      assert.deepStrictEqual([both.status, both.code], [409, "USER_EMAIL_ALREADY_EXISTS"])
    }).pipe(Effect.provide(service({ users: [{ id: USER_ID, ...ada }, { email: "bob@example.com" }] })))
  )

  it.effect("changes the use of an address only together with a new one, and only to more", () =>
    Effect.gen(function* () {
      const headers = yield* server
      const used = { primary_email_auth_enabled: true }
      assert.deepInclude((yield* updateMe(headers, { primary_email_auth_enabled: false })).json, used)
      const other = { primary_email: "x@example.com", primary_email_auth_enabled: false }
      assert.deepInclude((yield* updateMe(headers, other)).json, { ...other, ...used })
      yield* updateMe(headers, { primary_email: null })
      yield* updateMe(headers, { primary_email: "y@example.com" })
      assert.deepInclude((yield* updateMe(headers, used)).json, { primary_email_auth_enabled: false })
    }).pipe(Effect.provide(service()))
  )

  it.effect("rejects settings of an address for a user without one", () =>
    Effect.gen(function* () {
      const headers = yield* server
      yield* updateMe(headers, { primary_email: null })
      const hopeless = [
        { primary_email: null },
        { primary_email_verified: true },
        { primary_email_verified: false },
        { primary_email_auth_enabled: true },
        { primary_email: null, primary_email_verified: true }
      ]
      for (const update of hopeless) {
        const response = yield* updateMe(headers, update)
        assert.deepStrictEqual([response.status, response.code], [400, undefined], JSON.stringify(update))
      }
    }).pipe(Effect.provide(service()))
  )

  it.effect("revokes all sessions with a new password", () =>
    Effect.gen(function* () {
      const { access_token, refresh_token } = yield* signIn()
      const changed = yield* updateMe(withToken(access_token, asServer), { password: "a new password" })
      assert.deepInclude(changed.json, { has_password: true })
      assert.strictEqual((yield* refresh(refresh_token)).code, "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED")
      assert.strictEqual((yield* signIn({ ...ada, password: "a new password" })).user_id, USER_ID)
      const old = yield* send("POST", "/api/v1/auth/password/sign-in", { headers: asClient, json: ada })
      assert.strictEqual(old.code, "EMAIL_PASSWORD_MISMATCH")
    }).pipe(Effect.provide(service()))
  )

  it.effect("accepts a bcrypt hash in place of a password, unless its cost is too high", () =>
    Effect.gen(function* () {
      const headers = yield* server
      const slow = "$2b$17$ZVVeIpGEqIlxlJdUlKfZcOwPDW6qWn5vD2Hhb5qZrZqvA7tJd0d3W"
      assert.strictEqual((yield* updateMe(headers, { password_hash: slow })).status, 400)
      assert.strictEqual((yield* updateMe(headers, { password_hash: "" })).code, "SCHEMA_ERROR")
      assert.strictEqual((yield* updateMe(headers, { password_hash: slow.replace("17", "10") })).status, 200)
      assert.strictEqual((yield* me(headers)).code, "ACCESS_TOKEN_EXPIRED", "a new password revokes all sessions")
      const { json: session } = yield* send("POST", "/api/v1/auth/sessions", {
        headers: asServer,
        json: { user_id: USER_ID }
      })
      const again = withToken(String(Reflect.get(Object(session), "access_token")), asServer)
      const both = yield* updateMe(again, { password_hash: slow.replace("17", "10"), password: "a new password" })
      assert.deepStrictEqual([both.status, both.code], [400, undefined])
      const json = (yield* updateMe(again, { password: null })).json
      assert.isFalse((yield* hasPassword(json)).has_password)
    }).pipe(Effect.provide(service()))
  )
})

const hasPassword = Schema.decodeUnknownEffect(Schema.Struct({ has_password: Schema.Boolean }))
