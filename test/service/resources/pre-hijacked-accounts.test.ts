/** Account pre-hijacking: an attacker signs up with the victim's address, and the victim resets the password. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import { makeAuthenticator } from "../authenticator.ts"
import type { DevelopmentServices } from "../../../service/development.ts"
import { readId, readSession } from "../responses.ts"
import {
  ada,
  asServer,
  type Headers,
  me,
  refresh,
  send,
  service,
  signIn,
  signUp,
  updateMe,
  USER_ID,
  withToken,
  asClient
} from "../fixture.ts"
import { callback, codeTo, countMails } from "../mails.ts"
import { BOB_ID, bob, EVE_ID, eve, join } from "../team-fixture.ts"
import { post, asUser } from "../requests.ts"
import { anonymous, asAnonymous } from "./anonymous-fixture.ts"
import { checkKey, createKey } from "./api-key-fixture.ts"
import { channelOf, listOf, mailCode, verify } from "./contact-channel-fixture.ts"
import { Browser, embedded, grace, shared, signInWith } from "./oauth/browser.ts"

const attacker = "thief@example.com"
const createTeam = Effect.fnUntraced(function* (headers: Headers, display_name: string) {
  return yield* readId((yield* post("/teams", headers, { display_name, creator_user_id: "me" })).json)
})
const recoveryCodes = "/api/v1/auth/mfa/recovery-codes"
const totp_secret_base64 = Buffer.alloc(20, 7).toString("base64")
const newPassword = { email: ada.email, password: "of the owner" }

const config = { magicLinkEnabled: true, passkeyEnabled: true, oauthProviders: [shared, embedded] }
const accounts = (emailVerified: boolean) => service({ config, users: [{ id: USER_ID, ...ada, emailVerified }] })

const sendReset = (email: string) => post("/auth/password/send-reset-code", asClient, { email, callback_url: callback })
const resetPassword = Effect.fnUntraced(function* ({ email, password }: typeof ada = newPassword) {
  yield* sendReset(email)
  return yield* Effect.flatMap(codeTo(email), (code) => post("/auth/password/reset", asClient, { code, password }))
})

const addAddress = (headers: Headers, value: string) =>
  post("/contact-channels", headers, { user_id: "me", type: "email", value, used_for_auth: true })

const addressesOf = Effect.map(listOf(asServer, `?user_id=${USER_ID}`), (all) =>
  all.map(({ id: _, type: __, user_id: ___, ...channel }) => channel)
)

const Identified = Schema.Struct({ id: Schema.String })

const readTeams = Schema.decodeUnknownSync(Schema.Struct({ items: Schema.Array(Identified) }))

const teamsOf = (userId: string) =>
  Effect.map(send("GET", `/api/v1/teams?user_id=${userId}`, { headers: asServer }), ({ json }) =>
    readTeams(json).items.map(({ id }) => id)
  )

const Ceremony = Schema.Struct({ code: Schema.String, options_json: Schema.Struct({ challenge: Schema.String }) })
const readCeremony = Schema.decodeUnknownSync(Ceremony)
const addPasskey = Effect.fnUntraced(function* (headers: Headers) {
  const { code, options_json } = readCeremony(
    (yield* post("/auth/passkey/initiate-passkey-registration", headers, { add: true })).json
  )
  const credential = makeAuthenticator().create(options_json.challenge)
  assert.strictEqual((yield* post("/auth/passkey/register", headers, { credential, code })).status, 200)
})

/** Adds every sign-in method to the attacker's account. */
const addEverything = Effect.fnUntraced(function* () {
  const { access_token, refresh_token } = yield* signIn()
  const headers = withToken(access_token)
  yield* TestClock.adjust("1 minute")
  yield* addAddress(headers, attacker)
  yield* verify(headers, attacker)
  yield* addPasskey(headers)
  yield* addPasskey(headers)
  yield* new Browser().link("google", { ...grace }, access_token)
  assert.strictEqual((yield* updateMe(headers, { totp_secret_base64 })).status, 200)
  assert.strictEqual((yield* send("POST", recoveryCodes, { headers, json: {} })).status, 200)
  yield* TestClock.adjust("1 minute")
  return { access_token, refresh_token }
})

