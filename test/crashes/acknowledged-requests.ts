/** Requests of the load. Each records what has to be present after a crash once the service has acknowledged it. */
import { Effect, Schema } from "effect"
import { decodeJwt } from "jose"
import { randomBytes } from "node:crypto"
import { asServer, keys, PROJECT_ID } from "../service/fixture.ts"
import type { RawClient } from "../service/raw-client.ts"
import { challengeOf } from "../service/resources/oauth/browser.ts"
import type { SessionBody } from "../service/responses.ts"
import type { Expectations } from "./expectations.ts"

const readId = Schema.decodeUnknownEffect(Schema.Struct({ id: Schema.String }))
const readSession = Schema.decodeUnknownEffect(
  Schema.Struct({ access_token: Schema.String, refresh_token: Schema.String, user_id: Schema.String })
)
const readStarted = Schema.decodeUnknownEffect(
  Schema.Struct({ polling_code: Schema.String, login_code: Schema.String })
)
const readTokens = Schema.decodeUnknownEffect(
  Schema.Struct({ access_token: Schema.String, refresh_token: Schema.String })
)
const readRefreshToken = Schema.decodeUnknownEffect(Schema.Struct({ refresh_token: Schema.String }))
const readApiKey = Schema.decodeUnknownEffect(Schema.Struct({ id: Schema.String, value: Schema.String }))
const readRedirect = Schema.decodeUnknownEffect(Schema.Struct({ redirect_url: Schema.String }))

/** Creates a team with its creator as a member. */
export const makeTeam = Effect.fnUntraced(function* (client: RawClient, creator: string, expected: Expectations) {
  const team = { display_name: `team of ${creator}`, creator_user_id: creator }
  const created = yield* client.send("POST", "/api/v1/teams", team, asServer)
  if (created.status === 201) {
    const { id } = yield* Effect.orDie(readId(created.json))
    expected.teams.set(id, creator)
    expected.webhooks.add(`team.created ${id}`)
    return id
  }
  return null
})

const REVOKED = "API_KEY_REVOKED"

/** Creates an API key of a user or a team and revokes it, or leaves it valid. */
export const makeApiKey = Effect.fnUntraced(function* (
  client: RawClient,
  owner: { readonly user_id: string } | { readonly team_id: string },
  revokes: boolean,
  expected: Expectations
) {
  const path = "team_id" in owner ? "team-api-keys" : "user-api-keys"
  const wanted = { ...owner, description: "CI", expires_at_millis: null }
  const created = yield* client.send("POST", `/api/v1/${path}`, wanted, asServer)
  if (created.status !== 200) return
  const { id, value } = yield* Effect.orDie(readApiKey(created.json))
  const key = `${path} ${value}`
  expected.apiKeys.set(key, revokes ? [undefined, REVOKED] : [undefined])
  if (!revokes) return
  const query = new URLSearchParams(owner)
  const revoked = yield* client.send("PATCH", `/api/v1/${path}/${id}?${query}`, { revoked: true }, asServer)
  if (revoked.status === 200) expected.apiKeys.set(key, [REVOKED])
})

/** Creates a team with an API key, which is revoked or left valid. */
export const makeTeamWithKey = Effect.fnUntraced(function* (
  client: RawClient,
  creator: string,
  revokes: boolean,
  expected: Expectations
) {
  const team = yield* makeTeam(client, creator, expected)
  if (team !== null) yield* makeApiKey(client, { team_id: team }, revokes, expected)
  return team
})

/**
 * Creates a user, restricts it, and lifts the restriction, or leaves it. The user has no API key, which would be
 * refused under the restriction.
 */
export const restrictUser = Effect.fnUntraced(function* (
  client: RawClient,
  email: string,
  lifts: boolean,
  expected: Expectations
) {
  const created = yield* client.send("POST", "/api/v1/users", { primary_email: email }, asServer)
  if (created.status !== 201) return
  const { id: userId } = yield* Effect.orDie(readId(created.json))
  expected.imported.set(userId, email)
  const change = Effect.fnUntraced(function* (restricted_by_admin: boolean) {
    const before = expected.restricted.get(userId) ?? [false]
    expected.restricted.set(userId, [...before, restricted_by_admin])
    const { status } = yield* client.send("PATCH", `/api/v1/users/${userId}`, { restricted_by_admin }, asServer)
    if (status === 200) expected.restricted.set(userId, [restricted_by_admin])
    return status === 200
  })
  if ((yield* change(true)) && lifts) yield* change(false)
})

/** Signs in on a command line, by the approval of a session. */
export const signInOnCommandLine = Effect.fnUntraced(function* (
  client: RawClient,
  session: SessionBody,
  expected: Expectations
) {
  const post = (path: string, json: object) => client.send("POST", `/api/v1/auth/cli${path}`, json, asServer)
  const started = yield* post("", {})
  if (started.status !== 200) return
  const { login_code, polling_code } = yield* Effect.orDie(readStarted(started.json))
  const approved = yield* post("/complete", { login_code, refresh_token: session.refresh_token })
  if (approved.status !== 200) return
  const polled = yield* post("/poll", { polling_code })
  if (polled.status !== 201) return
  expected.commandLines.set(session.user_id, (yield* Effect.orDie(readRefreshToken(polled.json))).refresh_token)
})

