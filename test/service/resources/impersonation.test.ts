/** Owners who sign in as a user of their project. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import { decodeJwt } from "jose"
import { readAccessToken, readTokens } from "../responses.ts"
import {
  ada,
  type TestResponse,
  asAdmin,
  asClient,
  asServer,
  type Headers,
  keys,
  me,
  OTHER_PROJECT_ID,
  otherKeys,
  PROJECT_ID,
  refresh,
  send,
  service,
  signIn,
  USER_ID,
  withToken
} from "../fixture.ts"
import { entriesOf, entriesWith } from "../audit/audit-fixture.ts"
import { CALLBACK, challengeOf, exchange, shared, VERIFIER } from "./oauth/browser.ts"

const password = "correct horse"
const internal = { publishableClientKey: "pck_of_internal", secretServerKey: "ssk_of_internal" }
const OWNER_ID = "0a0a0a0a-0a0a-4a0a-8a0a-0a0a0a0a0a0a"

const project = service(
  {},
  {
    seed: {
      projects: [
        {
          id: PROJECT_ID,
          displayName: "Test",
          keys,
          config: {
            allowImpersonation: true,
            allowUserApiKeys: true,
            clientTeamCreationEnabled: true,
            clientUserDeletionEnabled: true,
            magicLinkEnabled: true,
            oauthProviders: [shared],
            passkeyEnabled: true
          },
          users: [{ id: USER_ID, ...ada, totpSecret: Buffer.from("a secret of twenty b").toString("base64") }]
        },
        { id: OTHER_PROJECT_ID, displayName: "Other", keys: otherKeys, users: [ada] },
        {
          id: "internal",
          displayName: "Internal",
          keys: internal,
          users: [
            {
              id: OWNER_ID,
              email: "owner@example.com",
              password,
              serverMetadata: { managedProjectIds: [PROJECT_ID, "internal"] }
            },
            { email: "second@example.com", password, serverMetadata: { managedProjectIds: [PROJECT_ID] } },
            { email: "neighbor@example.com", password, serverMetadata: { managedProjectIds: [OTHER_PROJECT_ID] } },
            { email: "stranger@example.com", password }
          ]
        }
      ]
    }
  }
)

const asInternal: Headers = {
  "x-stack-project-id": "internal",
  "x-stack-access-type": "client",
  "x-stack-publishable-client-key": internal.publishableClientKey
}
const asInternalServer: Headers = {
  "x-stack-project-id": "internal",
  "x-stack-access-type": "server",
  "x-stack-secret-server-key": internal.secretServerKey
}

interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
}

const owner = (email = "owner@example.com") => signIn({ email, password }, asInternal)

const asOwner = ({ access_token }: Tokens, projectId = PROJECT_ID): Headers => ({
  "x-stack-project-id": projectId,
  "x-stack-access-type": "admin",
  "x-stack-admin-access-token": access_token
})

const wanted = {
  user_id: USER_ID,
  reason: "Ticket 42: the list of orders is empty",
  redirect_uri: CALLBACK,
  state: "state-of-the-application",
  code_challenge: challengeOf(VERIFIER)
}

const authorize = (headers: Headers, changes: Readonly<Record<string, unknown>> = {}) =>
  send("POST", "/api/v1/auth/impersonation/authorize", { headers, json: { ...wanted, ...changes } })

const readUrl = Schema.decodeUnknownSync(Schema.Struct({ redirect_url: Schema.String }))
const codeOf = ({ json }: TestResponse) =>
  new URL(readUrl(json).redirect_url).searchParams.get("code") ?? assert.fail("There is no code")

/** Signs the owner in as the user. */
const impersonate = Effect.fnUntraced(function* (session: Tokens) {
  return yield* readTokens((yield* exchange(codeOf(yield* authorize(asOwner(session))))).json)
})

/** The headers of a session, as clients send them. */
const as = ({ access_token, refresh_token }: Tokens, tier?: Headers): Headers => ({
  ...withToken(access_token, tier),
  "x-stack-refresh-token": refresh_token
})

const outcome = ({ code, status }: TestResponse) => [status, code]
const INVALID_CODE = [400, "INVALID_AUTHORIZATION_CODE"]
const REFUSED = [403, "NOT_ALLOWED_WHILE_IMPERSONATING"]

