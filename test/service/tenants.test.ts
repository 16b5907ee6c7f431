/** Isolation of projects: ids of one project are not found with the keys of another one. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { createKey } from "./resources/api-key-fixture.ts"
import { start } from "./resources/command-line-fixture.ts"
import {
  PROJECT_ID,
  send,
  service,
  signIn,
  withToken,
  asAdmin,
  asOtherAdmin,
  asOtherClient,
  asOtherServer,
  asServer
} from "./fixture.ts"
import { ADA_ID, define, makeTeam, permissionsOf, users } from "./team-fixture.ts"
import { get, patch, post } from "./requests.ts"
import { pluck, readId } from "./responses.ts"

const apiKeys = { allowUserApiKeys: true, allowTeamApiKeys: true }
const withUsers = service({
  users,
  config: { clientTeamCreationEnabled: true, ...apiKeys, oauthProviders: [{ type: "shared", id: "github" }] }
})

/** Creates resources in both projects. */
const resources = Effect.gen(function* () {
  const team = yield* makeTeam(ADA_ID)
  yield* define("secret")
  yield* post("/project-permission-definitions", asAdmin, { id: "staff" })
  yield* post(`/project-permissions/${ADA_ID}/staff`, asServer, {})
  yield* patch(`/users/${ADA_ID}`, asServer, { selected_team_id: team })
  const sent = yield* post("/team-invitations/send-code", asServer, {
    team_id: team,
    email: "guest@example.com",
    callback_url: "http://localhost:3000/"
  })
  const otherUser = yield* readId(
    (yield* post("/users", asOtherServer, {
      primary_email: "mallory@example.com",
      primary_email_auth_enabled: true,
      password: "mallorys password"
    })).json
  )
  const otherTeam = yield* readId(
    (yield* post("/teams", asOtherServer, { display_name: "Theirs", creator_user_id: otherUser })).json
  )
  const github = { id: "github", type: "standard", enabled: true, client_id: "id", client_secret: "secret" }
  const config = { allow_user_api_keys: true, allow_team_api_keys: true, oauth_providers: [github] }
  yield* patch("/projects/current", asOtherAdmin, { config })
  yield* post("/auth/sessions", asServer, { user_id: ADA_ID })
  const [session = ""] = yield* pluck((yield* get(`/auth/sessions?user_id=${ADA_ID}`, asServer)).json, "id")
  const commandLine = yield* start()
  const userKey = yield* createKey(asServer, { user_id: ADA_ID })
  const teamKey = yield* createKey(asServer, { team_id: team })
  const account = yield* readId((yield* post("/oauth-providers", asServer, { ...newAccount, user_id: ADA_ID })).json)
  const { access_token } = yield* signIn({ email: "mallory@example.com", password: "mallorys password" }, asOtherClient)
  const client = withToken(access_token, asOtherClient)
  return {
    account,
    commandLine,
    session,
    team,
    invitation: yield* readId(sent.json),
    userKey,
    teamKey,
    otherUser,
    otherTeam,
    client
  }
})

type Resources = Effect.Success<typeof resources>
const newAccount = {
  provider_config_id: "github",
  account_id: "ada-at-github",
  allow_sign_in: true,
  allow_connected_accounts: true
}
const newApiKey = { description: "Owned", expires_at_millis: null }

type Tier = "client" | "server" | "admin"

/** Calls with the other project's keys: method, path, body, tier, and the expected code. */
const calls = ({
  account,
  commandLine: { login_code, polling_code },
  invitation,
  otherTeam,
  otherUser,
  session,
  team,
  teamKey,
  userKey
}: Resources): ReadonlyArray<
  readonly [method: string, path: string, body: object | null, tier: Tier, status: number, code?: string]