const redirect_uri = "http://localhost:3000/handler/oauth-callback"

/** Starts a session on another domain from a session, and revokes it or leaves it valid. */
export const signInOnOtherDomain = Effect.fnUntraced(function* (
  client: RawClient,
  session: SessionBody,
  revokes: boolean,
  expected: Expectations
) {
  const code_verifier = randomBytes(32).toString("hex")
  const code_challenge = challengeOf(code_verifier)
  const asUser = { ...asServer, "x-stack-access-token": session.access_token }
  const authorized = yield* client.send(
    "POST",
    "/api/v1/auth/oauth/cross-domain/authorize",
    { redirect_uri, state: "state", code_challenge },
    { ...asUser, "x-stack-refresh-token": session.refresh_token }
  )
  if (authorized.status !== 200) return
  const { redirect_url } = yield* Effect.orDie(readRedirect(authorized.json))
  const form = new URLSearchParams({
    grant_type: "authorization_code",
    client_id: PROJECT_ID,
    client_secret: keys.publishableClientKey,
    code: new URL(redirect_url).searchParams.get("code") ?? "",
    code_verifier,
    redirect_uri
  })
  const exchanged = yield* client.send("POST", "/api/v1/auth/oauth/token", form, {})
  if (exchanged.status !== 200) return
  const tokens = yield* Effect.orDie(readTokens(exchanged.json))
  expected.otherDomains.set(tokens.refresh_token, revokes ? [200, 401] : [200])
  if (!revokes) return
  const id = String(decodeJwt(tokens.access_token)["refresh_token_id"])
  const revoked = yield* client.send("DELETE", `/api/v1/auth/sessions/${id}`, undefined, asUser)
  if (revoked.status === 200) expected.otherDomains.set(tokens.refresh_token, [401])
})

/** Grants a project permission and revokes it, or leaves it. */
export const grantStaff = Effect.fnUntraced(function* (
  client: RawClient,
  id: string,
  revokes: boolean,
  expected: Expectations
) {
  const path = `/api/v1/project-permissions/${id}/staff`
  const granted = yield* client.send("POST", path, {}, asServer)
  if (granted.status !== 201) return
  expected.staff.set(id, revokes ? [true, false] : [true])
  if (!revokes) return
  const revoked = yield* client.send("DELETE", path, undefined, asServer)
  if (revoked.status === 200) expected.staff.set(id, [false])
})

/** Invites a user to a team and accepts the invitation without its mail. */
export const acceptInvitation = Effect.fnUntraced(function* (
  client: RawClient,
  team_id: string,
  user: { readonly id: string; readonly email: string },
  expected: Expectations
) {
  const wanted = { team_id, email: user.email, callback_url: redirect_uri }
  const sent = yield* client.send("POST", "/api/v1/team-invitations/send-code", wanted, asServer)
  if (sent.status !== 200) return
  const { id } = yield* Effect.orDie(readId(sent.json))
  const path = `/api/v1/team-invitations/${id}/accept?user_id=${user.id}`
  const accepted = yield* client.send("POST", path, undefined, asServer)
  if (accepted.status === 200) expected.members.add(`${team_id}/${user.id}`)
})

/** Signs up an anonymous user. */
export const signUpAnonymously = Effect.fnUntraced(function* (client: RawClient, expected: Expectations) {
  const signedUp = yield* client.send("POST", "/api/v1/auth/anonymous/sign-up", {}, asServer)
  if (signedUp.status !== 200) return
  const session = yield* readSession(signedUp.json)
  expected.anonymous.set(session.user_id, session)
  expected.webhooks.add(`user.created ${session.user_id}`)
})

/** Connects an account at a provider and disconnects it, or leaves it. */
export const connectAccount = Effect.fnUntraced(function* (
  client: RawClient,
  userId: string,
  disconnects: boolean,
  expected: Expectations
) {
  const account = { provider_config_id: "github", account_id: userId, allow_sign_in: true }
  const wanted = { ...account, user_id: userId, allow_connected_accounts: true }
  const created = yield* client.send("POST", "/api/v1/oauth-providers", wanted, asServer)
  if (created.status !== 201) return
  const path = `${userId}/${(yield* Effect.orDie(readId(created.json))).id}`
  expected.accounts.set(path, disconnects ? [200, 404] : [200])
  if (!disconnects) return
  const removed = yield* client.send("DELETE", `/api/v1/oauth-providers/${path}`, undefined, asServer)
  if (removed.status === 200) expected.accounts.set(path, [404])
})