const allow = (allow_impersonation: boolean) =>
  send("PATCH", "/api/v1/projects/current", { headers: asAdmin, json: { config: { allow_impersonation } } })

const readSessions = Schema.decodeUnknownSync(
  Schema.Struct({ items: Schema.Array(Schema.Struct({ id: Schema.String, is_impersonation: Schema.Boolean })) })
)
const sessionsOf = (headers: Headers) =>
  Effect.map(
    send("GET", `/api/v1/auth/sessions?user_id=${USER_ID}`, { headers }),
    ({ json }) => readSessions(json).items
  )

describe("an owner who signs in as a user", () => {
  it.effect("gets a session of the user, without the user's second factor", () =>
    Effect.gen(function* () {
      const response = yield* authorize(asOwner(yield* owner()), { redirect_uri: `${CALLBACK}#top` })
      assert.strictEqual(response.status, 200, response.text)
      const url = new URL(readUrl(response.json).redirect_url)
      assert.strictEqual(`${url.origin}${url.pathname}${url.hash}`, CALLBACK)
      assert.deepStrictEqual([...url.searchParams.keys()], ["code", "state"])
      assert.strictEqual(url.searchParams.get("state"), wanted.state)
      const exchanged = yield* exchange(codeOf(response))
      assert.deepInclude(exchanged.json, { is_new_user: false, after_callback_redirect_url: null })
      const own = yield* readTokens(exchanged.json)
      assert.deepInclude((yield* me(as(own))).json, { id: USER_ID })
    }).pipe(Effect.provide(project))
  )

  it.effect("is named in the access token, also after a refresh, and in no other token", () =>
    Effect.gen(function* () {
      const session = yield* owner()
      const own = yield* impersonate(session)
      const actor = { iss: decodeJwt(session.access_token).iss, sub: OWNER_ID }
      assert.deepStrictEqual(decodeJwt(own.access_token)["act"], actor)
      const renewed = yield* refresh(own.refresh_token)
      const access_token = yield* readAccessToken(renewed.json)
      assert.deepStrictEqual(decodeJwt(access_token)["act"], actor)
      assert.notProperty(decodeJwt(session.access_token), "act")
      const created = yield* send("POST", "/api/v1/auth/sessions", {
        headers: asServer,
        json: { user_id: USER_ID, is_impersonation: true }
      })
      assert.notProperty(decodeJwt((yield* readTokens(created.json)).access_token), "act")
    }).pipe(Effect.provide(project))
  )

  it.effect("is signed out after an hour, which nothing prolongs", () =>
    Effect.gen(function* () {
      const own = yield* impersonate(yield* owner())
      yield* TestClock.adjust("3599999 millis")
      const renewed = yield* refresh(own.refresh_token)
      assert.strictEqual(renewed.status, 200)
      const access_token = yield* readAccessToken(renewed.json)
      assert.strictEqual((yield* me(withToken(access_token))).status, 200)
      yield* TestClock.adjust("1 millis")
      assert.strictEqual((yield* refresh(own.refresh_token)).code, "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED")
      assert.strictEqual((yield* me(withToken(access_token))).code, "ACCESS_TOKEN_EXPIRED")
    }).pipe(Effect.provide(project))
  )

  it.effect("is signed out at once by signing out", () =>
    Effect.gen(function* () {
      const own = yield* impersonate(yield* owner())
      const ended = yield* send("DELETE", "/api/v1/auth/sessions/current", { headers: as(own) })
      assert.strictEqual(ended.status, 200)
      assert.strictEqual((yield* me(as(own))).code, "ACCESS_TOKEN_EXPIRED")
    }).pipe(Effect.provide(project))
  )

  const ends = [
    ["the project does not allow it any more", () => allow(false)],
    [
      "the owner signs out",
      (session: Tokens) => send("DELETE", "/api/v1/auth/sessions/current", { headers: as(session, asInternal) })
    ],
    [
      "the owner loses the project",
      () =>
        send("PATCH", `/api/v1/users/${OWNER_ID}`, {
          headers: asInternalServer,
          json: { server_metadata: { managedProjectIds: [] } }
        })
    ],
    [
      "the owner is restricted",
      () =>
        send("PATCH", `/api/v1/users/${OWNER_ID}`, { headers: asInternalServer, json: { restricted_by_admin: true } })
    ],
    ["the owner is deleted", () => send("DELETE", `/api/v1/users/${OWNER_ID}`, { headers: asInternalServer })]
  ] as const
  it.effect.each(ends)("is signed out at once when %s", ([, end]) =>
    Effect.gen(function* () {
      const session = yield* owner()
      const own = yield* impersonate(session)
      const code = codeOf(yield* authorize(asOwner(session)))
      assert.strictEqual((yield* end(session)).status, 200)
      assert.strictEqual((yield* me(as(own))).code, "ACCESS_TOKEN_EXPIRED")
      for (const tier of [asClient, asServer]) {
        assert.strictEqual((yield* me(as(own, tier))).code, "ACCESS_TOKEN_EXPIRED")
      }
      assert.strictEqual((yield* refresh(own.refresh_token)).code, "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED")
      assert.deepStrictEqual(outcome(yield* exchange(code)), INVALID_CODE)
      assert.deepStrictEqual(yield* sessionsOf(asAdmin), [])
    }).pipe(Effect.provide(project))
  )

  it.effect("is in the list of the user's sessions, and the user can end that session", () =>
    Effect.gen(function* () {
      yield* send("PATCH", `/api/v1/users/${USER_ID}`, { headers: asServer, json: { totp_secret_base64: null } })
      const user = yield* signIn()
      const own = yield* impersonate(yield* owner())
      yield* send("POST", "/api/v1/auth/sessions", {
        headers: asServer,
        json: { user_id: USER_ID, is_impersonation: true }
      })
      assert.lengthOf(yield* sessionsOf(asAdmin), 3)
      const listed = (yield* sessionsOf(as(user))).filter(({ is_impersonation }) => is_impersonation)
      assert.lengthOf(listed, 1)
      const ended = yield* send("DELETE", `/api/v1/auth/sessions/${listed[0]?.id}?user_id=me`, { headers: as(user) })
      assert.strictEqual(ended.status, 200, ended.text)
      assert.strictEqual((yield* me(as(own))).code, "ACCESS_TOKEN_EXPIRED")
    }).pipe(Effect.provide(project))
  )

  it.effect("stays restricted where the user is", () =>
    Effect.gen(function* () {
      yield* send("PATCH", `/api/v1/users/${USER_ID}`, { headers: asServer, json: { restricted_by_admin: true } })
      const own = yield* impersonate(yield* owner())
      assert.strictEqual((yield* me(as(own))).code, "RESTRICTED_USER_NOT_ALLOWED")
    }).pipe(Effect.provide(project))
  )

  it.effect("does not make the user active", () =>
    Effect.gen(function* () {
      const activity = Effect.map(
        send("GET", `/api/v1/users/${USER_ID}`, { headers: asServer }),
        ({ json }) =>
          Schema.decodeUnknownSync(Schema.Struct({ last_active_at_millis: Schema.Number }))(json).last_active_at_millis
      )
      const before = yield* activity
      yield* TestClock.adjust("2 hours")
      const own = yield* impersonate(yield* owner())
      yield* refresh(own.refresh_token)
      yield* me(as(own))
      assert.strictEqual(yield* activity, before)
    }).pipe(Effect.provide(project))
  )
})