describe("a password reset by the owner of an unverified address", () => {
  it.effect("removes every other sign-in method, each passkey, and verifies the primary address", () =>
    Effect.gen(function* () {
      const stolen = yield* addEverything()
      assert.strictEqual((yield* resetPassword()).status, 200)
      const mine = yield* signIn(newPassword)
      const left = yield* send("GET", recoveryCodes, { headers: withToken(mine.access_token) })
      assert.deepInclude(left.json, { remaining: 0 })
      assert.deepInclude((yield* me(withToken(mine.access_token))).json, {
        id: USER_ID,
        primary_email: ada.email,
        primary_email_verified: true,
        requires_totp_mfa: false,
        passkey_auth_enabled: false,
        oauth_providers: []
      })
      assert.deepStrictEqual(yield* addressesOf, [
        { value: ada.email, is_primary: true, is_verified: true, used_for_auth: true }
      ])
      assert.strictEqual((yield* me(withToken(stolen.access_token))).code, "ACCESS_TOKEN_EXPIRED")
      assert.strictEqual((yield* refresh(stolen.refresh_token)).status, 401)
      const mails = yield* countMails(attacker)
      yield* sendReset(attacker)
      assert.strictEqual(yield* countMails(attacker), mails, "the address of the attacker resets nothing")
      const other = yield* signInWith("google", { account: grace.address })
      assert.isTrue(other.is_new_user, "the account at the provider signs in to a new user")
    }).pipe(Effect.provide(accounts(false)))
  )

  it.effect("makes them the owner: a later reset keeps what they add", () =>
    Effect.gen(function* () {
      yield* resetPassword()
      yield* TestClock.adjust("1 minute")
      const { access_token } = yield* signIn(newPassword)
      yield* addPasskey(withToken(access_token))
      yield* TestClock.adjust("1 minute")
      assert.strictEqual((yield* resetPassword({ ...newPassword, password: "another one" })).status, 200)
      const { access_token: next } = yield* signIn({ ...newPassword, password: "another one" })
      assert.deepInclude((yield* me(withToken(next))).json, { passkey_auth_enabled: true })
    }).pipe(Effect.provide(accounts(false)))
  )

  it.effect("revokes API keys of the user and of teams without another member, and sent invitations", () =>
    Effect.gen(function* () {
      const headers = yield* asUser(ada)
      const team_id = yield* createTeam(headers, "Ada's Team")
      const shared = yield* createTeam(headers, "Crew")
      yield* send("POST", `/api/v1/team-memberships/${shared}/${BOB_ID}`, { headers: asServer, json: {} })
      const own = yield* createKey(headers, { user_id: "me" })
      const ofTeam = yield* createKey(headers, { team_id })
      const ofShared = yield* createKey(headers, { team_id: shared })
      const bobs = yield* createKey(yield* asUser(bob), { user_id: "me" })
      yield* post("/team-invitations/send-code", headers, { team_id, email: attacker, callback_url: callback })
      const code = yield* codeTo(attacker)
      yield* TestClock.adjust("1 minute")
      assert.strictEqual((yield* resetPassword()).status, 200)
      assert.strictEqual((yield* checkKey("user", own.value)).code, "API_KEY_REVOKED")
      assert.strictEqual((yield* checkKey("team", ofTeam.value)).code, "API_KEY_REVOKED")
      const invited = yield* post("/team-invitations/accept", yield* asUser(bob), { code })
      assert.strictEqual(invited.code, "VERIFICATION_CODE_NOT_FOUND")
      assert.strictEqual((yield* checkKey("team", ofShared.value)).status, 200)
      assert.strictEqual((yield* checkKey("user", bobs.value)).status, 200)
    }).pipe(
      Effect.provide(
        service({
          config: { allowUserApiKeys: true, allowTeamApiKeys: true, clientTeamCreationEnabled: true },
          users: [
            { id: USER_ID, ...ada, emailVerified: false },
            { id: BOB_ID, ...bob }
          ]
        })
      )
    )
  )

  it.effect("removes the other members of the personal team, and revokes its API keys", () =>
    Effect.gen(function* () {
      const victim = { email: "victim@example.com", password: "of the attacker" }
      yield* signUp(victim.email, victim.password)
      const headers = yield* asUser(victim)
      const { json } = yield* send("GET", "/api/v1/teams?user_id=me", { headers })
      const team_id = readTeams(json).items[0]?.id ?? ""
      yield* send("POST", `/api/v1/team-memberships/${team_id}/${BOB_ID}`, { headers: asServer, json: {} })
      const key = yield* createKey(headers, { team_id })
      assert.strictEqual((yield* checkKey("team", key.value)).status, 200)
      yield* codeTo(victim.email)
      yield* TestClock.adjust("1 minute")
      assert.strictEqual((yield* resetPassword({ ...victim, password: "of the owner" })).status, 200)
      assert.strictEqual((yield* checkKey("team", key.value)).code, "API_KEY_REVOKED")
      const bobsTeams = yield* send("GET", "/api/v1/teams?user_id=me", { headers: yield* asUser(bob) })
      assert.notInclude(bobsTeams.text, team_id)
      const mine = yield* asUser({ ...victim, password: "of the owner" })
      const myTeams = yield* send("GET", "/api/v1/teams?user_id=me", { headers: mine })
      assert.deepStrictEqual(readTeams(myTeams.json).items, [{ id: team_id }])
    }).pipe(
      Effect.provide(
        service({ config: { allowTeamApiKeys: true, createTeamOnSignUp: true }, users: [{ id: BOB_ID, ...bob }] })
      )
    )
  )

  it.effect("removes a stranger from the personal team of an anonymous user who was signed up with the address", () =>
    Effect.gen(function* () {
      const victim = { email: "victim@example.com", password: "of the attacker" }
      const { access_token, user_id } = yield* anonymous()
      yield* TestClock.adjust("1 minute")
      yield* signUp(victim.email, victim.password, asAnonymous(access_token))
      const [team_id = ""] = yield* teamsOf(user_id)
      yield* join(team_id, BOB_ID)
      const key = yield* createKey(yield* asUser(victim), { team_id })
      yield* codeTo(victim.email)
      yield* TestClock.adjust("1 minute")
      assert.strictEqual((yield* resetPassword({ ...victim, password: "of the owner" })).status, 200)
      assert.notInclude(yield* teamsOf(BOB_ID), team_id)
      assert.deepStrictEqual(yield* teamsOf(user_id), [team_id])
      assert.strictEqual((yield* checkKey("team", key.value)).code, "API_KEY_REVOKED")
    }).pipe(
      Effect.provide(
        service({ config: { allowTeamApiKeys: true, createTeamOnSignUp: true }, users: [{ id: BOB_ID, ...bob }] })
      )
    )
  )

  it.effect("keeps the members and invitations of another user's team with the name of a personal one", () =>
    Effect.gen(function* () {
      const adas = yield* asUser(ada)
      const team_id = yield* createTeam(adas, "Personal Team")
      yield* join(team_id, BOB_ID)
      yield* post("/team-invitations/send-code", adas, { team_id, email: "new@example.com", callback_url: callback })
      const code = yield* codeTo("new@example.com")
      yield* TestClock.adjust("1 minute")
      assert.strictEqual((yield* resetPassword({ ...bob, password: "another one" })).status, 200)
      for (const id of [USER_ID, BOB_ID]) assert.deepStrictEqual(yield* teamsOf(id), [team_id])
      const details = yield* post("/team-invitations/accept/check-code", yield* asUser(eve), { code })
      assert.strictEqual(details.status, 200, details.text)
    }).pipe(
      Effect.provide(
        service({
          config: { clientTeamCreationEnabled: true },
          users: [
            { id: USER_ID, ...ada },
            { id: BOB_ID, ...bob, emailVerified: false },
            { id: EVE_ID, ...eve, emailVerified: true }
          ]
        })
      )
    )
  )

  it.effect("removes a provider that did not verify the address", () =>
    Effect.gen(function* () {
      const claimed = { ...grace, verified: undefined }
      const attacker = yield* signInWith("github", claimed)
      const { json } = yield* me(withToken(attacker.access_token))
      assert.deepInclude(json, { primary_email: grace.address, primary_email_verified: false })
      yield* TestClock.adjust("1 minute")
      const reset = yield* resetPassword({ email: grace.address, password: "of the owner" })
      assert.strictEqual(reset.status, 200)
      assert.isTrue((yield* signInWith("github", { account: grace.address })).is_new_user)
    }).pipe(Effect.provide(accounts(false)))
  )
})

