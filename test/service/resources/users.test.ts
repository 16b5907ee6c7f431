/** Users in the server tier. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { Mailbox } from "../../../service/development/mailbox/mailbox.ts"
import {
  ada,
  me,
  refresh,
  service,
  signIn,
  signUp,
  updateMe,
  withToken,
  asAdmin,
  asClient,
  asServer
} from "../fixture.ts"
import { ADA_ID, bob, BOB_ID, EVE_ID, join, makeTeam, NO_ID, permissionsOf, users } from "../team-fixture.ts"
import { readSession, pluck, readId, readItems, refusal } from "../responses.ts"
import { asUser, del, get, patch, post } from "../requests.ts"

const withUsers = service({ users })
const BCRYPT = "$2a$13$TVyY/gpw9Db/w1fBeJkCgeNg2Rae2JfNqrPnSAKtj.ufAO5cVF13."
const ARGON2ID = "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc"

const create = (json: unknown, headers = asServer) => post("/users", headers, json)

const github = { type: "shared", id: "github" } as const

describe("a user created by the server", () => {
  it.effect("needs no fields", () =>
    Effect.gen(function* () {
      yield* TestClock.adjust(5)
      const made = yield* create({}, asAdmin)
      const id = yield* readId(made.json)
      assert.deepStrictEqual(
        [made.status, made.json],
        [
          201,
          {
            id,
            primary_email: null,
            primary_email_verified: false,
            primary_email_auth_enabled: false,
            display_name: null,
            profile_image_url: null,
            signed_up_at_millis: 5,
            last_active_at_millis: 5,
            client_metadata: null,
            client_read_only_metadata: null,
            server_metadata: null,
            has_password: false,
            otp_auth_enabled: false,
            passkey_auth_enabled: false,
            oauth_providers: [],
            auth_with_email: false,
            requires_totp_mfa: false,
            selected_team_id: null,
            selected_team: null,
            is_anonymous: false,
            is_restricted: false,
            restricted_reason: null,
            restricted_by_admin: false,
            restricted_by_admin_reason: null,
            restricted_by_admin_private_details: null,
            country_code: null,
            risk_scores: { sign_up: { bot: 0, free_trial_abuse: 0 } }
          }
        ]
      )
      assert.deepStrictEqual((yield* get(`/users/${id}`, asServer)).json, made.json)
    }).pipe(Effect.provide(withUsers))
  )

  it.effect("may have every field, also when sign-up is disabled", () =>
    Effect.gen(function* () {
      const fields = {
        display_name: "Grace",
        profile_image_url: "https://example.com/grace.png",
        primary_email: "grace@example.com",
        primary_email_verified: true,
        primary_email_auth_enabled: true,
        otp_auth_enabled: true,
        client_metadata: { c: 1 },
        client_read_only_metadata: [1],
        server_metadata: "s"
      }
      const made = yield* create({
        ...fields,
        password: "x",
        passkey_auth_enabled: false,
        oauth_providers: [{ id: "github", account_id: "1", email: null }]
      })
      assert.deepInclude(made.json, { ...fields, has_password: true, auth_with_email: true })
      assert.deepInclude(made.json, { oauth_providers: [{ id: "github", account_id: "1", email: null }] })
      assert.strictEqual(
        (yield* signIn({ email: fields.primary_email, password: "x" })).user_id,
        yield* readId(made.json),
        "the server may set passwords of any length"
      )
    }).pipe(
      Effect.provide(service({ config: { signUpEnabled: false, magicLinkEnabled: true, oauthProviders: [github] } }))
    )
  )

  it.effect("may have a password hash", () =>
    Effect.gen(function* () {
      for (const password_hash of [BCRYPT, ARGON2ID]) {
        const made = yield* create({ password_hash, display_name: "", password: undefined })
        assert.deepInclude(made.json, { has_password: true, display_name: null })
        assert.notInclude(made.text, password_hash)
      }
      assert.deepInclude((yield* create({ password: null })).json, { has_password: false })
    }).pipe(Effect.provide(withUsers))
  )

  it.effect("has no second factor, even with a secret", () =>
    Effect.gen(function* () {
      const made = yield* create({ totp_secret_base64: "ZXhhbXBsZSB2YWx1ZQ==" })
      assert.deepInclude(made.json, { requires_totp_mfa: false })
      const id = yield* readId(made.json)
      const changed = yield* patch(`/users/${id}`, asServer, { totp_secret_base64: "ZXhhbXBsZSB2YWx1ZQ==" })
      assert.deepInclude(changed.json, { requires_totp_mfa: true })
    }).pipe(Effect.provide(withUsers))
  )

  it.effect("may share an address with others, unless it is used for sign-in", () =>
    Effect.gen(function* () {
      const address = { primary_email: ada.email }
      const shared = yield* create(address)
      assert.deepInclude(shared.json, { ...address, primary_email_auth_enabled: false })
      const taken = yield* create({ ...address, primary_email_auth_enabled: true })
      assert.deepStrictEqual(refusal(taken), [409, "USER_EMAIL_ALREADY_EXISTS"])
      assert.lengthOf(yield* pluck((yield* get("/users", asServer)).json, "id"), 4, "the rejected one does not exist")
    }).pipe(Effect.provide(withUsers))
  )

  it.effect("is rejected when the request contradicts itself or the project", () =>
    Effect.gen(function* () {
      const nonsense = [
        { password: "a password", password_hash: BCRYPT },
        { password_hash: "no hash" },
        { password_hash: BCRYPT.replace("$13$", "$17$") },
        { password_hash: ARGON2ID.replace("m=65536", "m=4194304") },
        { primary_email_auth_enabled: true },
        { primary_email_verified: true },
        { primary_email: null, primary_email_verified: true },
        { passkey_auth_enabled: true },
        { otp_auth_enabled: true }
      ]
      for (const body of nonsense) {
        const response = yield* create(body)
        assert.deepStrictEqual(refusal(response), [400, undefined], JSON.stringify(body))
        assert.strictEqual(response.headers["content-type"], "text/plain; charset=utf-8")
      }
      const long = { password: "x".repeat(71) }
      for (const body of [{ primary_email: "" }, long, { id: ADA_ID }, { selected_team_id: null }, []]) {
        assert.strictEqual((yield* create(body)).code, "SCHEMA_ERROR", JSON.stringify(body))
      }
      assert.deepStrictEqual(refusal(yield* create({}, asClient)), [401, "INSUFFICIENT_ACCESS_TYPE"])
      assert.strictEqual((yield* post("/users", asServer)).code, "SCHEMA_ERROR")
      assert.lengthOf(yield* pluck((yield* get("/users", asServer)).json, "id"), 3)
    }).pipe(Effect.provide(withUsers))
  )

  it.effect("is rejected with an unknown provider or an account of another user", () =>
    Effect.gen(function* () {
      const account = { id: "github", account_id: "1", email: null }
      assert.strictEqual((yield* create({ oauth_providers: [account] })).status, 201)
      const unknown = yield* create({ oauth_providers: [{ ...account, id: "gitlab" }] })
      assert.deepStrictEqual(
        [...refusal(unknown), unknown.text],
        [400, undefined, "The project has no OAuth provider gitlab."]
      )
      const taken = yield* create({ oauth_providers: [account] })
      assert.deepStrictEqual(
        [...refusal(taken), taken.text],
        [409, undefined, "The account at github is connected to a user already."]
      )
      assert.lengthOf(yield* pluck((yield* get("/users", asServer)).json, "id"), 2, "the seeded user and the first one")
    }).pipe(Effect.provide(service({ config: { oauthProviders: [github] } })))
  )

  it.effect("has no password when the project has none", () =>
    Effect.gen(function* () {
      for (const body of [{ password: "a password" }, { password_hash: BCRYPT }]) {
        assert.deepStrictEqual(refusal(yield* create(body)), [400, undefined])
      }
      const id = yield* readId((yield* create({ primary_email: "x@example.com" })).json)
      const first = yield* patch(`/users/${id}`, asServer, { password: "a password" })
      assert.deepStrictEqual(refusal(first), [400, undefined])
      const another = yield* patch(`/users/${ADA_ID}`, asServer, { password: "a new password" })
      assert.strictEqual(another.status, 200, "a user with a password gets another one")
    }).pipe(Effect.provide(service({ users, config: { credentialEnabled: false } })))
  )
})

describe("any user", () => {
  it.effect("is read, changed and deleted by id, in any case", () =>
    Effect.gen(function* () {
      const path = `/users/${BOB_ID.toUpperCase()}`
      assert.deepInclude((yield* get(path, asServer)).json, { id: BOB_ID, display_name: "Bob" })
      const changed = yield* patch(path, asAdmin, { display_name: "Robert", server_metadata: { s: 1 } })
      assert.deepInclude(changed.json, { id: BOB_ID, display_name: "Robert", server_metadata: { s: 1 } })
      assert.deepStrictEqual((yield* del(path, asServer, {})).json, { success: true })
      for (const response of [
        yield* get(path, asServer),
        yield* patch(path, asServer, {}),
        yield* del(path, asServer)
      ]) {
        assert.deepStrictEqual(refusal(response), [404, "USER_NOT_FOUND"])
      }
      assert.strictEqual((yield* patch(`/users/${NO_ID}`, asServer, { password: "a password" })).code, "USER_NOT_FOUND")
    }).pipe(Effect.provide(withUsers))
  )

  it.effect("is available to the server tier only", () =>
    Effect.gen(function* () {
      const headers = yield* asUser(ada)
      const path = `/users/${ADA_ID}`
      for (const response of [
        yield* get(path, headers),
        yield* get("/users/123", asClient),
        yield* get("/users", headers),
        yield* patch(path, headers, {}),
        yield* del(path, headers)
      ])
        assert.deepStrictEqual(refusal(response), [401, "INSUFFICIENT_ACCESS_TYPE"])
      assert.strictEqual((yield* get("/users/123", asServer)).code, "SCHEMA_ERROR")
    }).pipe(Effect.provide(withUsers))
  )

  it.effect("is deleted with sessions, address and memberships", () =>
    Effect.gen(function* () {
      const id = yield* makeTeam(BOB_ID)
      yield* join(id, ADA_ID)
      const { access_token, refresh_token } = yield* signIn(bob)
      yield* del(`/users/${BOB_ID}`, asServer)
      assert.strictEqual((yield* me(withToken(access_token))).code, "CANNOT_GET_OWN_USER_WITHOUT_USER")
      assert.strictEqual((yield* refresh(refresh_token)).code, "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED")
      const teams = yield* get("/teams?user_id=me", withToken(access_token))
      assert.strictEqual(teams.code, "CANNOT_GET_OWN_USER_WITHOUT_USER")
      const left = yield* get(`/team-member-profiles?team_id=${id}`, asServer)
      assert.deepStrictEqual(yield* pluck(left.json, "user_id"), [ADA_ID])
      assert.strictEqual((yield* signUp(bob.email)).status, 200, "the address is available again")
    }).pipe(Effect.provide(withUsers))
  )

  it.effect("gets no first password without an address, and no address twice", () =>
    Effect.gen(function* () {
      const id = yield* readId((yield* create({})).json)
      const path = `/users/${id}`
      assert.deepStrictEqual(refusal(yield* patch(path, asServer, { password: "a password" })), [400, undefined])
      const both = yield* patch(path, asServer, { password: "a password", primary_email: "x@example.com" })
      assert.deepInclude(both.json, { has_password: true, primary_email: "x@example.com" })
      const taken = yield* patch(path, asServer, { primary_email: ada.email, primary_email_auth_enabled: true })
      assert.deepStrictEqual(refusal(taken), [409, "USER_EMAIL_ALREADY_EXISTS"])
      assert.deepInclude((yield* get(path, asServer)).json, { primary_email: "x@example.com" })
    }).pipe(Effect.provide(withUsers))
  )

  it.effect("may delete their account where the project allows it", () =>
    Effect.gen(function* () {
      const run = (clientUserDeletionEnabled: boolean) =>
        Effect.gen(function* () {
          const response = yield* del("/users/me", yield* asUser(ada))
          return [response.status, (yield* get(`/users/${ADA_ID}`, asServer)).status]
        }).pipe(Effect.provide(service({ users, config: { clientUserDeletionEnabled } })))
      assert.deepStrictEqual(yield* run(true), [200, 404])
      assert.deepStrictEqual(yield* run(false), [400, 200])
    })
  )

  it.effect("is deleted as me by the server in any project", () =>
    Effect.gen(function* () {
      const { access_token } = yield* signIn(ada)
      const headers = withToken(access_token, asServer)
      assert.deepStrictEqual((yield* del("/users/me", headers)).json, { success: true })
      for (const tier of [headers, asServer, asClient]) {
        assert.deepStrictEqual(refusal(yield* del("/users/me", tier)), [400, "CANNOT_GET_OWN_USER_WITHOUT_USER"])
      }
    }).pipe(Effect.provide(withUsers))
  )
})

describe("a personal team", () => {
  const open = service({
    users: [{ ...ada, id: ADA_ID, displayName: "Ada" }],
    config: { createTeamOnSignUp: true, magicLinkEnabled: true }
  })
  const teamsOf = (userId: string) =>
    Effect.flatMap(get(`/teams?user_id=${userId}`, asServer), ({ json }) => readItems(json))

  it.effect("is created with every new user, named after them, and is not selected", () =>
    Effect.gen(function* () {
      yield* signUp("new@example.com")
      const signedUp = yield* signIn({ email: "new@example.com", password: "correct horse" })
      const named = yield* readId((yield* create({ display_name: "Grace", primary_email: "g@example.com" })).json)
      const unnamed = yield* readId((yield* create({})).json)
      const cases = [
        [ADA_ID, "Ada's Team"],
        [signedUp.user_id, "new@example.com's Team"],
        [named, "Grace's Team"],
        [unnamed, "Personal Team"]
      ] as const
      for (const [userId, name] of cases) {
        const [team, ...more] = yield* teamsOf(userId)
        assert.deepInclude(team, { display_name: name })
        assert.lengthOf(more, 0)
        assert.deepStrictEqual(yield* permissionsOf(String(team?.["id"]), userId), ["admin"])
        assert.deepInclude((yield* get(`/users/${userId}`, asServer)).json, { selected_team_id: null })
      }
      const project = yield* get("/projects/current", asAdmin)
      assert.deepNestedInclude(project.json, { "config.create_team_on_sign_up": true })
    }).pipe(Effect.provide(open))
  )

  it.effect("is also created with a sign-up by magic link", () =>
    Effect.gen(function* () {
      yield* post("/auth/otp/send-sign-in-code", asClient, {
        email: "link@example.com",
        callback_url: "http://localhost:3000/"
      })
      const mails = yield* Mailbox.use((mailbox) => mailbox.list({ to: "link@example.com" }))
      const code = mails.flatMap(({ codes }) => codes).find((each) => each.length === 45)
      const { user_id } = yield* readSession((yield* post("/auth/otp/sign-in", asClient, { code })).json)
      const [team] = yield* teamsOf(user_id)
      assert.deepInclude(team, { display_name: "link@example.com's Team" })
    }).pipe(Effect.provide(open))
  )

  it.effect("is not created for a rejected user", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* signUp(ada.email)).code, "USER_EMAIL_ALREADY_EXISTS")
      const taken = yield* create({ primary_email: ada.email, primary_email_auth_enabled: true })
      assert.strictEqual(taken.code, "USER_EMAIL_ALREADY_EXISTS")
      assert.lengthOf(yield* pluck((yield* get("/teams", asServer)).json, "id"), 1)
    }).pipe(Effect.provide(open))
  )

  it.effect("is not created when the project has disabled it", () =>
    Effect.gen(function* () {
      yield* create({})
      assert.deepStrictEqual((yield* get("/teams", asServer)).json, { items: [], is_paginated: false })
    }).pipe(Effect.provide(withUsers))
  )
})

describe("users/me in the server tier", () => {
  it.effect("follows the rules for any user", () =>
    Effect.gen(function* () {
      const { access_token } = yield* signIn(ada)
      const headers = withToken(access_token, asServer)
      const other = yield* makeTeam(EVE_ID)
      const refused = yield* updateMe(headers, { selected_team_id: other })
      assert.deepStrictEqual(refusal(refused), [404, "TEAM_MEMBERSHIP_NOT_FOUND"])
      assert.deepStrictEqual((yield* me(headers)).json, (yield* get(`/users/${ADA_ID}`, asServer)).json)
      assert.deepStrictEqual((yield* get("/users/%6de", headers)).json, (yield* me(headers)).json)
    }).pipe(Effect.provide(withUsers))
  )
})