describe("what an owner who is signed in as a user may do", () => {
  const refused: ReadonlyArray<readonly [string, string, object?]> = [
    ["POST", "/auth/password/set", { password: "another horse" }],
    ["POST", "/auth/password/update", { old_password: ada.password, new_password: "another horse" }],
    ["PATCH", "/users/me", { totp_secret_base64: null }],
    ["PATCH", "/users/me", { otp_auth_enabled: false }],
    ["PATCH", "/users/me", { passkey_auth_enabled: false }],
    ["PATCH", "/users/me", { primary_email: "mallory@example.com" }],
    ["PATCH", "/users/me", { display_name: "Mallory", primary_email: null }],
    ["DELETE", "/users/me"],
    ["POST", "/auth/mfa/recovery-codes", {}],
    ["POST", "/auth/passkey/initiate-passkey-registration", {}],
    ["DELETE", `/passkeys/me/${USER_ID}`],
    ["POST", "/contact-channels", { user_id: "me", type: "email", value: "m@example.com", used_for_auth: false }],
    ["DELETE", `/contact-channels/me/${USER_ID}`],
    ["POST", `/contact-channels/me/${USER_ID}/send-verification-code`, { callback_url: CALLBACK }],
    ["DELETE", `/oauth-providers/me/${USER_ID}`],
    ["POST", "/connected-accounts/me/github/access-token", {}],
    ["POST", "/user-api-keys", { user_id: "me", description: "Key", expires_at_millis: null }],
    ["PATCH", `/user-api-keys/${USER_ID}?user_id=me`, { revoked: true }],
    ["DELETE", "/auth/sessions?user_id=me"],
    ["DELETE", `/auth/sessions/${USER_ID}?user_id=me`],
    ["POST", "/teams", { display_name: "Crew", creator_user_id: "me" }],
    ["DELETE", `/team-memberships/${USER_ID}/me`],
    ["POST", `/team-invitations/${USER_ID}/accept`, {}],
    [
      "POST",
      "/auth/oauth/cross-domain/authorize",
      { redirect_uri: CALLBACK, state: "state", code_challenge: challengeOf(VERIFIER) }
    ]
  ]
  it.effect("does not include changes of how the user signs in, keys, other sessions and other users", () =>
    Effect.gen(function* () {
      const own = yield* impersonate(yield* owner())
      for (const [method, path, json] of refused) {
        const response = yield* send(method, `/api/v1${path}`, {
          headers: as(own),
          ...(json !== undefined && { json })
        })
        assert.deepStrictEqual(outcome(response), REFUSED, `${method} ${path} ${JSON.stringify(json)}`)
      }
    }).pipe(Effect.provide(project))
  )

  /** Further requests in which a server, by `me`, acts for the session. */
  const refusedToServers: typeof refused = [
    ["POST", "/auth/sessions", { user_id: "me" }],
    ["POST", "/auth/sessions", { user_id: "me", is_impersonation: true }],
    ["PATCH", "/users/me", { password: "another horse" }],
    ["POST", "/contact-channels", { user_id: "me", type: "email", value: "m@example.com", used_for_auth: true }],
    ["PATCH", `/contact-channels/me/${USER_ID}`, { used_for_auth: true }],
    ["POST", "/oauth-providers", { user_id: "me", provider_config_id: "google", account_id: "mallory" }],
    ["PATCH", `/oauth-providers/me/${USER_ID}`, { allow_sign_in: true }],
    ["POST", "/teams?add_current_user=true", { display_name: "Crew" }],
    ["POST", `/team-memberships/${USER_ID}/me`, {}],
    ["POST", `/team-permissions/${USER_ID}/me/team_admin`, {}],
    ["DELETE", `/team-permissions/${USER_ID}/me/team_admin`],
    ["POST", "/project-permissions/me/editor", {}],
    ["DELETE", "/project-permissions/me/editor"]
  ]
  it.effect.each([
    ["server", asServer],
    ["admin", asAdmin]
  ] as const)("is the same where a server acts for the session in the %s tier", ([, tier]) =>
    Effect.gen(function* () {
      const headers = as(yield* impersonate(yield* owner()), tier)
      for (const [method, path, json] of [...refused, ...refusedToServers]) {
        const response = yield* send(method, `/api/v1${path}`, { headers, ...(json !== undefined && { json }) })
        assert.deepStrictEqual(outcome(response), REFUSED, `${method} ${path} ${JSON.stringify(json)}`)
      }
      const renamed = yield* send("PATCH", "/api/v1/users/me", { headers, json: { server_metadata: { seen: true } } })
      assert.strictEqual(renamed.status, 200, renamed.text)
    }).pipe(Effect.provide(project))
  )

  it.effect("includes what the server does by itself with the user's access token", () =>
    Effect.gen(function* () {
      const headers = as(yield* impersonate(yield* owner()), asServer)
      for (const [path, json] of [
        ["/auth/sessions", { user_id: USER_ID }],
        ["/contact-channels", { user_id: USER_ID, type: "email", value: "second@example.com", used_for_auth: false }],
        ["/teams", { display_name: "Crew" }]
      ] as const) {
        const response = yield* send("POST", `/api/v1${path}`, { headers, json })
        assert.oneOf(response.status, [200, 201], `${path}: ${response.text}`)
      }
    }).pipe(Effect.provide(project))
  )

  it.effect("does not include the approval of a command line, nor the connection of an account", () =>
    Effect.gen(function* () {
      const own = yield* impersonate(yield* owner())
      const started = yield* send("POST", "/api/v1/auth/cli", { headers: asClient, json: {} })
      const { login_code } = Schema.decodeUnknownSync(Schema.Struct({ login_code: Schema.String }))(started.json)
      for (const headers of [asClient, as(own)]) {
        const approved = yield* send("POST", "/api/v1/auth/cli/complete", {
          headers,
          json: { login_code, refresh_token: own.refresh_token }
        })
        assert.deepStrictEqual(outcome(approved), REFUSED)
      }
      const query = new URLSearchParams({
        client_id: PROJECT_ID,
        client_secret: keys.publishableClientKey,
        redirect_uri: CALLBACK,
        scope: "legacy",
        state: "state",
        grant_type: "authorization_code",
        code_challenge: challengeOf(VERIFIER),
        code_challenge_method: "S256",
        response_type: "code",
        type: "link",
        token: own.access_token,
        error_redirect_url: CALLBACK
      })
      const linked = yield* send("GET", `/api/v1/auth/oauth/authorize/google?${query}`)
      assert.include(linked.text + (linked.headers["location"] ?? ""), "NOT_ALLOWED_WHILE_IMPERSONATING")
    }).pipe(Effect.provide(project))
  )

  it.effect("includes reads, the profile, and signing in as another user", () =>
    Effect.gen(function* () {
      const own = yield* impersonate(yield* owner())
      for (const [method, path, json] of [
        ["GET", "/users/me"],
        ["GET", "/auth/sessions?user_id=me"],
        ["GET", "/contact-channels?user_id=me"],
        ["GET", "/audit-log?user_id=me"],
        ["GET", "/teams?user_id=me"],
        ["PATCH", "/users/me", { display_name: "Ada L.", client_metadata: { theme: "dark" } }],
        ["POST", "/auth/otp/send-sign-in-code", { email: "new@example.com", callback_url: CALLBACK }]
      ] as const) {
        const response = yield* send(method, `/api/v1${path}`, {
          headers: as(own),
          ...(json !== undefined && { json })
        })
        assert.strictEqual(response.status, 200, `${method} ${path}: ${response.text}`)
      }
    }).pipe(Effect.provide(project))
  )
})