describe("a password reset by the owner of a verified address", () => {
  it.effect("keeps the API keys", () =>
    Effect.gen(function* () {
      const key = yield* createKey(yield* asUser(ada), { user_id: "me" })
      yield* TestClock.adjust("1 minute")
      assert.strictEqual((yield* resetPassword()).status, 200)
      assert.strictEqual((yield* checkKey("user", key.value)).status, 200)
    }).pipe(
      Effect.provide(
        service({ config: { allowUserApiKeys: true }, users: [{ id: USER_ID, ...ada, emailVerified: true }] })
      )
    )
  )

  it.effect("keeps the second factor, the passkey, the connected accounts and the other address", () =>
    Effect.gen(function* () {
      yield* addEverything()
      assert.strictEqual((yield* resetPassword()).status, 200)
      const response = yield* post("/auth/password/sign-in", asClient, newPassword)
      assert.strictEqual(response.code, "MULTI_FACTOR_AUTHENTICATION_REQUIRED")
      const user = yield* send("GET", `/api/v1/users/${USER_ID}`, { headers: asServer })
      assert.deepInclude(user.json, { passkey_auth_enabled: true, requires_totp_mfa: true })
      assert.include(user.text, grace.address)
      assert.deepStrictEqual(
        (yield* addressesOf).map(({ value }) => value),
        [ada.email, attacker]
      )
    }).pipe(Effect.provide(accounts(true)))
  )
})

