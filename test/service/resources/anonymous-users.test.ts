/** Anonymous users: their sign-up, their tokens, and the upgrade to a real user. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import { compactVerify, createLocalJWKSet, decodeJwt, type JSONWebKeySet } from "jose"
import {
  ada,
  asAdmin,
  asClient,
  asServer,
  type Headers,
  me,
  refresh,
  send,
  service,
  PROJECT_ID,
  signUp,
  updateMe,
  USER_ID,
  withToken
} from "../fixture.ts"
import { codeTo } from "../mails.ts"
import { BOB_ID, bob, grant, join } from "../team-fixture.ts"
import { post, asUser } from "../requests.ts"
import { readSession, readId, readAccessToken, readTokens } from "../responses.ts"
import { anonymous, asAnonymous, readUser, signUpAnonymously } from "./anonymous-fixture.ts"
import { sendCode, signIn as signInByCode, withMail } from "./otp-fixture.ts"
import { checkKey, createKey } from "./api-key-fixture.ts"
import { authorizePath, Browser, embedded, grace, oauthService, shared, signInWith } from "./oauth/browser.ts"

const get = (path: string, headers: Headers = asServer) => send("GET", `/api/v1${path}`, { headers })
const patchUser = (id: string, json: unknown) => send("PATCH", `/api/v1/users/${id}`, { headers: asServer, json })

const readItems = Schema.decodeUnknownSync(
  Schema.Struct({
    items: Schema.Array(Schema.Struct({ id: Schema.String, display_name: Schema.NullOr(Schema.String) }))
  })
)
const itemsOf = (path: string, headers?: Headers) => Effect.map(get(path, headers), ({ json }) => readItems(json).items)
const idsOf = (path: string) => Effect.map(itemsOf(path), (items) => items.map(({ id }) => id))
const teamNames = (userId: string) =>
  Effect.map(itemsOf(`/teams?user_id=${userId}`), (teams) => teams.map(({ display_name }) => display_name))

const readChannels = (json: unknown) =>
  Schema.decodeUnknownSync(
    Schema.Struct({ items: Schema.Array(Schema.Struct({ value: Schema.String, used_for_auth: Schema.Boolean })) })
  )(json).items.toSorted((a, b) => (a.value < b.value ? -1 : 1))

const withTeams = { config: { createTeamOnSignUp: true, magicLinkEnabled: true } }

/** Returns an anonymous user who has written metadata. */
const withData = Effect.gen(function* () {
  const user = yield* anonymous()
  yield* updateMe(asAnonymous(user.access_token), { client_metadata: { cart: ["book"] } })
  yield* TestClock.adjust("1 hour")
  const { access_token } = yield* renewToken(user.refresh_token)
  return { ...user, access_token }
})

const renewToken = Effect.fnUntraced(function* (refreshToken: string) {
  const { json } = yield* refresh(refreshToken)
  return { access_token: yield* readAccessToken(json) }
})

const claimsOf = (token: string): object => decodeJwt(token)

const keySet = (query = "") =>
  Effect.map(get(`/projects/${PROJECT_ID}/.well-known/jwks.json${query}`, {}), ({ json }) => json as JSONWebKeySet)

describe("an anonymous sign-up", () => {
  it.effect("creates a user without a sign-in method, in every tier", () =>
    Effect.gen(function* () {
      for (const tier of [asClient, asServer, asAdmin]) {
        const { access_token, refresh_token, user_id } = yield* anonymous(tier)
        const user = yield* readUser(yield* me(asAnonymous(access_token)))
        assert.deepStrictEqual(user, {
          id: user_id,
          is_anonymous: true,
          is_restricted: true,
          restricted_reason: { type: "anonymous" },
          primary_email: null,
          primary_email_verified: false,
          display_name: null,
          signed_up_at_millis: 0,
          client_metadata: null,
          has_password: false,
          otp_auth_enabled: false
        })
        assert.strictEqual((yield* refresh(refresh_token)).status, 200)
        assert.deepStrictEqual(yield* teamNames(user_id), ["Personal Team"])
      }
    }).pipe(Effect.provide(service(withTeams)))
  )

  it.effect("is refused if the project accepts no new users", () =>
    Effect.gen(function* () {
      const response = yield* signUpAnonymously()
      assert.deepStrictEqual([response.status, response.code], [400, "SIGN_UP_NOT_ENABLED"])
    }).pipe(Effect.provide(service({ config: { signUpEnabled: false } })))
  )

  it.effect("is limited for each address", () =>
    Effect.gen(function* () {
      const from = (address: string) =>
        Effect.map(
          send("POST", "/api/v1/auth/anonymous/sign-up", { headers: asClient, address }),
          ({ status }) => status
        )
      const statuses = yield* Effect.forEach(Array.from({ length: 51 }), () => from("192.0.2.1"))
      assert.deepStrictEqual(statuses, [...Array.from({ length: 50 }, () => 200), 429])
      assert.strictEqual(yield* from("192.0.2.2"), 200)
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(yield* from("192.0.2.1"), 200)
    }).pipe(Effect.provide(service()))
  )
})