describe("the request to sign in as a user", () => {
  it.effect("is refused unless the project allows it, which it does not by default", () =>
    Effect.gen(function* () {
      const session = yield* owner()
      yield* allow(false)
      assert.deepStrictEqual(outcome(yield* authorize(asOwner(session))), [403, "IMPERSONATION_NOT_ENABLED"])
      const neighbor = yield* owner("neighbor@example.com")
      const byDefault = yield* authorize(asOwner(neighbor, OTHER_PROJECT_ID))
      assert.deepStrictEqual(outcome(byDefault), [403, "IMPERSONATION_NOT_ENABLED"])
      yield* send("PATCH", "/api/v1/projects/current", {
        headers: asOwner(session),
        json: { config: { allow_impersonation: true } }
      })
      assert.strictEqual((yield* authorize(asOwner(session))).status, 200)
    }).pipe(Effect.provide(project))
  )

  it.effect("is refused for the owners' own project", () =>
    Effect.gen(function* () {
      const session = yield* owner()
      const headers = asOwner(session, "internal")
      yield* send("PATCH", "/api/v1/projects/current", { headers, json: { config: { allow_impersonation: true } } })
      const response = yield* authorize(headers, { user_id: OWNER_ID })
      assert.deepStrictEqual(outcome(response), [403, "IMPERSONATION_NOT_ENABLED"])
    }).pipe(Effect.provide(project))
  )

  it.effect("is refused with a key, for other tiers, and for those who do not own the project", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(outcome(yield* authorize(asAdmin)), [403, "IMPERSONATION_REQUIRES_OWNER"])
      for (const tier of [asClient, asServer]) {
        assert.strictEqual((yield* authorize(tier)).code, "INSUFFICIENT_ACCESS_TYPE")
      }
      for (const email of ["neighbor@example.com", "stranger@example.com"]) {
        assert.strictEqual((yield* authorize(asOwner(yield* owner(email)))).code, "ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN")
      }
      const own = yield* impersonate(yield* owner())
      assert.strictEqual((yield* authorize(asOwner(own))).code, "ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN")
      assert.strictEqual((yield* authorize(as(own))).code, "INSUFFICIENT_ACCESS_TYPE")
    }).pipe(Effect.provide(project))
  )

  it.effect("is refused for an anonymous user, an unknown one, and one of another project", () =>
    Effect.gen(function* () {
      const headers = asOwner(yield* owner())
      const signedUp = yield* send("POST", "/api/v1/auth/anonymous/sign-up", { headers: asClient, json: {} })
      const { user_id } = Schema.decodeUnknownSync(Schema.Struct({ user_id: Schema.String }))(signedUp.json)
      const anonymous = yield* authorize(headers, { user_id })
      assert.deepStrictEqual(outcome(anonymous), [400, "CANNOT_IMPERSONATE_ANONYMOUS_USER"])
      const unknown = yield* authorize(headers, { user_id: OTHER_PROJECT_ID })
      assert.deepStrictEqual(outcome(unknown), [404, "USER_NOT_FOUND"])
      assert.strictEqual((yield* authorize(headers, { user_id: OWNER_ID })).code, "USER_NOT_FOUND")
    }).pipe(Effect.provide(project))
  )

  it.effect("is refused for a callback page that the project does not trust", () =>
    Effect.gen(function* () {
      const headers = asOwner(yield* owner())
      for (const redirect_uri of ["https://evil.example/handler/oauth-callback", "javascript:alert(1)//"]) {
        const response = yield* authorize(headers, { redirect_uri })
        assert.include(["REDIRECT_URL_NOT_WHITELISTED", "SCHEMA_ERROR"], response.code, redirect_uri)
      }
    }).pipe(Effect.provide(project))
  )

  it.effect("is refused without a reason, and with invalid values", () =>
    Effect.gen(function* () {
      const headers = asOwner(yield* owner())
      for (const changes of [
        { reason: undefined },
        { reason: "" },
        { reason: " \n " },
        { reason: "x".repeat(501) },
        { user_id: "me" },
        { state: "" },
        { state: "x".repeat(513) },
        { code_challenge: "x".repeat(42) },
        { code_challenge_method: "plain" },
        { redirect_uri: "/handler/oauth-callback" },
        { expires_in_millis: 1 }
      ]) {
        assert.deepStrictEqual(
          outcome(yield* authorize(headers, changes)),
          [400, "SCHEMA_ERROR"],
          JSON.stringify(changes)
        )
      }
      assert.strictEqual((yield* authorize(headers, { reason: "x".repeat(500) })).status, 200)
    }).pipe(Effect.provide(project))
  )
})

