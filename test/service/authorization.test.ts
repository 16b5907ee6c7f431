/**
 * Authorization tests: calls every endpoint of the client tier with the ids of another user. The callers are a user
 * outside the team, a member of the team without permissions, and a client without a user. No call returns or changes
 * the other user's data.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { endpoints } from "../../core/api/endpoints.ts"
import { makeAuthenticator } from "./authenticator.ts"
import { ada, send, service, signIn, asAdmin, asClient, asServer } from "./fixture.ts"
import { addPasskey, passkeysOf } from "./resources/passkey-fixture.ts"
import { ADA_ID, bob, BOB_ID, eve, join, makeTeam, users } from "./team-fixture.ts"
import { asUser, del, get, patch, post } from "./requests.ts"
import { pluck, readId } from "./responses.ts"

const withUsers = service({
  users: users.map((user) => (user.id === ADA_ID ? { ...user, clientMetadata: "of Ada" } : user)),
  config: {
    clientTeamCreationEnabled: true,
    clientUserDeletionEnabled: true,
    allowUserApiKeys: true,
    allowTeamApiKeys: true,
    passkeyEnabled: true,
    oauthProviders: [{ type: "standard", id: "github", clientId: "id", clientSecret: "secret", endpoints: "embedded" }]
  }
})

const callback_url = "http://localhost:3000/"
/** The category of transactional mails. */
const TRANSACTIONAL = "7bb82d33-2f54-4a3d-9d23-82739e0d66ef"

/** Creates resources of Ada. Bob is in her team without permissions; Eve is not in it. */
const resources = Effect.gen(function* () {
  const team = yield* makeTeam(ADA_ID, "Ada's crew")
  yield* join(team, BOB_ID)
  yield* del(`/team-permissions/${team}/${BOB_ID}/member`, asServer)
  yield* post("/project-permission-definitions", asAdmin, { id: "staff" })
  yield* post(`/project-permissions/${ADA_ID}/staff`, asServer, {})
  const sent = yield* post("/team-invitations/send-code", asServer, {
    team_id: team,
    email: "guest@example.com",
    callback_url
  })
  const channel = yield* post("/contact-channels", asServer, {
    user_id: ADA_ID,
    type: "email",
    value: "ada-too@example.com",
    used_for_auth: false
  })
  yield* patch(`/users/${ADA_ID}`, asServer, { primary_email_verified: true })
  const received = yield* post("/team-invitations/send-code", asServer, {
    team_id: yield* makeTeam(null, "The crew of Ada's friends"),
    email: ada.email,
    callback_url
  })
  const headers = yield* asUser(ada)
  yield* addPasskey(headers, makeAuthenticator(), "Ada's phone")
  const [passkey] = yield* passkeysOf(headers)
  const sessions = yield* get(`/auth/sessions?user_id=${ADA_ID}`, asServer)
  const [session = ""] = yield* pluck(sessions.json, "id")
  const key = { description: "of Ada", expires_at_millis: null }
  const userKey = yield* post("/user-api-keys", asServer, { ...key, user_id: ADA_ID })
  const teamKey = yield* post("/team-api-keys", asServer, { ...key, team_id: team })
  const account = yield* post("/oauth-providers", asServer, {
    user_id: ADA_ID,
    provider_config_id: "github",
    account_id: "ada-at-github",
    allow_sign_in: true,
    allow_connected_accounts: true
  })
  return {
    session,
    team,
    invitation: yield* readId(sent.json),
    received: yield* readId(received.json),
    channel: yield* readId(channel.json),
    passkey: yield* readId(passkey),
    account: yield* readId(account.json),
    userKey: yield* readId(userKey.json),
    teamKey: yield* readId(teamKey.json)
  }
})
type Resources = Effect.Success<typeof resources>

interface ClientRequest {
  readonly path: string
  readonly body?: object
  /** True if every member of the team may send this request. */
  readonly isAllowedForMembers?: true
}