> => [
  ["GET", `/users/${ADA_ID}`, null, "server", 404, "USER_NOT_FOUND"],
  ["PATCH", `/users/${ADA_ID}`, { display_name: "Owned" }, "server", 404, "USER_NOT_FOUND"],
  ["DELETE", `/users/${ADA_ID}`, null, "server", 404, "USER_NOT_FOUND"],
  ["PATCH", `/users/${otherUser}`, { selected_team_id: team }, "server", 404, "TEAM_MEMBERSHIP_NOT_FOUND"],
  ["PATCH", "/users/me", { selected_team_id: team }, "client", 404, "TEAM_MEMBERSHIP_NOT_FOUND"],
  ["GET", `/users?team_id=${team}`, null, "server", 200],
  ["GET", `/users?query=${ADA_ID}`, null, "server", 200],
  ["GET", `/users?cursor=${ADA_ID}`, null, "server", 400],
  ["GET", `/auth/sessions?user_id=${ADA_ID}`, null, "server", 200],
  ["DELETE", `/auth/sessions?user_id=${ADA_ID}`, null, "server", 404, "USER_NOT_FOUND"],
  ["DELETE", `/auth/sessions/${session}`, null, "server", 404, "SESSION_NOT_FOUND"],
  ["DELETE", `/auth/sessions/${session}?user_id=me`, null, "client", 404, "SESSION_NOT_FOUND"],
  ["POST", "/auth/sessions", { user_id: ADA_ID }, "server", 400, "USER_ID_DOES_NOT_EXIST"],
  ["POST", "/auth/cli/poll", { polling_code }, "client", 400, "INVALID_POLLING_CODE"],
  ["POST", "/auth/cli/poll", { polling_code }, "server", 400, "INVALID_POLLING_CODE"],
  ["POST", "/auth/cli/complete", { login_code, mode: "check" }, "client", 400, "CLI_AUTH_ERROR"],
  ["POST", "/auth/cli/deny", { login_code }, "client", 400, "CLI_AUTH_ERROR"],
  ["GET", `/emails/notification-preference/${ADA_ID}`, null, "server", 404, "USER_NOT_FOUND"],
  [
    "POST",
    `/team-invitations/${invitation}/accept?user_id=${otherUser}`,
    null,
    "server",
    404,
    "VERIFICATION_CODE_NOT_FOUND"
  ],
  [
    "POST",
    `/team-invitations/${invitation}/accept?user_id=${ADA_ID}`,
    null,
    "server",
    404,
    "VERIFICATION_CODE_NOT_FOUND"
  ],
  ["POST", `/team-invitations/${invitation}/accept?user_id=me`, null, "client", 404, "VERIFICATION_CODE_NOT_FOUND"],
  ["GET", `/teams/${team}`, null, "server", 404, "TEAM_NOT_FOUND"],
  ["GET", `/teams/${team}`, null, "client", 404, "TEAM_MEMBERSHIP_NOT_FOUND"],
  ["PATCH", `/teams/${team}`, { display_name: "Owned" }, "server", 404, "TEAM_NOT_FOUND"],
  ["PATCH", `/teams/${team}`, { display_name: "Owned" }, "client", 404, "TEAM_MEMBERSHIP_NOT_FOUND"],
  ["DELETE", `/teams/${team}`, null, "server", 404, "TEAM_NOT_FOUND"],
  ["DELETE", `/teams/${team}`, null, "client", 404, "TEAM_MEMBERSHIP_NOT_FOUND"],
  ["GET", `/teams?user_id=${ADA_ID}`, null, "server", 200],
  ["GET", `/teams?user_id=${ADA_ID}`, null, "client", 403],
  ["POST", "/teams", { display_name: "Mine", creator_user_id: ADA_ID }, "server", 404, "USER_NOT_FOUND"],
  ["POST", "/teams", { display_name: "Mine", creator_user_id: ADA_ID }, "client", 403],
  ["POST", `/team-memberships/${team}/${otherUser}`, {}, "server", 404, "TEAM_NOT_FOUND"],
  ["POST", `/team-memberships/${otherTeam}/${ADA_ID}`, {}, "server", 404, "USER_NOT_FOUND"],
  ["DELETE", `/team-memberships/${team}/${ADA_ID}`, null, "server", 404, "USER_NOT_FOUND"],
  ["DELETE", `/team-memberships/${team}/${otherUser}`, null, "server", 404, "TEAM_MEMBERSHIP_NOT_FOUND"],
  ["DELETE", `/team-memberships/${team}/${ADA_ID}`, null, "client", 404, "TEAM_MEMBERSHIP_NOT_FOUND"],
  ["GET", `/team-member-profiles?team_id=${team}`, null, "server", 404, "TEAM_NOT_FOUND"],
  ["GET", `/team-member-profiles?team_id=${team}`, null, "client", 404, "TEAM_MEMBERSHIP_NOT_FOUND"],
  ["GET", `/team-member-profiles?user_id=${ADA_ID}`, null, "server", 404, "USER_NOT_FOUND"],
  ["GET", `/team-member-profiles/${team}/${ADA_ID}`, null, "server", 404, "USER_NOT_FOUND"],
  ["GET", `/team-member-profiles/${team}/${ADA_ID}`, null, "client", 404, "TEAM_MEMBERSHIP_NOT_FOUND"],
  ["PATCH", `/team-member-profiles/${team}/${ADA_ID}`, { display_name: "Owned" }, "server", 404, "USER_NOT_FOUND"],
  ["PATCH", `/team-member-profiles/${team}/me`, { display_name: "Owned" }, "client", 404, "TEAM_MEMBERSHIP_NOT_FOUND"],
  ["GET", `/team-members?team_id=${team}`, null, "client", 404, "TEAM_MEMBERSHIP_NOT_FOUND"],
  ["GET", `/team-members?team_id=${team}`, null, "server", 404, "TEAM_NOT_FOUND"],
  ["PATCH", `/team-members/${team}/${ADA_ID}`, { role: "member" }, "server", 404, "TEAM_MEMBERSHIP_NOT_FOUND"],
  ["PATCH", `/team-members/${otherTeam}/${ADA_ID}`, { role: "admin" }, "server", 404, "TEAM_MEMBERSHIP_NOT_FOUND"],
  ["PATCH", `/team-members/${team}/${ADA_ID}`, { role: "member" }, "client", 404, "TEAM_MEMBERSHIP_NOT_FOUND"],
  ["PATCH", `/team-members/${team}/me`, { role: "admin" }, "client", 404, "TEAM_MEMBERSHIP_NOT_FOUND"],
  ["PATCH", `/team-members/${otherTeam}/${ADA_ID}`, { role: "admin" }, "client", 404, "TEAM_MEMBERSHIP_NOT_FOUND"],
  ["GET", `/team-permissions?team_id=${team}`, null, "server", 200],
  ["GET", `/team-permissions?user_id=${ADA_ID}&recursive=true`, null, "server", 200],
  ["GET", `/team-permissions?team_id=${team}&user_id=me`, null, "client", 200],
  ["POST", `/team-permissions/${team}/${ADA_ID}/admin`, {}, "server", 404, "USER_NOT_FOUND"],
  ["POST", `/team-permissions/${team}/${otherUser}/admin`, {}, "server", 404, "TEAM_MEMBERSHIP_NOT_FOUND"],
  ["POST", `/team-permissions/${otherTeam}/${otherUser}/secret`, {}, "server", 404, "PERMISSION_NOT_FOUND"],
  ["DELETE", `/team-permissions/${team}/${ADA_ID}/admin`, null, "server", 404, "USER_NOT_FOUND"],
  ["DELETE", `/team-permissions/${otherTeam}/${otherUser}/secret`, null, "server", 401, "TEAM_PERMISSION_NOT_FOUND"],
  ["PATCH", "/team-permission-definitions/secret", { description: "Owned" }, "admin", 404, "PERMISSION_NOT_FOUND"],
  ["DELETE", "/team-permission-definitions/secret", null, "admin", 404, "PERMISSION_NOT_FOUND"],
  [
    "POST",
    "/team-permission-definitions",
    { id: "mine", contained_permission_ids: ["secret"] },
    "admin",
    400,
    "CONTAINED_PERMISSION_NOT_FOUND"
  ],
  ["GET", "/oauth-providers", null, "server", 200],
  ["GET", `/oauth-providers?user_id=${ADA_ID}`, null, "server", 404, "USER_NOT_FOUND"],
  ["GET", `/oauth-providers/${ADA_ID}/${account}`, null, "server", 404, "USER_NOT_FOUND"],
  ["GET", `/oauth-providers/${otherUser}/${account}`, null, "server", 404, "OAUTH_ACCOUNT_NOT_FOUND"],
  ["GET", `/oauth-providers/me/${account}`, null, "client", 404, "OAUTH_ACCOUNT_NOT_FOUND"],
  ["PATCH", `/oauth-providers/${ADA_ID}/${account}`, { allow_sign_in: false }, "server", 404, "USER_NOT_FOUND"],
  ["PATCH", `/oauth-providers/me/${account}`, { allow_sign_in: false }, "client", 404, "OAUTH_ACCOUNT_NOT_FOUND"],
  ["DELETE", `/oauth-providers/${otherUser}/${account}`, null, "server", 404, "OAUTH_ACCOUNT_NOT_FOUND"],
  ["DELETE", `/oauth-providers/me/${account}`, null, "client", 404, "OAUTH_ACCOUNT_NOT_FOUND"],
  ["POST", "/oauth-providers", { ...newAccount, user_id: ADA_ID }, "server", 404, "USER_NOT_FOUND"],
  ["GET", `/connected-accounts/${ADA_ID}`, null, "server", 404, "USER_NOT_FOUND"],
  ["GET", `/connected-accounts/${ADA_ID}`, null, "client", 403],
  ["POST", `/connected-accounts/${ADA_ID}/github/access-token`, {}, "server", 404],
  ["POST", `/connected-accounts/${ADA_ID}/github/ada-at-github/access-token`, {}, "server", 404],
  ["POST", `/connected-accounts/${ADA_ID}/github/ada-at-github/access-token`, {}, "client", 403],
  ["GET", `/user-api-keys?user_id=${ADA_ID}`, null, "server", 200],
  ["GET", `/user-api-keys/${userKey.id}`, null, "server", 404, "API_KEY_NOT_FOUND"],
  ["PATCH", `/user-api-keys/${userKey.id}`, { revoked: true }, "server", 404, "API_KEY_NOT_FOUND"],
  ["POST", "/user-api-keys", { ...newApiKey, user_id: ADA_ID }, "server", 404, "USER_NOT_FOUND"],
  ["POST", "/user-api-keys/check", { api_key: userKey.value }, "server", 404, "API_KEY_NOT_FOUND"],
  ["GET", `/team-api-keys?team_id=${team}`, null, "server", 200],
  ["GET", `/team-api-keys?team_id=${team}`, null, "client", 404, "API_KEY_NOT_FOUND"],
  ["GET", `/team-api-keys/${teamKey.id}?team_id=${team}`, null, "server", 404, "API_KEY_NOT_FOUND"],
  ["PATCH", `/team-api-keys/${teamKey.id}?team_id=${team}`, { revoked: true }, "server", 404, "API_KEY_NOT_FOUND"],
  ["PATCH", `/team-api-keys/${teamKey.id}?team_id=${otherTeam}`, { revoked: true }, "client", 404, "API_KEY_NOT_FOUND"],
  ["POST", "/team-api-keys", { ...newApiKey, team_id: team }, "server", 404, "TEAM_NOT_FOUND"],
  ["POST", "/team-api-keys/check", { api_key: teamKey.value }, "server", 404, "API_KEY_NOT_FOUND"],
  ["GET", "/project-permissions", null, "server", 200],
  ["GET", `/project-permissions?user_id=${ADA_ID}&recursive=true`, null, "server", 200],
  ["GET", "/project-permissions?user_id=me", null, "client", 200],
  ["POST", `/project-permissions/${ADA_ID}/staff`, {}, "server", 404, "USER_NOT_FOUND"],
  ["POST", `/project-permissions/${otherUser}/staff`, {}, "server", 404, "PERMISSION_NOT_FOUND"],
  ["DELETE", `/project-permissions/${ADA_ID}/staff`, null, "server", 404, "USER_NOT_FOUND"],
  ["DELETE", `/project-permissions/${otherUser}/staff`, null, "server", 404, "PERMISSION_NOT_FOUND"],
  ["GET", "/project-permission-definitions", null, "admin", 200],
  ["PATCH", "/project-permission-definitions/staff", { description: "Owned" }, "admin", 404, "PERMISSION_NOT_FOUND"],
  ["DELETE", "/project-permission-definitions/staff", null, "admin", 404, "PERMISSION_NOT_FOUND"],
  [
    "POST",
    "/project-permission-definitions",
    { id: "mine", contained_permission_ids: ["staff"] },
    "admin",
    400,
    "CONTAINED_PERMISSION_NOT_FOUND"
  ],
  ["GET", `/team-invitations?team_id=${team}`, null, "server", 404, "TEAM_NOT_FOUND"],
  ["GET", `/team-invitations?team_id=${team}`, null, "client", 404, "TEAM_MEMBERSHIP_NOT_FOUND"],
  ["DELETE", `/team-invitations/${invitation}?team_id=${team}`, null, "server", 404, "TEAM_NOT_FOUND"],
  ["DELETE", `/team-invitations/${invitation}?team_id=${otherTeam}`, null, "server", 404],
  ["DELETE", `/team-invitations/${invitation}?team_id=${otherTeam}`, null, "client", 404],
  ["GET", `/team-invitations?user_id=${ADA_ID}`, null, "server", 200],
  ["GET", `/team-invitations?user_id=${ADA_ID}`, null, "client", 403],
  [
    "POST",
    `/team-invitations/${invitation}/accept?user_id=${otherUser}`,
    null,
    "server",
    404,
    "VERIFICATION_CODE_NOT_FOUND"
  ],
  ["POST", `/team-invitations/${invitation}/accept?user_id=me`, null, "client", 404, "VERIFICATION_CODE_NOT_FOUND"],
  [
    "POST",
    "/team-invitations/send-code",
    { team_id: team, email: "x@example.com", callback_url: "http://localhost/" },
    "server",
    404
  ],
  [
    "POST",
    "/team-invitations/send-code",
    { team_id: team, email: "x@example.com", callback_url: "http://localhost/" },
    "client",
    404,
    "TEAM_MEMBERSHIP_NOT_FOUND"
  ]
]