describe("the code of an owner who signs in as a user", () => {
  it.effect("is valid for a minute", () =>
    Effect.gen(function* () {
      const headers = asOwner(yield* owner())
      const [early, late] = [codeOf(yield* authorize(headers)), codeOf(yield* authorize(headers))]
      yield* TestClock.adjust("59999 millis")
      assert.strictEqual((yield* exchange(early)).status, 200)
      yield* TestClock.adjust("1 millis")
      assert.deepStrictEqual(outcome(yield* exchange(late)), INVALID_CODE)
    }).pipe(Effect.provide(project))
  )

  it.effect("is valid once, and a second use ends the session of the first", () =>
    Effect.gen(function* () {
      const code = codeOf(yield* authorize(asOwner(yield* owner())))
      const own = yield* readTokens((yield* exchange(code)).json)
      assert.deepStrictEqual(outcome(yield* exchange(code)), INVALID_CODE)
      assert.strictEqual((yield* refresh(own.refresh_token)).code, "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED")
    }).pipe(Effect.provide(project))
  )

  it.effect("requires its verifier, its redirect URI and its project", () =>
    Effect.gen(function* () {
      const code = codeOf(yield* authorize(asOwner(yield* owner())))
      const foreign = { client_id: OTHER_PROJECT_ID, client_secret: otherKeys.publishableClientKey }
      for (const fields of [{ code_verifier: `${VERIFIER}x` }, { code_verifier: "" }, foreign]) {
        assert.deepStrictEqual(outcome(yield* exchange(code, fields)), INVALID_CODE, JSON.stringify(fields))
      }
      assert.strictEqual((yield* exchange(code, { redirect_uri: `${CALLBACK}/` })).code, "REDIRECT_URL_NOT_WHITELISTED")
    }).pipe(Effect.provide(project))
  )
})