describe("the access token of an anonymous user", () => {
  it.effect("has claims, an issuer, an audience and a key of its own", () =>
    Effect.gen(function* () {
      const { access_token, user_id } = yield* anonymous()
      assert.deepInclude(claimsOf(access_token), {
        sub: user_id,
        iss: `http://localhost:8102/api/v1/projects-anonymous-users/${PROJECT_ID}`,
        aud: `${PROJECT_ID}:anon`,
        project_id: PROJECT_ID,
        role: "authenticated",
        is_anonymous: true,
        is_restricted: true,
        restricted_reason: { type: "anonymous" }
      })
      const verifies = Effect.fnUntraced(function* (query: string) {
        const keys = createLocalJWKSet(yield* keySet(query))
        return yield* Effect.promise(() =>
          compactVerify(access_token, keys).then(
            () => true,
            () => false
          )
        )
      })
      assert.isFalse(yield* verifies(""), "a verifier that does not know about anonymous users")
      assert.isFalse(yield* verifies("?include_restricted=true"))
      assert.isTrue(yield* verifies("?include_anonymous=true"))
      assert.lengthOf((yield* keySet()).keys, 1)
      assert.lengthOf((yield* keySet("?include_anonymous=true")).keys, 3)
    }).pipe(Effect.provide(service()))
  )

  it.effect("needs the header that allows anonymous users", () =>
    Effect.gen(function* () {
      const { access_token } = yield* anonymous()
      for (const headers of [
        withToken(access_token),
        { ...withToken(access_token), "x-stack-allow-anonymous-user": "false" },
        withToken(access_token, asServer)
      ]) {
        const response = yield* me(headers)
        assert.deepStrictEqual([response.status, response.code], [401, "ANONYMOUS_AUTHENTICATION_NOT_ALLOWED"])
      }
      const twin = { ...withToken(access_token), "x-hexclave-allow-anonymous-user": "true" }
      for (const headers of [asAnonymous(access_token), asAnonymous(access_token, asServer), twin]) {
        assert.strictEqual((yield* me(headers)).status, 200)
      }
    }).pipe(Effect.provide(service()))
  )

  it.effect("is refused with a changed audience or key id, and in another project", () =>
    Effect.gen(function* () {
      const { access_token } = yield* anonymous()
      const [head = "", body = "", signature = ""] = access_token.split(".")
      const changed = (part: string, change: object) =>
        Buffer.from(JSON.stringify({ ...JSON.parse(Buffer.from(part, "base64url").toString()), ...change })).toString(
          "base64url"
        )
      const { kid } = JSON.parse(Buffer.from(head, "base64url").toString())
      for (const token of [
        `${head}.${changed(body, { aud: PROJECT_ID })}.${signature}`,
        `${changed(head, { kid: kid.replace("-anon", "") })}.${body}.${signature}`,
        `${changed(head, { kid: "" })}.${body}.${signature}`
      ]) {
        assert.strictEqual((yield* me(asAnonymous(token))).code, "UNPARSABLE_ACCESS_TOKEN")
      }
      const elsewhere = { ...asAnonymous(access_token), "x-stack-project-id": "internal" }
      assert.strictEqual((yield* me(elsewhere)).code, "INVALID_PROJECT_FOR_ACCESS_TOKEN")
    }).pipe(Effect.provide(service()))
  )

  it.effect("cannot accept an invitation, whose code works after the sign-up", () =>
    Effect.gen(function* () {
      const team = yield* post("/teams", asServer, { display_name: "Crew" })
      const { id } = Schema.decodeUnknownSync(Schema.Struct({ id: Schema.String }))(team.json)
      const callback_url = "http://localhost:3000/join"
      yield* post("/team-invitations/send-code", asServer, { email: "new@example.com", team_id: id, callback_url })
      const code = yield* codeTo("new@example.com")
      const { access_token, refresh_token } = yield* anonymous()
      for (const path of ["/team-invitations/accept", "/team-invitations/accept/details"]) {
        const response = yield* post(path, asAnonymous(access_token), { code })
        assert.deepStrictEqual([response.status, response.code], [403, "TEAM_INVITATION_RESTRICTED_USER_NOT_ALLOWED"])
        assert.deepStrictEqual(response.details, { restricted_reason: { type: "anonymous" } })
      }
      const received = `/team-invitations/${id}/accept?user_id=me`
      const refused = yield* post(received, asAnonymous(access_token), undefined)
      assert.strictEqual(refused.code, "TEAM_INVITATION_RESTRICTED_USER_NOT_ALLOWED")
      const user = yield* readUser(yield* me(asAnonymous(access_token)))
      yield* patchUser(user.id, { is_anonymous: false })
      const real = (yield* renewToken(refresh_token)).access_token
      assert.strictEqual((yield* post("/team-invitations/accept", withToken(real), { code })).status, 200)
    }).pipe(Effect.provide(service()))
  )
})