describe("an unverified address that was added to an account", () => {
  it.effect("does not reset the password until it is verified", () =>
    Effect.gen(function* () {
      const headers = withToken((yield* signIn()).access_token)
      yield* TestClock.adjust("1 minute")
      yield* addAddress(headers, "typo@example.com")
      const sent = yield* sendReset("typo@example.com")
      assert.deepStrictEqual([sent.status, sent.text], [200, (yield* sendReset("unknown@example.com")).text])
      assert.strictEqual(yield* countMails("typo@example.com"), 0)
      yield* verify(headers, "typo@example.com")
      assert.strictEqual((yield* resetPassword({ ...newPassword, email: "typo@example.com" })).status, 200)
    }).pipe(Effect.provide(accounts(true)))
  )

  it.effect("does not reset the password of an account that already had a passkey or a connected account", () =>
    Effect.gen(function* () {
      const { access_token } = yield* signIn()
      const added: ReadonlyArray<readonly [string, Effect.Effect<unknown, unknown, DevelopmentServices>]> = [
        ["first@example.com", addPasskey(withToken(access_token))],
        [
          "second@example.com",
          Effect.andThen(
            send("PATCH", `/api/v1/users/${USER_ID}`, { headers: asServer, json: { passkey_auth_enabled: false } }),
            new Browser().link("google", { ...grace }, access_token)
          )
        ]
      ]
      for (const [address, add] of added) {
        yield* add
        yield* TestClock.adjust("1 minute")
        yield* addAddress(withToken(access_token), address)
        yield* sendReset(address)
        assert.strictEqual(yield* countMails(address), 0, address)
      }
      yield* sendReset(ada.email)
      assert.strictEqual(yield* countMails(ada.email), 1, "the older address does")
    }).pipe(Effect.provide(accounts(false)))
  )

  it.effect("does not reset the password when it replaces the address of an account with a passkey", () =>
    Effect.gen(function* () {
      yield* Effect.flatMap(signIn(), ({ access_token }) => addPasskey(withToken(access_token)))
      yield* TestClock.adjust("1 minute")
      const json = { primary_email: "typo@example.com" }
      assert.strictEqual((yield* send("PATCH", `/api/v1/users/${USER_ID}`, { headers: asServer, json })).status, 200)
      yield* sendReset("typo@example.com")
      assert.strictEqual(yield* countMails("typo@example.com"), 0)
    }).pipe(Effect.provide(accounts(false)))
  )

  const channelPath = (headers: Headers, value: string) =>
    Effect.map(channelOf(headers, value), ({ id }) => `/api/v1/contact-channels/me/${id}`)
  const replaced: ReadonlyArray<
    readonly [string, (headers: Headers) => Effect.Effect<unknown, unknown, DevelopmentServices>]
  > = [
    [
      "the user replaces the only verified address by it",
      Effect.fnUntraced(function* (headers) {
        const json = { value: "typo@example.com" }
        const { status } = yield* send("PATCH", yield* channelPath(headers, ada.email), { headers, json })
        assert.strictEqual(status, 200)
      })
    ],
    [
      "a server replaces the only verified address by it",
      Effect.fnUntraced(function* () {
        const json = { primary_email: "typo@example.com", primary_email_verified: false }
        const { status } = yield* send("PATCH", `/api/v1/users/${USER_ID}`, { headers: asServer, json })
        assert.strictEqual(status, 200)
      })
    ],
    [
      "the only verified address is deleted after it was added",
      Effect.fnUntraced(function* (headers) {
        assert.strictEqual((yield* addAddress(headers, "typo@example.com")).status, 201)
        const { status } = yield* send("DELETE", yield* channelPath(headers, ada.email), { headers })
        assert.strictEqual(status, 200)
      })
    ]
  ]
  for (const [title, replace] of replaced) {
    it.effect(`does not reset the password when ${title}`, () =>
      Effect.gen(function* () {
        const { access_token } = yield* signIn()
        yield* TestClock.adjust("1 minute")
        yield* replace(withToken(access_token))
        yield* sendReset("typo@example.com")
        assert.strictEqual(yield* countMails("typo@example.com"), 0)
      }).pipe(Effect.provide(accounts(true)))
    )
  }

  it.effect("does not reset the password when it replaces the address of an account that was claimed", () =>
    Effect.gen(function* () {
      yield* resetPassword()
      yield* TestClock.adjust("1 minute")
      assert.strictEqual((yield* resetPassword({ ...newPassword, password: "another one" })).status, 200)
      const json = { primary_email: "typo@example.com", primary_email_verified: false }
      assert.strictEqual((yield* send("PATCH", `/api/v1/users/${USER_ID}`, { headers: asServer, json })).status, 200)
      yield* sendReset("typo@example.com")
      assert.strictEqual(yield* countMails("typo@example.com"), 0)
    }).pipe(Effect.provide(accounts(false)))
  )
})