describe("the audit log of an owner who signs in as a user", () => {
  it.effect("has who, whom, from where and why, and the owner as the actor of what follows", () =>
    Effect.gen(function* () {
      const session = yield* owner()
      const authorized = yield* authorize(asOwner(session), { reason: "  Ticket 42 " })
      const actor = { type: "owner", id: OWNER_ID } as const
      const [begun] = yield* entriesOf(authorized)
      assert.deepInclude(begun, {
        action: "POST /auth/impersonation/authorize",
        outcome: "succeeded",
        reason: "Ticket 42",
        address: "127.0.0.1",
        actor,
        targets: { user_id: USER_ID }
      })
      const exchanged = yield* exchange(codeOf(authorized))
      const [started] = yield* entriesOf(exchanged)
      assert.deepInclude(started, { action: "POST /auth/oauth/token", actor, targets: { user_id: USER_ID } })
      const own = yield* readTokens(exchanged.json)
      const renamed = yield* send("PATCH", "/api/v1/users/me", { headers: as(own), json: { display_name: "Ada L." } })
      const [changed] = yield* entriesOf(renamed)
      assert.deepInclude(changed, { action: "PATCH /users/me", actor, targets: { user_id: USER_ID } })
      const attempted = yield* send("DELETE", "/api/v1/users/me", { headers: as(own) })
      assert.deepStrictEqual(outcome(attempted), REFUSED)
    }).pipe(Effect.provide(project))
  )

  it.effect("has refused requests, too", () =>
    Effect.gen(function* () {
      yield* allow(false)
      const [refused] = yield* entriesOf(yield* authorize(asOwner(yield* owner())))
      assert.deepInclude(refused, { outcome: "refused", code: "IMPERSONATION_NOT_ENABLED", reason: wanted.reason })
      const [byKey] = yield* entriesOf(yield* authorize(asAdmin))
      assert.deepInclude(byKey, { outcome: "refused", code: "IMPERSONATION_REQUIRES_OWNER" })
    }).pipe(Effect.provide(project))
  )

  it.effect("shows it to the user, without the owner, the owner's address and the reason", () =>
    Effect.gen(function* () {
      const own = yield* impersonate(yield* owner())
      yield* send("PATCH", "/api/v1/users/me", { headers: as(own), json: { display_name: "Ada L." } })
      yield* send("PATCH", `/api/v1/users/${USER_ID}`, { headers: asServer, json: { totp_secret_base64: null } })
      const listed = yield* send("GET", "/api/v1/audit-log?user_id=me", { headers: as(yield* signIn()) })
      const Listed = Schema.Struct({ items: Schema.Array(Schema.Record(Schema.String, Schema.Unknown)) })
      const { items } = Schema.decodeUnknownSync(Listed)(listed.json)
      for (const action of ["POST /auth/impersonation/authorize", "POST /auth/oauth/token", "PATCH /users/me"]) {
        const entry = items.find((item) => item["action"] === action)
        assert.deepInclude(entry, { actor: { type: "owner", id: null }, address: null, user_agent: null }, action)
        assert.notProperty(entry, "reason")
      }
      assert.isNotEmpty((yield* entriesWith({ actorId: OWNER_ID })).filter(({ reason }) => reason !== undefined))
    }).pipe(Effect.provide(project))
  )
})