describe("an anonymous user who signs up", () => {
  it.effect("with a password keeps id and data, and ends the older sessions", () =>
    Effect.gen(function* () {
      const { access_token, refresh_token, user_id } = yield* withData
      const response = yield* signUp("new@example.com", "correct horse", asAnonymous(access_token))
      const session = yield* readSession(response.json)
      assert.strictEqual(session.user_id, user_id)
      const user = yield* readUser(yield* me(withToken(session.access_token)))
      assert.deepInclude(user, {
        id: user_id,
        is_anonymous: false,
        is_restricted: false,
        restricted_reason: null,
        primary_email: "new@example.com",
        signed_up_at_millis: 3_600_000,
        client_metadata: { cart: ["book"] },
        has_password: true
      })
      assert.strictEqual((yield* refresh(refresh_token)).code, "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED")
      assert.deepStrictEqual(yield* teamNames(user_id), ["new@example.com's Team"])
      assert.deepInclude(claimsOf(session.access_token), { aud: PROJECT_ID, is_anonymous: false, signed_up_at: 3600 })
      const mailed = yield* post("/contact-channels/verify", asClient, { code: yield* codeTo("new@example.com") })
      assert.strictEqual(mailed.status, 200, "the mailed code verifies the address of this user")
      assert.isTrue((yield* readUser(yield* get(`/users/${user_id}`))).primary_email_verified)
    }).pipe(Effect.provide(service(withTeams)))
  )

  it.effect("keeps no other way into the account", () =>
    Effect.gen(function* () {
      const { access_token, user_id } = yield* anonymous()
      const headers = asAnonymous(access_token)
      const { value } = yield* createKey(headers, { user_id })
      yield* new Browser().link("github", { ...grace }, access_token)
      yield* updateMe(headers, { totp_secret_base64: Buffer.alloc(20, 7).toString("base64") })
      const address = { primary_email: "mallory@example.com", primary_email_auth_enabled: true }
      yield* patchUser(user_id, { ...address, primary_email_verified: true })
      const { json } = yield* signUp("new@example.com", "correct horse", headers)
      const session = yield* readSession(json)
      assert.strictEqual(session.user_id, user_id)
      assert.deepInclude((yield* me(withToken(session.access_token))).json, {
        requires_totp_mfa: false,
        passkey_auth_enabled: false,
        oauth_providers: []
      })
      assert.strictEqual((yield* checkKey("user", value)).code, "API_KEY_REVOKED")
      const channels = yield* get(`/contact-channels?user_id=${user_id}`)
      assert.deepStrictEqual(readChannels(channels.json), [
        { value: "mallory@example.com", used_for_auth: false },
        { value: "new@example.com", used_for_auth: true }
      ])
    }).pipe(Effect.provide(service({ config: { allowUserApiKeys: true, oauthProviders: [shared, embedded] } })))
  )

  it.effect("with a mailed code keeps id and data, and ends the older sessions", () =>
    Effect.gen(function* () {
      const { access_token, refresh_token, user_id } = yield* withData
      yield* sendCode("new@example.com")
      const response = yield* signInByCode(yield* codeTo("new@example.com"), asAnonymous(access_token))
      const session = yield* readSession(response.json)
      assert.deepInclude(session, { user_id, is_new_user: true })
      assert.deepInclude(yield* readUser(yield* me(withToken(session.access_token))), {
        id: user_id,
        is_anonymous: false,
        primary_email: "new@example.com",
        primary_email_verified: true,
        otp_auth_enabled: true,
        client_metadata: { cart: ["book"] }
      })
      assert.strictEqual((yield* refresh(refresh_token)).code, "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED")
      assert.strictEqual((yield* me(asAnonymous(access_token))).code, "ACCESS_TOKEN_EXPIRED")
    }).pipe(Effect.provide(withMail()))
  )

  it.effect("with an account of a provider keeps id, data and the name they chose", () =>
    Effect.gen(function* () {
      const { access_token, user_id } = yield* withData
      yield* updateMe(asAnonymous(access_token), { display_name: "G" })
      const session = yield* signInWith("github", grace, { token: access_token })
      assert.isTrue(session.is_new_user)
      assert.deepInclude(yield* readUser(yield* me(withToken(session.access_token))), {
        id: user_id,
        is_anonymous: false,
        display_name: "G",
        primary_email: "grace@example.com",
        client_metadata: { cart: ["book"] }
      })
      const again = yield* signInWith("github", { account: grace.address })
      assert.strictEqual((yield* readUser(yield* me(withToken(again.access_token)))).id, user_id)
    }).pipe(Effect.provide(oauthService()))
  )

  it.effect("as an existing user signs in as that one, and stays anonymous", () =>
    Effect.gen(function* () {
      const { access_token, user_id } = yield* withData
      yield* sendCode(ada.email)
      const byMail = yield* readSession((yield* signInByCode(yield* codeTo(ada.email), asAnonymous(access_token))).json)
      assert.deepInclude(byMail, { user_id: USER_ID, is_new_user: false })
      const taken = yield* signUp(ada.email, "correct horse", asAnonymous(access_token))
      assert.strictEqual(taken.code, "USER_EMAIL_ALREADY_EXISTS")
      assert.isTrue((yield* readUser(yield* get(`/users/${user_id}`))).is_anonymous)
    }).pipe(Effect.provide(withMail()))
  )

  it.effect("with an account of an existing user signs in as that one", () =>
    Effect.gen(function* () {
      const owner = yield* signInWith("github", grace)
      const { id } = yield* readUser(yield* me(withToken(owner.access_token)))
      const { access_token, user_id } = yield* anonymous()
      const session = yield* signInWith("github", { account: grace.address }, { token: access_token })
      assert.isFalse(session.is_new_user)
      assert.strictEqual((yield* readUser(yield* me(withToken(session.access_token)))).id, id)
      assert.isTrue((yield* readUser(yield* get(`/users/${user_id}`))).is_anonymous)
    }).pipe(Effect.provide(oauthService()))
  )

  it.effect("by a provider stays anonymous if they can sign in otherwise, and another user is created", () =>
    Effect.gen(function* () {
      const address = (name: string) => ({ primary_email: `${name}@example.com`, primary_email_auth_enabled: true })
      const methods = [
        { ...address("mallory"), password: "correct horse" },
        { ...address("trudy"), primary_email_verified: true }
      ]
      for (const method of methods) {
        const { user_id } = yield* anonymous()
        assert.strictEqual((yield* patchUser(user_id, method)).status, 200)
        // A new password has ended the first session.
        const session = yield* post("/auth/sessions", asServer, { user_id })
        const { access_token } = yield* readTokens(session.json)
        const account = { ...grace, address: `of.${method.primary_email}` }
        const signedIn = yield* signInWith("github", account, { token: access_token })
        assert.notStrictEqual((yield* readUser(yield* me(withToken(signedIn.access_token)))).id, user_id)
        assert.isTrue((yield* readUser(yield* get(`/users/${user_id}`))).is_anonymous)
      }
    }).pipe(Effect.provide(oauthService()))
  )

  it.effect("by a provider after they were deleted becomes a new user", () =>
    Effect.gen(function* () {
      const { access_token, user_id } = yield* anonymous()
      yield* send("DELETE", `/api/v1/users/${user_id}`, { headers: asServer })
      const session = yield* signInWith("github", grace, { token: access_token })
      const user = yield* readUser(yield* me(withToken(session.access_token)))
      assert.notStrictEqual(user.id, user_id)
      assert.isFalse(user.is_anonymous)
    }).pipe(Effect.provide(oauthService()))
  )

  it.effect("twice with the same token becomes one user, and the second sign-up is refused", () =>
    Effect.gen(function* () {
      const { access_token, user_id } = yield* anonymous()
      yield* sendCode("first@example.com")
      yield* sendCode("second@example.com")
      const headers = asAnonymous(access_token)
      const first = yield* readSession((yield* signInByCode(yield* codeTo("first@example.com"), headers)).json)
      assert.strictEqual(first.user_id, user_id)
      const code = yield* codeTo("second@example.com")
      assert.strictEqual((yield* signInByCode(code, headers)).code, "ACCESS_TOKEN_EXPIRED")
      const second = yield* readSession((yield* signInByCode(code)).json)
      assert.notStrictEqual(second.user_id, user_id)
    }).pipe(Effect.provide(withMail()))
  )

  it.effect("changes neither the name nor the members of another user's team with the name of a personal one", () =>
    Effect.gen(function* () {
      const { access_token, user_id } = yield* anonymous()
      yield* TestClock.adjust("1 minute")
      const shared = yield* post("/teams", asServer, { display_name: "Personal Team", creator_user_id: BOB_ID })
      const team_id = yield* readId(shared.json)
      yield* join(team_id, user_id)
      yield* signUp("new@example.com", "correct horse", asAnonymous(access_token))
      assert.deepStrictEqual(yield* teamNames(user_id), ["new@example.com's Team", "Personal Team"])
      assert.sameMembers(yield* idsOf(`/users?team_id=${team_id}`), [user_id, BOB_ID])
    }).pipe(Effect.provide(service({ ...withTeams, users: [{ id: BOB_ID, ...bob }] })))
  )

  it.effect("is alone in their personal team, also in a renamed one, and keeps the members of other teams", () =>
    Effect.gen(function* () {
      const bobHeaders = yield* asUser(bob)
      for (const display_name of [undefined, "Ours"]) {
        const { access_token, user_id } = yield* anonymous()
        const headers = asAnonymous(access_token)
        const [personal] = yield* itemsOf(`/teams?user_id=${user_id}`)
        const team_id = personal?.id ?? ""
        yield* TestClock.adjust("1 minute")
        const crew = yield* post("/teams", headers, { display_name: "Crew", creator_user_id: "me" })
        const crewId = yield* readId(crew.json)
        const invite = Effect.fnUntraced(function* (email: string, from: Headers) {
          const invitation = { team_id, email, callback_url: "http://localhost:3000/handler/callback" }
          assert.strictEqual((yield* post("/team-invitations/send-code", from, invitation)).status, 200)
          return yield* codeTo(email)
        })
        const accept = (code: string) => post("/team-invitations/accept", bobHeaders, { code })
        assert.strictEqual((yield* accept(yield* invite(bob.email, headers))).status, 200)
        for (const permission of ["$invite_members", "$manage_api_keys"]) yield* grant(team_id, BOB_ID, permission)
        yield* join(crewId, BOB_ID)
        const codes = [yield* invite("a@example.com", headers), yield* invite("b@example.com", bobHeaders)]
        const key = yield* createKey(bobHeaders, { team_id })
        if (display_name !== undefined) {
          yield* send("PATCH", `/api/v1/teams/${team_id}`, { headers: asServer, json: { display_name } })
        }
        yield* signUp(`${display_name ?? "new"}@example.com`, "correct horse", headers)
        assert.deepStrictEqual(yield* idsOf(`/users?team_id=${team_id}`), [user_id])
        assert.sameMembers(yield* idsOf(`/users?team_id=${crewId}`), [user_id, BOB_ID])
        for (const code of codes) assert.strictEqual((yield* accept(code)).code, "VERIFICATION_CODE_NOT_FOUND")
        assert.strictEqual((yield* checkKey("team", key.value)).code, "API_KEY_REVOKED")
      }
    }).pipe(
      Effect.provide(
        service({
          config: { ...withTeams.config, allowTeamApiKeys: true, clientTeamCreationEnabled: true },
          users: [{ id: BOB_ID, ...bob }]
        })
      )
    )
  )

  it.effect("keeps the name of a team that was renamed", () =>
    Effect.gen(function* () {
      const { access_token, user_id } = yield* anonymous()
      const [team] = yield* itemsOf(`/teams?user_id=${user_id}`)
      yield* send("PATCH", `/api/v1/teams/${team?.id}`, { headers: asServer, json: { display_name: "Ours" } })
      yield* signUp("new@example.com", "correct horse", asAnonymous(access_token))
      assert.deepStrictEqual(yield* teamNames(user_id), ["Ours"])
    }).pipe(Effect.provide(service(withTeams)))
  )
})