/** Returns the requests that name a resource of Ada, by endpoint. */
const requestsFor = ({
  account,
  channel,
  invitation,
  passkey,
  received,
  session,
  team,
  teamKey,
  userKey
}: Resources): Readonly<Record<string, ReadonlyArray<ClientRequest>>> => {
  const profile = `/team-member-profiles/${team}/${ADA_ID}`
  const address = `/contact-channels/${ADA_ID}/${channel}`
  const asOwn = `/contact-channels/me/${channel}`
  const owned = { type: "email", value: "evil@example.com", used_for_auth: true }
  return {
    "POST /connected-accounts/:user_id/:provider_id/access-token": [
      { path: `/connected-accounts/${ADA_ID}/github/access-token`, body: {} }
    ],
    "POST /connected-accounts/:user_id/:provider_id/:provider_account_id/access-token": [
      { path: `/connected-accounts/${ADA_ID}/github/ada-at-github/access-token`, body: {} },
      { path: "/connected-accounts/me/github/ada-at-github/access-token", body: {} }
    ],
    "GET /connected-accounts/:user_id": [{ path: `/connected-accounts/${ADA_ID}` }],
    "GET /oauth-providers": [{ path: "/oauth-providers" }, { path: `/oauth-providers?user_id=${ADA_ID}` }],
    "GET /oauth-providers/:user_id/:provider_id": [
      { path: `/oauth-providers/${ADA_ID}/${account}` },
      { path: `/oauth-providers/me/${account}` }
    ],
    "PATCH /oauth-providers/:user_id/:provider_id": [
      { path: `/oauth-providers/${ADA_ID}/${account}`, body: { allow_sign_in: false } },
      { path: `/oauth-providers/me/${account}`, body: { allow_connected_accounts: false } }
    ],
    "DELETE /oauth-providers/:user_id/:provider_id": [
      { path: `/oauth-providers/${ADA_ID}/${account}` },
      { path: `/oauth-providers/me/${account}` }
    ],
    "POST /contact-channels": [{ path: "/contact-channels", body: { ...owned, user_id: ADA_ID } }],
    "GET /contact-channels": [
      { path: "/contact-channels" },
      { path: `/contact-channels?user_id=${ADA_ID}` },
      { path: `/contact-channels?contact_channel_id=${channel}` },
      { path: `/contact-channels?user_id=me&contact_channel_id=${channel}` }
    ],
    "GET /contact-channels/:user_id/:contact_channel_id": [{ path: address }, { path: asOwn }],
    "PATCH /contact-channels/:user_id/:contact_channel_id": [
      { path: address, body: { is_primary: true } },
      { path: asOwn, body: { value: "evil@example.com" } }
    ],
    "DELETE /contact-channels/:user_id/:contact_channel_id": [{ path: address }, { path: asOwn }],
    "POST /contact-channels/:user_id/:contact_channel_id/send-verification-code": [
      { path: `${address}/send-verification-code`, body: { callback_url } },
      { path: `${asOwn}/send-verification-code`, body: { callback_url } }
    ],
    "POST /contact-channels/send-verification-code": [
      { path: "/contact-channels/send-verification-code", body: { email: ada.email, callback_url } }
    ],
    "GET /audit-log": [{ path: `/audit-log?user_id=${ADA_ID}` }, { path: "/audit-log" }],
    "GET /auth/sessions": [{ path: `/auth/sessions?user_id=${ADA_ID}` }],
    "GET /emails/notification-preference/:user_id": [{ path: `/emails/notification-preference/${ADA_ID}` }],
    "PATCH /emails/notification-preference/:user_id/:notification_category_id": [
      { path: `/emails/notification-preference/${ADA_ID}/${TRANSACTIONAL}`, body: { enabled: true } },
      { path: `/emails/notification-preference/me/${TRANSACTIONAL}`, body: { enabled: false } }
    ],
    "DELETE /auth/sessions": [{ path: `/auth/sessions?user_id=${ADA_ID}` }],
    "DELETE /auth/sessions/:session_id": [
      { path: `/auth/sessions/${session}` },
      { path: `/auth/sessions/${session}?user_id=me` },
      { path: `/auth/sessions/${session}?user_id=${ADA_ID}` }
    ],
    "GET /passkeys/:user_id": [{ path: `/passkeys/${ADA_ID}` }],
    "PATCH /passkeys/:user_id/:passkey_id": [
      { path: `/passkeys/${ADA_ID}/${passkey}`, body: { name: "Owned" } },
      { path: `/passkeys/me/${passkey}`, body: { name: "Owned" } }
    ],
    "DELETE /passkeys/:user_id/:passkey_id": [
      { path: `/passkeys/${ADA_ID}/${passkey}` },
      { path: `/passkeys/me/${passkey}` }
    ],
    "POST /user-api-keys": [
      { path: "/user-api-keys", body: { user_id: ADA_ID, description: "Owned", expires_at_millis: null } }
    ],
    "GET /user-api-keys": [{ path: "/user-api-keys" }, { path: `/user-api-keys?user_id=${ADA_ID}` }],
    "GET /user-api-keys/:api_key_id": [
      { path: `/user-api-keys/${userKey}` },
      { path: `/user-api-keys/${userKey}?user_id=me` },
      { path: `/user-api-keys/${userKey}?user_id=${ADA_ID}` },
      { path: `/user-api-keys/${teamKey}?user_id=me` }
    ],
    "PATCH /user-api-keys/:api_key_id": [
      { path: `/user-api-keys/${userKey}`, body: { revoked: true } },
      { path: `/user-api-keys/${userKey}?user_id=me`, body: { description: "Owned" } },
      { path: `/user-api-keys/${userKey}?user_id=${ADA_ID}`, body: { revoked: true } }
    ],
    "POST /team-api-keys": [
      { path: "/team-api-keys", body: { team_id: team, description: "Owned", expires_at_millis: null } }
    ],
    "GET /team-api-keys": [{ path: `/team-api-keys?team_id=${team}` }],
    "GET /team-api-keys/:api_key_id": [
      { path: `/team-api-keys/${teamKey}?team_id=${team}` },
      { path: `/team-api-keys/${userKey}?team_id=${team}` }
    ],
    "PATCH /team-api-keys/:api_key_id": [
      { path: `/team-api-keys/${teamKey}?team_id=${team}`, body: { revoked: true } },
      { path: `/team-api-keys/${teamKey}?team_id=${team}`, body: { description: "Owned" } }
    ],
    "GET /team-invitations": [
      { path: `/team-invitations?team_id=${team}` },
      { path: `/team-invitations?user_id=${ADA_ID}` },
      { path: "/team-invitations?user_id=me" }
    ],
    "POST /team-invitations/:id/accept": [
      { path: `/team-invitations/${received}/accept?user_id=me` },
      { path: `/team-invitations/${received}/accept?user_id=${ADA_ID}` },
      { path: `/team-invitations/${invitation}/accept?user_id=me` }
    ],
    "DELETE /team-invitations/:id": [{ path: `/team-invitations/${invitation}?team_id=${team}` }],
    "POST /team-invitations/send-code": [
      { path: "/team-invitations/send-code", body: { team_id: team, email: "evil@example.com", callback_url } }
    ],
    "GET /team-member-profiles": [
      { path: "/team-member-profiles" },
      { path: `/team-member-profiles?team_id=${team}` },
      { path: `/team-member-profiles?user_id=${ADA_ID}` },
      { path: `/team-member-profiles?team_id=${team}&user_id=${ADA_ID}` }
    ],
    "GET /team-member-profiles/:team_id/:user_id": [{ path: profile }],
    "PATCH /team-member-profiles/:team_id/:user_id": [{ path: profile, body: { display_name: "Owned" } }],
    "GET /team-members": [{ path: `/team-members?team_id=${team}` }],
    "PATCH /team-members/:team_id/:user_id": [
      { path: `/team-members/${team}/${ADA_ID}`, body: { role: "member" } },
      { path: `/team-members/${team}/me`, body: { role: "admin" } }
    ],
    "DELETE /team-memberships/:team_id/:user_id": [{ path: `/team-memberships/${team}/${ADA_ID}` }],
    "GET /team-permissions": [
      { path: "/team-permissions" },
      { path: `/team-permissions?team_id=${team}` },
      { path: `/team-permissions?team_id=${team}&user_id=${ADA_ID}&recursive=true` },
      { path: `/team-permissions?team_id=${team}&user_id=me&recursive=true` }
    ],
    "GET /project-permissions": [
      { path: "/project-permissions" },
      { path: "/project-permissions?permission_id=staff" },
      { path: `/project-permissions?user_id=${ADA_ID}&recursive=true` },
      { path: "/project-permissions?user_id=me&permission_id=staff" }
    ],
    "GET /teams": [{ path: "/teams" }, { path: `/teams?user_id=${ADA_ID}` }],
    "POST /teams": [{ path: "/teams", body: { display_name: "Evil", creator_user_id: ADA_ID } }],
    "GET /teams/:team_id": [{ path: `/teams/${team}`, isAllowedForMembers: true }],
    "PATCH /teams/:team_id": [{ path: `/teams/${team}`, body: { display_name: "Owned" } }],
    "DELETE /teams/:team_id": [{ path: `/teams/${team}` }],
    "PATCH /users/me": [
      { path: "/users/me", body: { id: ADA_ID } },
      { path: "/users/me", body: { user_id: ADA_ID, display_name: "Owned" } },
      { path: "/users/me", body: { primary_email: ada.email, primary_email_auth_enabled: true } },
      { path: "/users/me", body: { server_metadata: { managedProjectIds: ["internal"] } } }
    ]
  }
}

