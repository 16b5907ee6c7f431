/** Restricted users: the restriction by an administrator, and the setting that requires a verified address. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import {
  ada,
  asAdmin,
  asClient,
  asServer,
  me,
  send,
  service,
  signIn,
  signUp,
  updateMe,
  USER_ID,
  withToken
} from "../fixture.ts"
import { codeTo } from "../mails.ts"
import { readSession, readTokens } from "../responses.ts"
import { post } from "../requests.ts"
import { sendCode, signIn as signInByCode, verified, withMail } from "./otp-fixture.ts"
import { anonymous, asAnonymous } from "./anonymous-fixture.ts"
import {
  asRestricted,
  lift,
  patchUser,
  readRestriction,
  reasonOf,
  renewToken,
  requireVerification,
  restrict
} from "./restricted-fixture.ts"

const reasons = { restricted_by_admin_reason: "Unpaid", restricted_by_admin_private_details: "Case 17" }
const none = {
  is_restricted: false,
  restricted_reason: null,
  restricted_by_admin: false,
  restricted_by_admin_reason: null,
  restricted_by_admin_private_details: null
}
const byAdmin = { restricted_reason: { type: "restricted_by_administrator" } }

const readIds = Schema.decodeUnknownSync(Schema.Struct({ items: Schema.Array(Schema.Struct({ id: Schema.String })) }))
const listUsers = (query = "") =>
  Effect.map(send("GET", `/api/v1/users${query}`, { headers: asServer }), ({ json }) =>
    readIds(json).items.map(({ id }) => id)
  )

describe("a restriction by an administrator", () => {
  it.effect("has a reason for the user, and details for the server only", () =>
    Effect.gen(function* () {
      const { access_token } = yield* signIn()
      const response = yield* restrict(reasons)
      assert.strictEqual(response.status, 200)
      const restricted = { is_restricted: true, restricted_by_admin: true, ...byAdmin, ...reasons }
      assert.deepStrictEqual(yield* readRestriction(response), restricted)
      const read = yield* send("GET", `/api/v1/users/${USER_ID}`, { headers: asServer })
      assert.deepStrictEqual(yield* readRestriction(read), restricted)
      const { access_token: token } = yield* signIn()
      const own = yield* me(asRestricted(token))
      const { restricted_by_admin_private_details: _details, ...shown } = restricted
      assert.deepStrictEqual(yield* readRestriction(own), shown)
      assert.notInclude(own.text, "Case 17")
      assert.notInclude(own.text, "private_details")
      assert.notStrictEqual(token, access_token)
    }).pipe(Effect.provide(service()))
  )

  it.effect("changes field by field, and is cleared when it is lifted", () =>
    Effect.gen(function* () {
      yield* restrict(reasons)
      const changed = yield* patchUser({ restricted_by_admin_reason: "Paid" })
      assert.deepInclude(yield* readRestriction(changed), { ...reasons, restricted_by_admin_reason: "Paid" })
      const cleared = yield* patchUser({ restricted_by_admin_private_details: null })
      assert.deepInclude(yield* readRestriction(cleared), {
        restricted_by_admin: true,
        restricted_by_admin_reason: "Paid",
        restricted_by_admin_private_details: null
      })
      const renamed = yield* patchUser({ display_name: "Ada" })
      assert.deepInclude(yield* readRestriction(renamed), { is_restricted: true, restricted_by_admin_reason: "Paid" })
      assert.deepStrictEqual(yield* readRestriction(yield* lift()), none)
      assert.deepStrictEqual(yield* readRestriction(yield* restrict()), {
        ...none,
        is_restricted: true,
        restricted_by_admin: true,
        ...byAdmin
      })
    }).pipe(Effect.provide(service()))
  )

  it.effect("is needed for a reason and for private details", () =>
    Effect.gen(function* () {
      for (const fields of [
        { restricted_by_admin_reason: "Unpaid" },
        { restricted_by_admin_private_details: "Case 17" },
        { restricted_by_admin: false, ...reasons }
      ]) {
        const updated = yield* patchUser(fields)
        const created = yield* send("POST", "/api/v1/users", { headers: asServer, json: fields })
        for (const response of [updated, created]) {
          assert.deepStrictEqual([response.status, response.code], [400, undefined])
          assert.include(response.text, "restricted_by_admin: true")
        }
      }
      yield* restrict(reasons)
      const lifted = yield* patchUser({ restricted_by_admin: false, restricted_by_admin_reason: "Still" })
      assert.strictEqual(lifted.status, 400)
      const nulls = yield* patchUser({
        restricted_by_admin: false,
        restricted_by_admin_reason: null,
        restricted_by_admin_private_details: null
      })
      assert.deepStrictEqual(yield* readRestriction(nulls), none)
    }).pipe(Effect.provide(service()))
  )

  it.effect("is part of a user that the server creates", () =>
    Effect.gen(function* () {
      const json = { primary_email: "new@example.com", restricted_by_admin: true, ...reasons }
      const created = yield* send("POST", "/api/v1/users", { headers: asServer, json })
      assert.strictEqual(created.status, 201)
      assert.deepInclude(yield* readRestriction(created), { is_restricted: true, ...reasons })
    }).pipe(Effect.provide(service()))
  )

  it.effect("is not changed by the client, also not by the restricted user", () =>
    Effect.gen(function* () {
      yield* restrict(reasons)
      const { access_token } = yield* signIn()
      for (const json of [
        { restricted_by_admin: false },
        { is_restricted: false },
        { restricted_reason: null },
        { restricted_by_admin_reason: "" },
        { restricted_by_admin_private_details: null }
      ]) {
        assert.strictEqual((yield* updateMe(asRestricted(access_token), json)).code, "SCHEMA_ERROR")
      }
      assert.strictEqual((yield* updateMe(asRestricted(access_token), { display_name: "Ada" })).status, 200)
      assert.strictEqual(yield* reasonOf(access_token), "restricted_by_administrator")
    }).pipe(Effect.provide(service()))
  )

  it.effect("stays when an anonymous user signs up", () =>
    Effect.gen(function* () {
      const { access_token, user_id } = yield* anonymous()
      yield* restrict(reasons, user_id)
      const before = yield* readRestriction(yield* me(asAnonymous(access_token)))
      assert.deepInclude(before, { restricted_reason: { type: "anonymous" }, restricted_by_admin: true })
      const response = yield* signUp("new@example.com", "correct horse", asAnonymous(access_token))
      const signedUp = yield* readSession(response.json)
      assert.strictEqual(signedUp.user_id, user_id)
      assert.strictEqual(yield* reasonOf(signedUp.access_token), "restricted_by_administrator")
    }).pipe(Effect.provide(service()))
  )
})

describe("the access tokens of a user", () => {
  it.effect("are refused once the user is restricted, and the session gets others", () =>
    Effect.gen(function* () {
      const { access_token, refresh_token } = yield* signIn()
      assert.strictEqual((yield* me(withToken(access_token))).status, 200)
      yield* restrict()
      for (const headers of [withToken(access_token), asRestricted(access_token), withToken(access_token, asServer)]) {
        const old = yield* me(headers)
        assert.deepStrictEqual([old.status, old.code], [401, "ACCESS_TOKEN_EXPIRED"])
      }
      const token = yield* renewToken(refresh_token)
      for (const headers of [withToken(token), withToken(token, asServer), withToken(token, asAdmin)]) {
        const response = yield* me(headers)
        assert.deepStrictEqual([response.status, response.code], [403, "RESTRICTED_USER_NOT_ALLOWED"])
        assert.deepStrictEqual(response.details, byAdmin)
      }
      assert.strictEqual((yield* me({ ...withToken(token), "x-stack-allow-restricted-user": "false" })).status, 403)
      for (const name of [
        "x-stack-allow-restricted-user",
        "x-stack-allow-anonymous-user",
        "x-hexclave-allow-restricted-user"
      ]) {
        assert.strictEqual((yield* me({ ...withToken(token), [name]: "true" })).status, 200)
      }
    }).pipe(Effect.provide(service()))
  )

  it.effect("are replaced once the restriction is lifted", () =>
    Effect.gen(function* () {
      yield* restrict()
      const { access_token, refresh_token } = yield* signIn()
      yield* lift()
      for (const headers of [withToken(access_token), asRestricted(access_token)]) {
        assert.strictEqual((yield* me(headers)).code, "ACCESS_TOKEN_EXPIRED")
      }
      assert.strictEqual((yield* me(withToken(yield* renewToken(refresh_token)))).status, 200)
    }).pipe(Effect.provide(service()))
  )

  it.effect("are those of a restricted user after each way of signing in", () =>
    Effect.gen(function* () {
      yield* restrict()
      yield* sendCode(ada.email)
      const byCode = yield* readSession((yield* signInByCode(yield* codeTo(ada.email))).json)
      const byServer = yield* post("/auth/sessions", asServer, { user_id: USER_ID })
      const { access_token } = yield* readTokens(byServer.json)
      for (const token of [(yield* signIn()).access_token, byCode.access_token, access_token]) {
        assert.strictEqual((yield* me(withToken(token))).code, "RESTRICTED_USER_NOT_ALLOWED")
        assert.strictEqual(yield* reasonOf(token), "restricted_by_administrator")
      }
    }).pipe(Effect.provide(withMail()))
  )

  it.effect("let a restricted user of an old client sign out, and sign in as another user", () =>
    Effect.gen(function* () {
      yield* restrict()
      const { access_token, refresh_token } = yield* signIn()
      const headers = withToken(access_token)
      const other = yield* signUp("other@example.com", "correct horse", headers)
      assert.strictEqual(other.status, 200)
      const credential = { email: "other@example.com", password: "correct horse" }
      assert.strictEqual((yield* post("/auth/password/sign-in", headers, credential)).status, 200)
      assert.strictEqual((yield* send("GET", "/api/v1/projects/current", { headers })).status, 200)
      for (const [method, path] of [
        ["GET", "/users/me"],
        ["GET", "/contact-channels?user_id=me"],
        ["GET", "/teams?user_id=me"],
        ["GET", "/auth/sessions?user_id=me"],
        ["DELETE", "/users/me"]
      ] as const) {
        assert.strictEqual((yield* send(method, `/api/v1${path}`, { headers })).code, "RESTRICTED_USER_NOT_ALLOWED")
      }
      const signedOut = yield* send("DELETE", "/api/v1/auth/sessions/current", {
        headers: { ...headers, "x-stack-refresh-token": refresh_token }
      })
      assert.strictEqual(signedOut.status, 200)
    }).pipe(Effect.provide(service()))
  )
})

describe("a project that requires verified addresses", () => {
  const unverified = { config: { requireEmailVerification: true, createTeamOnSignUp: true } }

  it.effect("restricts users whose primary address is not verified, or who have none", () =>
    Effect.gen(function* () {
      const signedUp = yield* readSession((yield* signUp("new@example.com")).json)
      assert.strictEqual(yield* reasonOf(signedUp.access_token), "email_not_verified")
      const response = yield* send("GET", "/api/v1/teams?user_id=me", { headers: withToken(signedUp.access_token) })
      assert.deepStrictEqual(
        [response.status, response.code, response.details],
        [403, "RESTRICTED_USER_NOT_ALLOWED", { restricted_reason: { type: "email_not_verified" } }]
      )
      const created = yield* send("POST", "/api/v1/users", { headers: asServer, json: { display_name: "No address" } })
      assert.deepInclude(yield* readRestriction(created), { restricted_reason: { type: "email_not_verified" } })
      const code = yield* codeTo("new@example.com")
      const headers = withToken(signedUp.access_token)
      assert.strictEqual((yield* post("/contact-channels/verify", headers, { code })).status, 200)
      assert.strictEqual((yield* me(headers)).code, "ACCESS_TOKEN_EXPIRED", "the user is a normal one now")
      const token = yield* renewToken(signedUp.refresh_token)
      assert.strictEqual(yield* reasonOf(token), null)
      assert.strictEqual((yield* send("GET", "/api/v1/teams?user_id=me", { headers: withToken(token) })).status, 200)
    }).pipe(Effect.provide(service(unverified)))
  )

  it.effect("lets old clients verify the address, and refuses old servers", () =>
    Effect.gen(function* () {
      const { access_token } = yield* signIn()
      const headers = withToken(access_token)
      assert.strictEqual((yield* me(headers)).status, 200)
      const channels = yield* send("GET", "/api/v1/contact-channels?user_id=me", { headers })
      const [id] = readIds(channels.json).items.map(({ id }) => id)
      const callback_url = "http://localhost:3000/verify"
      const path = `/contact-channels/me/${id}/send-verification-code`
      assert.strictEqual((yield* post(path, headers, { callback_url })).status, 200)
      for (const tier of [asServer, asAdmin]) {
        assert.strictEqual((yield* me(withToken(access_token, tier))).code, "RESTRICTED_USER_NOT_ALLOWED")
      }
      for (const json of [{ display_name: "Ada" }, { client_metadata: 1 }]) {
        assert.strictEqual((yield* updateMe(headers, json)).code, "RESTRICTED_USER_NOT_ALLOWED")
      }
      yield* restrict()
      assert.strictEqual(yield* reasonOf(access_token), "email_not_verified", "the first reason of the user")
    }).pipe(Effect.provide(service(unverified)))
  )

  it.effect("restricts users who have signed in before, until it does not require them any more", () =>
    Effect.gen(function* () {
      const { access_token, refresh_token } = yield* signIn()
      yield* requireVerification()
      assert.strictEqual((yield* me(withToken(access_token))).code, "ACCESS_TOKEN_EXPIRED")
      const token = yield* renewToken(refresh_token)
      assert.strictEqual(yield* reasonOf(token), "email_not_verified")
      const response = yield* requireVerification(false)
      assert.deepNestedInclude(response.json, { "config.require_email_verification": false })
      assert.strictEqual((yield* me(withToken(token))).code, "ACCESS_TOKEN_EXPIRED")
      assert.strictEqual((yield* me(withToken(yield* renewToken(refresh_token)))).status, 200)
    }).pipe(Effect.provide(service()))
  )

  it.effect("shows another reason once the address is verified", () =>
    Effect.gen(function* () {
      yield* restrict()
      yield* requireVerification()
      const { access_token, refresh_token } = yield* signIn()
      assert.strictEqual(yield* reasonOf(access_token), "email_not_verified")
      yield* patchUser({ primary_email_verified: true })
      assert.strictEqual((yield* me(asRestricted(access_token))).code, "ACCESS_TOKEN_EXPIRED")
      assert.strictEqual(yield* reasonOf(yield* renewToken(refresh_token)), "restricted_by_administrator")
    }).pipe(Effect.provide(service()))
  )

  it.effect("is not shown to clients", () =>
    Effect.gen(function* () {
      const response = yield* send("GET", "/api/v1/projects/current", { headers: asClient })
      assert.notInclude(response.text, "require_email_verification")
    }).pipe(Effect.provide(service(unverified)))
  )
})

describe("the list of users", () => {
  it.effect("has restricted users, unless the request leaves them out or asks for no others", () =>
    Effect.gen(function* () {
      yield* TestClock.adjust("1 second")
      const created = yield* send("POST", "/api/v1/users", { headers: asServer, json: {} })
      const { id } = Schema.decodeUnknownSync(Schema.Struct({ id: Schema.String }))(created.json)
      yield* restrict()
      yield* TestClock.adjust("1 second")
      const { user_id } = yield* anonymous()
      assert.deepStrictEqual(yield* listUsers(), [USER_ID, id])
      assert.deepStrictEqual(yield* listUsers("?include_restricted=true"), [USER_ID, id])
      assert.deepStrictEqual(yield* listUsers("?include_restricted=false"), [id])
      assert.deepStrictEqual(yield* listUsers("?only_restricted=true"), [USER_ID])
      assert.deepStrictEqual(yield* listUsers("?include_anonymous=true&include_restricted=false"), [
        USER_ID,
        id,
        user_id
      ])
      const both = yield* send("GET", "/api/v1/users?only_restricted=true&include_restricted=false", {
        headers: asServer
      })
      assert.strictEqual(both.status, 400)
      yield* requireVerification()
      assert.deepStrictEqual(yield* listUsers("?include_restricted=false"), [])
      assert.deepStrictEqual(yield* listUsers("?only_restricted=true"), [USER_ID, id])
      yield* lift()
      assert.deepStrictEqual(yield* listUsers("?include_restricted=false"), [USER_ID])
      assert.deepStrictEqual(yield* listUsers("?only_restricted=true&limit=1"), [id])
    }).pipe(Effect.provide(service({ users: [verified] })))
  )
})