describe("the token of a real user", () => {
  it.effect("does not change what a sign-up or a sign-in with a provider creates", () =>
    Effect.gen(function* () {
      const first = yield* signInWith("github", grace)
      const created = yield* signUp("new@example.com", "correct horse", withToken(first.access_token))
      assert.strictEqual(created.status, 200)
      const other = { address: "alan@example.com", name: "Alan", verified: "yes" }
      const second = yield* signInWith("github", other, { token: first.access_token })
      const third = yield* signInWith("github", { ...other, address: "carol@example.com" }, { token: "no token" })
      const ids = yield* Effect.forEach([first, second, third], ({ access_token }) =>
        Effect.map(Effect.flatMap(me(withToken(access_token)), readUser), ({ id }) => id)
      )
      assert.lengthOf(new Set(ids), 3)
      assert.strictEqual((yield* send("GET", authorizePath("github", { token: first.access_token }))).status, 307)
    }).pipe(Effect.provide(oauthService()))
  )
})

describe("the server", () => {
  it.effect("lists anonymous users on demand", () =>
    Effect.gen(function* () {
      const { user_id } = yield* anonymous()
      assert.deepStrictEqual(yield* idsOf("/users"), [USER_ID])
      assert.deepStrictEqual(yield* idsOf("/users?include_restricted=true"), [USER_ID])
      assert.sameMembers(yield* idsOf("/users?include_anonymous=true"), [USER_ID, user_id])
      assert.deepStrictEqual(yield* idsOf("/users?include_anonymous=true&only_anonymous=true"), [user_id])
      assert.deepStrictEqual(yield* idsOf(`/users?query=${user_id}`), [])
      assert.deepStrictEqual(yield* idsOf(`/users?query=${user_id}&include_anonymous=true`), [user_id])
      assert.strictEqual((yield* get(`/users/${user_id}`)).status, 200)
    }).pipe(Effect.provide(service()))
  )

  it.effect("creates anonymous users, and can only turn them into real ones", () =>
    Effect.gen(function* () {
      const created = yield* post("/users", asServer, { is_anonymous: true })
      const { id, is_anonymous } = yield* readUser(created)
      assert.isTrue(is_anonymous)
      assert.strictEqual((yield* patchUser(id, { is_anonymous: true })).code, "SCHEMA_ERROR")
      yield* TestClock.adjust("1 hour")
      const upgraded = yield* patchUser(id, { is_anonymous: false, display_name: "Grace" })
      assert.deepInclude(yield* readUser(upgraded), { id, is_anonymous: false, signed_up_at_millis: 3_600_000 })
      assert.deepStrictEqual(yield* teamNames(id), ["Grace's Team"])
      yield* TestClock.adjust("1 hour")
      const again = yield* readUser(yield* patchUser(id, { is_anonymous: false }))
      assert.strictEqual(again.signed_up_at_millis, 3_600_000, "a real user has signed up already")
      assert.isFalse((yield* readUser(yield* post("/users", asServer, { is_anonymous: false }))).is_anonymous)
      const own = yield* anonymous()
      const byUser = yield* updateMe(asAnonymous(own.access_token), { is_anonymous: false })
      assert.strictEqual(byUser.code, "SCHEMA_ERROR", "users cannot do it themselves")
    }).pipe(Effect.provide(service(withTeams)))
  )

  it.effect("does not count anonymous users in metrics until they sign up", () =>
    Effect.gen(function* () {
      const readMetrics = Schema.decodeUnknownSync(
        Schema.Struct({
          total_users: Schema.Finite,
          daily_users: Schema.Array(Schema.Struct({ activity: Schema.Finite })),
          daily_active_users: Schema.Array(Schema.Struct({ activity: Schema.Finite })),
          recently_registered: Schema.Array(Schema.Unknown),
          recently_active: Schema.Array(Schema.Unknown)
        })
      )
      const counts = Effect.map(get("/internal/metrics", asAdmin), ({ json }) => {
        const metrics = readMetrics(json)
        return [
          metrics.total_users,
          metrics.daily_users.at(-1)?.activity,
          metrics.daily_active_users.at(-1)?.activity,
          metrics.recently_registered.length,
          metrics.recently_active.length
        ]
      })
      const { access_token } = yield* anonymous()
      assert.deepStrictEqual(yield* counts, [0, 0, 0, 0, 0])
      yield* signUp("new@example.com", "correct horse", asAnonymous(access_token))
      assert.deepStrictEqual(yield* counts, [1, 1, 1, 1, 1])
    }).pipe(Effect.provide(service({ users: [] })))
  )
})