describe("an unverified address that was added to an account with a verified one", () => {
  const owner = { email: "grace@example.com", password: "of the owner" }
  const addUnverified = Effect.gen(function* () {
    const { access_token } = yield* signIn()
    yield* TestClock.adjust("1 minute")
    assert.strictEqual((yield* addAddress(withToken(access_token), owner.email)).status, 201)
    return withToken(access_token)
  })
  const signUpOwner = post("/auth/password/sign-up", asClient, { ...owner, verification_callback_url: callback })

  /** Two users with verified addresses. */
  const both = service({
    config,
    users: [
      { id: USER_ID, ...ada, emailVerified: true },
      { id: BOB_ID, ...bob, emailVerified: true }
    ]
  })
  /** Ada has added the address. Returns the headers of Ada and of Bob. */
  const adaAndBob = Effect.gen(function* () {
    const adas = yield* addUnverified
    return [adas, yield* asUser(bob)] as const
  })

  it.effect("is not reserved: its owner signs up with a password, and signs in to their own account", () =>
    Effect.gen(function* () {
      yield* addUnverified
      assert.strictEqual((yield* signUpOwner).status, 200)
      const mine = yield* signIn(owner)
      assert.notStrictEqual(yield* readId((yield* me(withToken(mine.access_token))).json), USER_ID)
      assert.deepStrictEqual(yield* addressesOf, [
        { value: ada.email, is_primary: true, is_verified: true, used_for_auth: true },
        { value: owner.email, is_primary: false, is_verified: false, used_for_auth: false }
      ])
    }).pipe(Effect.provide(accounts(true)))
  )

  it.effect("is not reserved: its owner signs up by a mailed code", () =>
    Effect.gen(function* () {
      yield* addUnverified
      assert.strictEqual(
        (yield* post("/auth/otp/send-sign-in-code", asClient, { email: owner.email, callback_url: callback })).status,
        200
      )
      const { json, status } = yield* Effect.flatMap(codeTo(owner.email), (code) =>
        post("/auth/otp/sign-in", asClient, { code })
      )
      assert.strictEqual(status, 200)
      assert.deepInclude(json, { is_new_user: true })
    }).pipe(Effect.provide(accounts(true)))
  )

  it.effect("is not reserved: its owner adds it to another account", () =>
    Effect.gen(function* () {
      const headers = yield* addUnverified
      const bob = { email: "bob@example.com", password: "long enough" }
      yield* post("/auth/password/sign-up", asClient, { ...bob, verification_callback_url: callback })
      const { access_token } = yield* signIn(bob)
      assert.strictEqual((yield* addAddress(withToken(access_token), owner.email)).status, 201)
      yield* verify(withToken(access_token), owner.email)
      assert.strictEqual((yield* signIn({ ...bob, email: owner.email })).user_id, (yield* signIn(bob)).user_id)
      assert.strictEqual((yield* me(headers)).status, 200)
    }).pipe(Effect.provide(accounts(true)))
  )

  it.effect("is reserved from its verification on", () =>
    Effect.gen(function* () {
      const headers = yield* addUnverified
      yield* verify(headers, owner.email)
      assert.deepInclude((yield* signUpOwner).json, { code: "USER_EMAIL_ALREADY_EXISTS" })
    }).pipe(Effect.provide(accounts(true)))
  )

  it.effect("belongs to the user who verifies it, although another user has claimed it since", () =>
    Effect.gen(function* () {
      const [adas, bobs] = yield* adaAndBob
      const code = yield* mailCode(adas, owner.email)
      assert.strictEqual((yield* addAddress(bobs, owner.email)).status, 201)
      assert.deepInclude(yield* channelOf(adas, owner.email), { used_for_auth: false })
      assert.strictEqual((yield* post("/contact-channels/verify", asClient, { code })).status, 200)
      assert.deepInclude(yield* channelOf(adas, owner.email), { is_verified: true, used_for_auth: true })
      assert.deepInclude(yield* channelOf(bobs, owner.email), { is_verified: false, used_for_auth: false })
      assert.strictEqual((yield* signIn({ ...ada, email: owner.email })).user_id, USER_ID)
      const id = (yield* channelOf(bobs, owner.email)).id
      const again = { headers: bobs, json: { used_for_auth: true } }
      assert.strictEqual((yield* send("PATCH", `/api/v1/contact-channels/me/${id}`, again)).status, 409)
    }).pipe(Effect.provide(both))
  )

  it.effect("belongs to the user who verifies it by a code of later, or after the other user has removed it", () =>
    Effect.gen(function* () {
      const [adas, bobs] = yield* adaAndBob
      assert.strictEqual((yield* addAddress(bobs, owner.email)).status, 201)
      const id = (yield* channelOf(bobs, owner.email)).id
      assert.strictEqual((yield* send("DELETE", `/api/v1/contact-channels/me/${id}`, { headers: bobs })).status, 200)
      yield* verify(adas, owner.email)
      assert.deepInclude(yield* channelOf(adas, owner.email), { is_verified: true, used_for_auth: true })
      assert.strictEqual((yield* signIn({ ...ada, email: owner.email })).user_id, USER_ID)
    }).pipe(Effect.provide(both))
  )

  it.effect("belongs to the user who made it primary and verifies it, after another user's claim", () =>
    Effect.gen(function* () {
      const [adas, bobs] = yield* adaAndBob
      assert.strictEqual((yield* addAddress(bobs, owner.email)).status, 201)
      const id = (yield* channelOf(adas, owner.email)).id
      yield* send("PATCH", `/api/v1/contact-channels/me/${id}`, { headers: adas, json: { is_primary: true } })
      yield* verify(adas, owner.email)
      assert.deepInclude(yield* channelOf(adas, owner.email), { is_verified: true, used_for_auth: true })
      assert.deepInclude(yield* channelOf(bobs, owner.email), { used_for_auth: false })
    }).pipe(Effect.provide(both))
  )

  it.effect("does not pass the right to its sign-in to another address of the same channel", () =>
    Effect.gen(function* () {
      const [adas, bobs] = yield* adaAndBob
      assert.strictEqual((yield* addAddress(bobs, owner.email)).status, 201)
      const id = (yield* channelOf(adas, owner.email)).id
      const value = "other@example.com"
      yield* send("PATCH", `/api/v1/contact-channels/me/${id}`, { headers: adas, json: { value } })
      yield* verify(adas, value)
      assert.deepInclude(yield* channelOf(adas, value), { is_verified: true, used_for_auth: false })
    }).pipe(Effect.provide(both))
  )

  it.effect("stays with another user who has verified it first", () =>
    Effect.gen(function* () {
      const [adas, bobs] = yield* adaAndBob
      const code = yield* mailCode(adas, owner.email)
      assert.strictEqual((yield* addAddress(bobs, owner.email)).status, 201)
      yield* verify(bobs, owner.email)
      assert.strictEqual((yield* post("/contact-channels/verify", asClient, { code })).status, 200)
      assert.deepInclude(yield* channelOf(adas, owner.email), { is_verified: true, used_for_auth: false })
      assert.strictEqual((yield* signIn({ ...bob, email: owner.email })).user_id, BOB_ID)
    }).pipe(Effect.provide(both))
  )

  it.effect("is not used for sign-in by its verification if the user has switched that off", () =>
    Effect.gen(function* () {
      const [adas, bobs] = yield* adaAndBob
      const code = yield* mailCode(adas, owner.email)
      const id = (yield* channelOf(adas, owner.email)).id
      yield* send("PATCH", `/api/v1/contact-channels/me/${id}`, { headers: adas, json: { used_for_auth: false } })
      assert.strictEqual((yield* addAddress(bobs, owner.email)).status, 201)
      yield* post("/contact-channels/verify", asClient, { code })
      assert.deepInclude(yield* channelOf(adas, owner.email), { is_verified: true, used_for_auth: false })
      assert.deepInclude(yield* channelOf(bobs, owner.email), { is_verified: false, used_for_auth: true })
      const value = "other@example.com"
      const contact = { user_id: "me", type: "email", value, used_for_auth: false }
      assert.strictEqual((yield* post("/contact-channels", adas, contact)).status, 201)
      const other = yield* mailCode(adas, value)
      assert.strictEqual((yield* addAddress(bobs, value)).status, 201)
      yield* post("/contact-channels/verify", asClient, { code: other })
      assert.deepInclude(yield* channelOf(adas, value), { is_verified: true, used_for_auth: false })
      assert.deepInclude(yield* channelOf(bobs, value), { used_for_auth: true })
    }).pipe(Effect.provide(both))
  )

  it.effect(
    "is not used for sign-in by its verification if the user switched that off after another user's claim",
    () =>
      Effect.gen(function* () {
        const [adas, bobs] = yield* adaAndBob
        const code = yield* mailCode(adas, owner.email)
        assert.strictEqual((yield* addAddress(bobs, owner.email)).status, 201)
        const id = (yield* channelOf(adas, owner.email)).id
        yield* send("PATCH", `/api/v1/contact-channels/me/${id}`, { headers: adas, json: { used_for_auth: false } })
        yield* post("/contact-channels/verify", asClient, { code })
        assert.deepInclude(yield* channelOf(adas, owner.email), { is_verified: true, used_for_auth: false })
      }).pipe(Effect.provide(both))
  )

  it.effect("of an anonymous user is not used for sign-in by its verification after a sign-up", () =>
    Effect.gen(function* () {
      const { access_token, user_id } = yield* anonymous()
      const anonymously = asAnonymous(access_token)
      yield* new Browser().link("google", { ...grace }, access_token)
      yield* TestClock.adjust("1 minute")
      assert.strictEqual((yield* addAddress(anonymously, owner.email)).status, 201)
      const code = yield* mailCode(anonymously, owner.email)
      const bobs = yield* asUser(bob)
      assert.strictEqual((yield* addAddress(bobs, owner.email)).status, 201)
      const signedUp = yield* signUp("victim@example.com", "correct horse", anonymously)
      const victim = yield* readSession(signedUp.json)
      assert.strictEqual(victim.user_id, user_id)
      yield* post("/contact-channels/verify", asClient, { code })
      const victims = withToken(victim.access_token)
      assert.deepInclude(yield* channelOf(victims, owner.email), { is_verified: true, used_for_auth: false })
      assert.deepInclude(yield* channelOf(bobs, owner.email), { used_for_auth: true })
    }).pipe(Effect.provide(both))
  )

  it.effect("can be made the primary address of another user by a server", () =>
    Effect.gen(function* () {
      const [adas] = yield* adaAndBob
      const json = { primary_email: owner.email, primary_email_verified: true, primary_email_auth_enabled: true }
      const updated = yield* send("PATCH", `/api/v1/users/${BOB_ID}`, { headers: asServer, json })
      assert.deepInclude(updated.json, { primary_email: owner.email, primary_email_auth_enabled: true })
      assert.deepInclude(yield* channelOf(adas, owner.email), { used_for_auth: false })
      assert.strictEqual((yield* signIn({ ...bob, email: owner.email })).user_id, BOB_ID)
    }).pipe(Effect.provide(both))
  )

  it.effect("is not taken by a server for another user once it is verified", () =>
    Effect.gen(function* () {
      const [adas] = yield* adaAndBob
      yield* verify(adas, owner.email)
      const json = { primary_email: owner.email, primary_email_auth_enabled: true }
      const refused = yield* send("PATCH", `/api/v1/users/${BOB_ID}`, { headers: asServer, json })
      assert.strictEqual(refused.code, "USER_EMAIL_ALREADY_EXISTS")
      assert.deepInclude(yield* channelOf(adas, owner.email), { used_for_auth: true })
    }).pipe(Effect.provide(both))
  )
})