/** These endpoints act on the caller. */
const actOnCaller = new Set([
  "DELETE /users/me",
  "GET /auth/mfa/recovery-codes",
  "POST /auth/anonymous/sign-up",
  "POST /auth/cli",
  "GET /auth/sign-up-proof/challenge",
  "POST /auth/mfa/recovery-codes",
  "GET /users/me",
  "GET /internal/projects",
  "GET /projects/current",
  "POST /auth/passkey/initiate-passkey-authentication",
  "POST /auth/passkey/initiate-passkey-registration",
  "POST /auth/password/set",
  "POST /auth/password/sign-up",
  "POST /internal/projects"
])
/** These endpoints are authorized by a secret: a code, a password, a refresh token or a key. */
const authorizedBySecret = new Set([
  "DELETE /auth/sessions/current",
  "POST /auth/cli/complete",
  "POST /auth/cli/deny",
  "POST /auth/cli/poll",
  "POST /auth/mfa/sign-in",
  "POST /auth/oauth/cross-domain/authorize",
  "POST /auth/mfa/recovery-codes/sign-in",
  "POST /auth/otp/send-sign-in-code",
  "POST /auth/otp/sign-in",
  "POST /auth/otp/sign-in/check-code",
  "POST /auth/passkey/register",
  "POST /auth/passkey/sign-in",
  "POST /auth/password/reset",
  "POST /auth/password/reset/check-code",
  "POST /auth/password/send-reset-code",
  "POST /auth/password/sign-in",
  "POST /auth/password/update",
  "POST /auth/sessions/current/refresh",
  "POST /contact-channels/verify",
  "POST /contact-channels/verify/check-code",
  "POST /team-invitations/accept",
  "POST /team-invitations/accept/check-code",
  "POST /team-invitations/accept/details"
])