/** Reads everything that the first project returns to its server and its owner. */
const state = (team: string) =>
  Effect.forEach(
    [
      "/users",
      "/teams",
      "/team-member-profiles",
      "/team-permissions",
      "/team-permission-definitions",
      "/user-api-keys",
      `/team-api-keys?team_id=${team}`,
      "/project-permissions",
      "/project-permission-definitions",
      `/team-invitations?team_id=${team}`
    ],
    (path) => Effect.map(get(path, asAdmin), ({ json }) => json)
  )

describe("another project's keys", () => {
  it.effect("can neither read nor change resources of this project", () =>
    Effect.gen(function* () {
      const made = yield* resources
      const before = yield* state(made.team)
      const headers = { client: made.client, server: asOtherServer, admin: asOtherAdmin }
      for (const [method, path, json, tier, status, code] of calls(made)) {
        const response = yield* send(method, `/api/v1${path}`, {
          headers: headers[tier],
          ...(json !== null && { json })
        })
        const title = `${method} ${path} as ${tier}`
        assert.deepStrictEqual([response.status, response.code], [status, code], title)
        if (status === 200) assert.deepStrictEqual(yield* pluck(response.json, "id"), [], title)
        for (const own of ["Ada", "Crew", "guest@"]) assert.notInclude(response.text, own, title)
      }
      assert.deepStrictEqual(yield* state(made.team), before)
    }).pipe(Effect.provide(withUsers))
  )

  it.effect("can define permissions with the same names independently", () =>
    Effect.gen(function* () {
      const { otherTeam, otherUser, team } = yield* resources
      const path = "/team-permission-definitions"
      assert.strictEqual((yield* post(path, asOtherAdmin, { id: "secret" })).status, 201)
      yield* patch(`${path}/admin`, asOtherAdmin, { id: "boss" })
      yield* send("DELETE", `/api/v1${path}/member`, { headers: asOtherAdmin })
      assert.deepStrictEqual(yield* permissionsOf(team, ADA_ID), ["admin"])
      assert.includeMembers([...(yield* pluck((yield* get(path, asAdmin)).json, "id"))], ["admin", "member", "secret"])
      const theirs = yield* get(`/team-permissions?team_id=${otherTeam}&user_id=${otherUser}`, asOtherServer)
      assert.deepStrictEqual(yield* pluck(theirs.json, "id"), ["boss"])
    }).pipe(Effect.provide(withUsers))
  )

  it.effect("cannot be combined with a user of this project", () =>
    Effect.gen(function* () {
      const { client, team } = yield* resources
      const response = yield* get(`/teams/${team}`, { ...client, "x-stack-project-id": PROJECT_ID })
      assert.deepStrictEqual([response.status, response.code], [401, "INVALID_PROJECT_FOR_ACCESS_TOKEN"])
    }).pipe(Effect.provide(withUsers))
  )
})
