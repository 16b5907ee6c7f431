/** The access of restricted users: their tokens and keys, and what is refused to them. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { compactVerify, createLocalJWKSet, decodeJwt, decodeProtectedHeader, type JSONWebKeySet } from "jose"
import { ada, asServer, me, PROJECT_ID, send, service, signIn, signUp, USER_ID, withToken } from "../fixture.ts"
import { entryOf } from "../audit/audit-fixture.ts"
import { codeTo } from "../mails.ts"
import { readSession } from "../responses.ts"
import { post } from "../requests.ts"
import { fakeNetwork, payloadsOf, serviceWithWebhooks, settle } from "../webhooks/fixture.ts"
import { anonymous } from "./anonymous-fixture.ts"
import { checkKey, createKey } from "./api-key-fixture.ts"
import { authorizePath, grace, oauthService, signInWith } from "./oauth/browser.ts"
import { makeAuthenticator } from "../authenticator.ts"
import { register, signInBy, withPasskeys } from "./passkey-fixture.ts"
import { asRestricted, lift, readRestriction, reasonOf, renewToken, restrict } from "./restricted-fixture.ts"

const keySet = (query = "") =>
  Effect.map(
    send("GET", `/api/v1/projects/${PROJECT_ID}/.well-known/jwks.json${query}`),
    ({ json }) => json as JSONWebKeySet
  )

const changePart = (part: string, change: object) =>
  Buffer.from(JSON.stringify({ ...JSON.parse(Buffer.from(part, "base64url").toString()), ...change })).toString(
    "base64url"
  )

describe("the access token of a restricted user", () => {
  it.effect("has claims, an issuer, an audience and a key of its own", () =>
    Effect.gen(function* () {
      const normal = yield* signIn()
      yield* restrict({ restricted_by_admin_reason: "Unpaid", restricted_by_admin_private_details: "Case 17" })
      const { access_token } = yield* signIn()
      const claims: object = decodeJwt(access_token)
      assert.deepInclude(claims, {
        sub: USER_ID,
        iss: `http://localhost:8102/api/v1/projects-restricted-users/${PROJECT_ID}`,
        aud: `${PROJECT_ID}:restricted`,
        project_id: PROJECT_ID,
        role: "authenticated",
        is_anonymous: false,
        is_restricted: true,
        restricted_reason: { type: "restricted_by_administrator" }
      })
      assert.notInclude(JSON.stringify(claims), "Unpaid")
      const verifies = Effect.fnUntraced(function* (token: string, query: string) {
        const keys = createLocalJWKSet(yield* keySet(query))
        return yield* Effect.promise(() =>
          compactVerify(token, keys).then(
            () => true,
            () => false
          )
        )
      })
      assert.isFalse(yield* verifies(access_token, ""), "a verifier that does not know about restricted users")
      assert.isTrue(yield* verifies(access_token, "?include_restricted=true"))
      assert.isTrue(yield* verifies(access_token, "?include_anonymous=true"))
      assert.isTrue(yield* verifies(normal.access_token, "?include_restricted=true"))
      const { access_token: ofAnonymous } = yield* anonymous()
      assert.isFalse(yield* verifies(ofAnonymous, "?include_restricted=true"))
      const kids = (yield* keySet("?include_anonymous=true")).keys.map(({ kid }) => kid)
      assert.lengthOf(new Set(kids), 3)
      assert.lengthOf((yield* keySet("?include_restricted=true")).keys, 2)
      assert.lengthOf((yield* keySet("?include_restricted=false")).keys, 1)
    }).pipe(Effect.provide(service()))
  )

  it.effect("is refused with a changed audience, reason or key id", () =>
    Effect.gen(function* () {
      yield* restrict()
      const { access_token } = yield* signIn()
      const [head = "", body = "", signature = ""] = access_token.split(".")
      const { kid = "" } = decodeProtectedHeader(access_token)
      const normalKid = kid.replace("-restricted", "")
      for (const token of [
        `${head}.${changePart(body, { aud: PROJECT_ID })}.${signature}`,
        `${head}.${changePart(body, { aud: `${PROJECT_ID}:anon` })}.${signature}`,
        `${head}.${changePart(body, { restricted_reason: null, is_restricted: false })}.${signature}`,
        `${changePart(head, { kid: normalKid })}.${body}.${signature}`,
        `${changePart(head, { kid: `${normalKid}-anon` })}.${body}.${signature}`,
        `${changePart(head, { kid: "-restricted" })}.${body}.${signature}`,
        `${changePart(head, { kid: normalKid })}.${changePart(body, { aud: PROJECT_ID })}.${signature}`
      ]) {
        assert.strictEqual((yield* me(asRestricted(token))).code, "UNPARSABLE_ACCESS_TOKEN")
      }
      const elsewhere = { ...asRestricted(access_token), "x-stack-project-id": "internal" }
      assert.strictEqual((yield* me(elsewhere)).code, "INVALID_PROJECT_FOR_ACCESS_TOKEN")
    }).pipe(Effect.provide(service()))
  )

  it.effect("is that of a sign-in with a provider", () =>
    Effect.gen(function* () {
      const { access_token: token } = yield* signInWith("google", grace)
      const { id } = yield* Effect.orDie(
        Schema.decodeUnknownEffect(Schema.Struct({ id: Schema.String }))((yield* me(withToken(token))).json)
      )
      yield* restrict({}, id)
      const again = yield* signInWith("google", grace)
      assert.strictEqual(yield* reasonOf(again.access_token), "restricted_by_administrator")
    }).pipe(Effect.provide(oauthService()))
  )

  it.effect("is that of a sign-in with a passkey", () =>
    Effect.gen(function* () {
      const key = makeAuthenticator()
      yield* register(withToken((yield* signIn()).access_token), key)
      yield* restrict()
      const { access_token } = yield* readSession((yield* signInBy(key)).json)
      assert.strictEqual(yield* reasonOf(access_token), "restricted_by_administrator")
    }).pipe(Effect.provide(withPasskeys()))
  )
})

describe("a restricted user", () => {
  it.effect("cannot accept an invitation, whose code works when the restriction is lifted", () =>
    Effect.gen(function* () {
      const team = yield* post("/teams", asServer, { display_name: "Crew" })
      const { id } = Schema.decodeUnknownSync(Schema.Struct({ id: Schema.String }))(team.json)
      const callback_url = "http://localhost:3000/join"
      const invited = yield* post("/team-invitations/send-code", asServer, {
        email: ada.email,
        team_id: id,
        callback_url
      })
      const invitation = Schema.decodeUnknownSync(Schema.Struct({ id: Schema.String }))(invited.json)
      const code = yield* codeTo(ada.email)
      yield* restrict()
      const { access_token, refresh_token } = yield* signIn()
      const headers = asRestricted(access_token)
      for (const [path, json] of [
        ["/team-invitations/accept", { code }],
        ["/team-invitations/accept/details", { code }],
        [`/team-invitations/${invitation.id}/accept?user_id=me`, undefined]
      ] as const) {
        const response = yield* post(path, headers, json)
        assert.deepStrictEqual([response.status, response.code], [403, "TEAM_INVITATION_RESTRICTED_USER_NOT_ALLOWED"])
        assert.deepStrictEqual(response.details, { restricted_reason: { type: "restricted_by_administrator" } })
      }
      yield* lift()
      const token = yield* renewToken(refresh_token)
      assert.strictEqual((yield* post("/team-invitations/accept", withToken(token), { code })).status, 200)
    }).pipe(Effect.provide(service({ users: [{ id: USER_ID, ...ada, emailVerified: true }] })))
  )

  it.effect("has API keys that are refused until the restriction is lifted", () =>
    Effect.gen(function* () {
      const { access_token } = yield* signIn()
      const { value } = yield* createKey(withToken(access_token), { user_id: "me" })
      assert.strictEqual((yield* checkKey("user", value)).status, 200)
      yield* restrict()
      const refused = yield* checkKey("user", value)
      assert.deepStrictEqual([refused.status, refused.code], [401, "API_KEY_REVOKED"])
      yield* lift()
      assert.strictEqual((yield* checkKey("user", value)).status, 200)
    }).pipe(Effect.provide(service({ config: { allowUserApiKeys: true } })))
  )

  it.effect("cannot connect an account at a provider", () =>
    Effect.gen(function* () {
      const { access_token } = yield* signIn()
      const link = (token: string) => send("GET", authorizePath("google", { type: "link", token }))
      assert.strictEqual((yield* link(access_token)).status, 307)
      yield* restrict()
      assert.strictEqual((yield* link(access_token)).code, "ACCESS_TOKEN_EXPIRED")
      const restricted = yield* signIn()
      const response = yield* link(restricted.access_token)
      assert.deepStrictEqual([response.status, response.code], [403, "RESTRICTED_USER_NOT_ALLOWED"])
      assert.notInclude(response.text, restricted.access_token)
    }).pipe(Effect.provide(oauthService()))
  )

  it.effect("finds the restriction in the security activity, without the private details", () =>
    Effect.gen(function* () {
      const entry = yield* entryOf(yield* restrict({ restricted_by_admin_private_details: "Case 17" }))
      assert.deepStrictEqual(entry.changedFields, ["restricted_by_admin", "restricted_by_admin_private_details"])
      const lifted = yield* entryOf(yield* lift())
      assert.deepStrictEqual(lifted.clearedFields, ["restricted_by_admin"])
      const { access_token } = yield* signIn()
      const own = yield* send("GET", "/api/v1/audit-log?user_id=me", { headers: withToken(access_token) })
      assert.include(own.text, "restricted_by_admin")
      assert.notInclude(own.text, "private_details")
    }).pipe(Effect.provide(service()))
  )

  it.effect("is announced to the webhooks of the project", () => {
    const net = fakeNetwork()
    return Effect.gen(function* () {
      yield* restrict({ restricted_by_admin_reason: "Unpaid" })
      yield* settle
      const [updated] = payloadsOf(net.received)
      assert.strictEqual(updated?.type, "user.updated")
      assert.deepInclude(updated?.data, {
        is_restricted: true,
        restricted_by_admin: true,
        restricted_by_admin_reason: "Unpaid"
      })
    }).pipe(Effect.provide(serviceWithWebhooks(net)))
  })

  it.effect("may come from the seed", () =>
    Effect.gen(function* () {
      const user = yield* send("GET", `/api/v1/users/${USER_ID}`, { headers: asServer })
      assert.deepInclude(yield* readRestriction(user), {
        restricted_by_admin: true,
        restricted_by_admin_reason: "Unpaid",
        restricted_by_admin_private_details: null
      })
    }).pipe(
      Effect.provide(
        service({ users: [{ id: USER_ID, ...ada, restrictedByAdmin: true, restrictedByAdminReason: "Unpaid" }] })
      )
    )
  )
})

describe("the address of another user", () => {
  it.effect("verifies nothing for a user who has not verified it", () =>
    Effect.gen(function* () {
      const { access_token } = yield* readSession((yield* signUp("eve@example.com")).json)
      const added = yield* post("/contact-channels", withToken(access_token), {
        user_id: "me",
        type: "email",
        value: "victim@example.com",
        used_for_auth: false
      })
      assert.strictEqual(added.status, 201)
      const { id } = Schema.decodeUnknownSync(Schema.Struct({ id: Schema.String }))(added.json)
      for (const json of [{ is_primary: true }, { is_verified: true }]) {
        yield* send("PATCH", `/api/v1/contact-channels/me/${id}`, { headers: withToken(access_token), json })
      }
      assert.strictEqual(yield* reasonOf(access_token), "email_not_verified")
    }).pipe(Effect.provide(service({ config: { requireEmailVerification: true } })))
  )
})