/** Reads everything that the server tier returns. */
const state = ({ team }: Resources) =>
  Effect.forEach(
    [
      "/users",
      "/teams",
      "/team-member-profiles",
      "/team-permissions",
      "/project-permissions",
      "/contact-channels",
      `/passkeys/${ADA_ID}`,
      `/auth/sessions?user_id=${ADA_ID}`,
      "/user-api-keys",
      "/oauth-providers",
      `/team-api-keys?team_id=${team}`,
      `/team-invitations?team_id=${team}`,
      `/team-invitations?user_id=${ADA_ID}`
    ],
    (path) => Effect.map(get(path, asAdmin), ({ json }) => json)
  )

const items = (json: unknown) => Effect.orElseSucceed(pluck(json, "id"), () => null)

describe("another user's ids in the client tier", () => {
  it.effect("are tested with every endpoint that takes ids", () =>
    Effect.gen(function* () {
      const client = endpoints.filter(({ tiers }) => tiers.includes("client")).map(({ name }) => name)
      const known = [...Object.keys(requestsFor(yield* resources)), ...actOnCaller, ...authorizedBySecret]
      assert.sameMembers([...new Set(client)], known)
    }).pipe(Effect.provide(withUsers))
  )

  const callers = [
    ["a user outside the team", eve],
    ["a member of the team without permissions", bob],
    ["a client without a user", null]
  ] as const
  it.effect.each(callers)("return and change nothing for %s", ([, credential]) =>
    Effect.gen(function* () {
      const made = yield* resources
      const headers = credential === null ? asClient : yield* asUser(credential)
      const isMember = credential === bob
      const before = yield* state(made)
      for (const [name, requests] of Object.entries(requestsFor(made))) {
        for (const { body, isAllowedForMembers = false, path } of requests) {
          if (isAllowedForMembers && isMember) continue
          const [method = ""] = name.split(" ", 1)
          const response = yield* send(method, `/api/v1${path}`, { headers, ...(body !== undefined && { json: body }) })
          const title = `${method} ${path} ${JSON.stringify(body)}: ${response.status} ${response.text}`
          // An empty list discloses as little as an error.
          if (response.status < 400) assert.deepStrictEqual(yield* items(response.json), [], title)
          assert.isBelow(response.status, 500, title)
          // Errors repeat values of the request.
          const asked = JSON.stringify(body ?? {})
          for (const own of ["Ada", "crew", "guest@", "ada-too@"]) {
            if (!asked.includes(own)) assert.notInclude(response.text, own, title)
          }
        }
      }
      assert.deepStrictEqual(yield* state(made), before)
    }).pipe(Effect.provide(withUsers))
  )

  it.effect("are accepted from their owner", () =>
    Effect.gen(function* () {
      const made = yield* resources
      const headers = yield* asUser(ada)
      const paths = [
        `/contact-channels/${ADA_ID}/${made.channel}`,
        `/passkeys/${ADA_ID}`,
        `/auth/sessions?user_id=${ADA_ID}`,
        `/oauth-providers?user_id=${ADA_ID}`,
        `/oauth-providers/${ADA_ID}/${made.account}`,
        `/connected-accounts/${ADA_ID}`,
        `/user-api-keys?user_id=${ADA_ID}`,
        `/user-api-keys/${made.userKey}`,
        `/team-api-keys?team_id=${made.team}`,
        `/team-api-keys/${made.teamKey}?team_id=${made.team}`,
        `/team-invitations?team_id=${made.team}`,
        `/team-invitations?user_id=${ADA_ID}`,
        `/team-member-profiles/${made.team}/${BOB_ID}`,
        `/team-permissions?team_id=${made.team}&user_id=${ADA_ID}`,
        `/project-permissions?user_id=${ADA_ID}`,
        `/teams/${made.team}`
      ]
      for (const path of paths) assert.strictEqual((yield* get(path, headers)).status, 200, path)
    }).pipe(Effect.provide(withUsers))
  )

  it.effect("are rejected when the access token and the refresh token are of different users", () =>
    Effect.gen(function* () {
      const made = yield* resources
      const own = yield* signIn(ada)
      const asEve = yield* asUser(eve)
      const both = { ...asEve, "x-stack-refresh-token": own.refresh_token }
      assert.strictEqual((yield* get(`/teams/${made.team}`, both)).code, "TEAM_MEMBERSHIP_NOT_FOUND")
      const renamed = yield* patch("/users/me", both, { display_name: "Eve" })
      assert.notInclude(renamed.text, ADA_ID)
    }).pipe(Effect.provide(withUsers))
  )
})
