/** A request that succeeds for each endpoint, with its set-up. */
import { assert } from "@effect/vitest"
import { Clock, Effect, Schema } from "effect"
import { fullPath } from "../../../core/http/path.ts"
import type { EndpointFacts } from "../../../core/http/endpoint.ts"
import type { Tier } from "../../../core/schema/tier.ts"
import type { Service } from "../../../service/service.ts"
import { asAdmin, asClient, asServer, type Headers, send } from "../fixture.ts"
import type { MailedTexts } from "./mailed-texts.ts"
import { invitationCode, resetCode, signInCode, verificationCode } from "./mailed-codes.ts"
import {
  teamCreator,
  teamMember,
  invitationTo,
  newUser,
  userWithoutPassword,
  type RegisteredUser,
  userWithInvitation,
  userWithSecondAddress,
  userWithOtherSession
} from "./users.ts"
import { approvedSignIn, signInToApprove, startedSignIn } from "./command-line.ts"
import { userWithPasskey } from "./passkeys.ts"
import { internalKeys, setUp } from "./project.ts"
import { userWithoutProjects } from "./owned-projects.ts"
import { mfaAttemptOf, totpAt, userWithRecoveryCodes, userWithSecondFactor } from "./second-factor.ts"

export interface TestRequestInput {
  /** For the parameters of the path, in their order. */
  readonly ids?: ReadonlyArray<string>
  readonly query?: string
  readonly body?: unknown
  readonly user?: RegisteredUser
  readonly project?: "internal"
}

export type RequestInput = Effect.Effect<TestRequestInput, unknown, MailedTexts | Service>

const ofATeam = Effect.map(teamCreator, ({ team, user }) => ({ user, ids: [team] }))
const ofAMember = Effect.map(teamMember, ({ creator, team, user }) => ({ user: creator, ids: [team, user.id] }))
const ofOneself = Effect.map(teamMember, ({ team, user }) => ({ user, ids: [team, user.id] }))
const ofAnAddress = Effect.map(userWithSecondAddress, ({ address, user }) => ({ user, ids: [user.id, address] }))
const withVerification = Effect.gen(function* () {
  const user = yield* newUser
  return { user, body: { code: yield* verificationCode(user) } }
})
const invited = Effect.gen(function* () {
  const { team } = yield* teamCreator
  const user = yield* newUser
  return { user, body: { code: yield* invitationCode(team, user.email) } }
})
const ofAPasskey = Effect.map(userWithPasskey, ({ passkey, user }) => ({ user, ids: [user.id, passkey] }))
const idIn = (created: unknown) => Schema.decodeUnknownSync(Schema.Struct({ id: Schema.String }))(created).id
const valueIn = (created: unknown) => Schema.decodeUnknownSync(Schema.Struct({ value: Schema.String }))(created).value
const newApiKey = { description: "New", expires_at_millis: null }
const ofAUserKey = Effect.gen(function* () {
  const user = yield* newUser
  const created = yield* setUp("POST", "/user-api-keys", { ...newApiKey, user_id: user.id })
  return { user, ids: [idIn(created)], query: `?user_id=${user.id}`, created }
})
const ofATeamKey = Effect.gen(function* () {
  const { team, user } = yield* teamCreator
  const created = yield* setUp("POST", "/team-api-keys", { ...newApiKey, team_id: team })
  return { user, ids: [idIn(created)], query: `?team_id=${team}`, created }
})
const newAccount = {
  provider_config_id: "github",
  account_id: "an account at GitHub",
  allow_sign_in: true,
  allow_connected_accounts: true
}
const ofAnAccount = Effect.gen(function* () {
  const user = yield* newUser
  const created = yield* setUp("POST", "/oauth-providers", { ...newAccount, user_id: user.id })
  return { user, ids: [user.id, idIn(created)] }
})
const projectPermission = setUp("POST", "/project-permission-definitions", { id: "p1" }).pipe(Effect.as("p1"))
const userAndProjectPermission = Effect.all({ user: newUser, id: projectPermission })
const withUser = Effect.map(newUser, (user) => ({ user }))
const aboutUser = Effect.map(newUser, (user) => ({ user, query: `?user_id=${user.id}` }))
const aboutTeam = Effect.map(teamCreator, ({ team, user }) => ({ user, query: `?team_id=${team}` }))
const newKeySet = {
  description: "New",
  expires_at_millis: 4e12,
  has_publishable_client_key: false,
  has_secret_server_key: true,
  has_super_secret_admin_key: false
}
/** Nothing listens at this address. */
const newTarget = { url: "http://127.0.0.1:9/webhooks" }
const ofATarget = Effect.map(setUp("POST", "/webhooks/targets", newTarget), (created) => ({ ids: [idIn(created)] }))
const listed = Schema.Struct({ items: Schema.Array(Schema.Struct({ id: Schema.String })) })
const ofAMessage = Effect.gen(function* () {
  yield* ofATarget
  yield* newUser
  const { items } = Schema.decodeUnknownSync(listed)(yield* setUp("GET", "/webhooks/messages"))
  return { ids: items.map(({ id }) => id).slice(0, 1) }
})
const unreachableServer = {
  host: "127.0.0.1",
  port: 9,
  username: "u",
  password: "p",
  sender_name: "Orchards",
  sender_email: "mail@fernhill.example"
}
const callback_url = "http://localhost:12345/callback"

/** The set-up of a successful request, by endpoint. */
export const requestsInEveryTier: Readonly<Record<string, RequestInput>> = {
  "POST /contact-channels": Effect.map(newUser, (user) => ({
    user,
    body: { user_id: user.id, type: "email", value: "new@example.com", used_for_auth: false }
  })),
  "GET /contact-channels/:user_id/:contact_channel_id": ofAnAddress,
  "PATCH /contact-channels/:user_id/:contact_channel_id": Effect.map(ofAnAddress, (asked) => ({
    ...asked,
    body: { used_for_auth: true }
  })),
  "DELETE /contact-channels/:user_id/:contact_channel_id": ofAnAddress,
  "POST /contact-channels/:user_id/:contact_channel_id/send-verification-code": Effect.map(ofAnAddress, (asked) => ({
    ...asked,
    body: { callback_url }
  })),
  "POST /contact-channels/send-verification-code": Effect.map(newUser, (user) => ({
    user,
    body: { email: user.email, callback_url }
  })),
  "POST /contact-channels/verify/check-code": withVerification,
  "POST /contact-channels/verify": withVerification,
  "POST /auth/anonymous/sign-up": Effect.succeed({}),
  "POST /auth/cli": Effect.succeed({ body: {} }),
  "POST /auth/cli/poll": approvedSignIn,
  "POST /auth/cli/complete": signInToApprove,
  "POST /auth/cli/deny": Effect.map(startedSignIn, ({ login_code }) => ({ body: { login_code } })),
  "POST /auth/oauth/cross-domain/authorize": Effect.map(newUser, (user) => ({
    user,
    body: { redirect_uri: callback_url, state: "state", code_challenge: "x".repeat(43) }
  })),
  "POST /auth/mfa/sign-in": Effect.gen(function* () {
    const code = yield* Effect.flatMap(userWithSecondFactor, mfaAttemptOf)
    return { body: { code, type: "totp", totp: totpAt(yield* Clock.currentTimeMillis) } }
  }),
  "POST /auth/mfa/recovery-codes/sign-in": Effect.gen(function* () {
    const { codes, user } = yield* userWithRecoveryCodes
    return { body: { code: yield* mfaAttemptOf(user), recovery_code: codes[0] } }
  }),
  "GET /auth/mfa/recovery-codes": Effect.map(userWithSecondFactor, (user) => ({ user })),
  "POST /auth/mfa/recovery-codes": Effect.map(userWithSecondFactor, (user) => ({ user, body: {} })),
  "POST /auth/otp/sign-in/check-code": Effect.map(signInCode("new@example.com"), (code) => ({ body: { code } })),
  "POST /auth/password/reset/check-code": Effect.map(Effect.flatMap(newUser, resetCode), (code) => ({
    body: { code }
  })),
  "POST /auth/password/set": Effect.map(userWithoutPassword, (user) => ({
    user,
    body: { password: "a new password" }
  })),
  "POST /auth/password/sign-in": Effect.map(newUser, ({ email, password }) => ({ body: { email, password } })),
  "POST /auth/password/sign-up": Effect.succeed({
    body: { email: "new@example.com", password: "a new password", verification_callback_url: callback_url }
  }),
  "POST /auth/password/update": Effect.map(newUser, (user) => ({
    user,
    body: { old_password: user.password, new_password: "a new password" }
  })),
  "GET /passkeys/:user_id": Effect.map(userWithPasskey, ({ user }) => ({ user, ids: [user.id] })),
  "PATCH /passkeys/:user_id/:passkey_id": Effect.map(ofAPasskey, (asked) => ({ ...asked, body: { name: "Phone" } })),
  "DELETE /passkeys/:user_id/:passkey_id": ofAPasskey,
  "GET /connected-accounts/:user_id": Effect.map(ofAnAccount, ({ user }) => ({ user, ids: [user.id] })),
  "GET /oauth-providers": Effect.map(ofAnAccount, ({ user }) => ({ user, query: `?user_id=${user.id}` })),
  "GET /oauth-providers/:user_id/:provider_id": ofAnAccount,
  "POST /oauth-providers": Effect.map(newUser, (user) => ({ user, body: { ...newAccount, user_id: user.id } })),
  "PATCH /oauth-providers/:user_id/:provider_id": Effect.map(ofAnAccount, (asked) => ({
    ...asked,
    body: { allow_sign_in: false }
  })),
  "DELETE /oauth-providers/:user_id/:provider_id": ofAnAccount,
  "POST /user-api-keys": Effect.map(newUser, (user) => ({ user, body: { ...newApiKey, user_id: user.id } })),
  "GET /user-api-keys": Effect.map(ofAUserKey, ({ query, user }) => ({ user, query })),
  "GET /user-api-keys/:api_key_id": ofAUserKey,
  "POST /user-api-keys/check": Effect.map(ofAUserKey, ({ created }) => ({ body: { api_key: valueIn(created) } })),
  "PATCH /user-api-keys/:api_key_id": Effect.map(ofAUserKey, (asked) => ({ ...asked, body: { revoked: true } })),
  "POST /team-api-keys": Effect.map(teamCreator, ({ team, user }) => ({
    user,
    body: { ...newApiKey, team_id: team }
  })),
  "GET /team-api-keys": Effect.map(ofATeamKey, ({ query, user }) => ({ user, query })),
  "GET /team-api-keys/:api_key_id": ofATeamKey,
  "POST /team-api-keys/check": Effect.map(ofATeamKey, ({ created }) => ({ body: { api_key: valueIn(created) } })),
  "PATCH /team-api-keys/:api_key_id": Effect.map(ofATeamKey, (asked) => ({ ...asked, body: { revoked: true } })),
  "POST /internal/projects": Effect.map(userWithoutProjects, (asked) => ({
    ...asked,
    body: { display_name: "New project" }
  })),
  "GET /emails/notification-preference/:user_id": Effect.map(newUser, (user) => ({ user, ids: [user.id] })),
  "PATCH /emails/notification-preference/:user_id/:notification_category_id": Effect.map(newUser, (user) => ({
    user,
    ids: [user.id, "7bb82d33-2f54-4a3d-9d23-82739e0d66ef"],
    body: { enabled: true }
  })),
  "GET /audit-log": aboutUser,
  "GET /auth/sessions": aboutUser,
  "DELETE /auth/sessions": aboutUser,
  "DELETE /auth/sessions/:session_id": Effect.map(userWithOtherSession, ({ sessionId, user }) => ({
    user,
    ids: [sessionId]
  })),
  "GET /auth/sign-up-proof/challenge": Effect.succeed({}),
  "GET /contact-channels": aboutUser,
  "GET /project-permissions": aboutUser,
  "GET /projects/current": Effect.succeed({}),
  "GET /team-invitations": aboutTeam,
  "GET /team-member-profiles": aboutTeam,
  "GET /team-members": aboutTeam,
  "GET /team-permissions": Effect.map(newUser, (user) => ({ user, query: "?user_id=me" })),
  "GET /teams": aboutUser,
  "POST /auth/passkey/initiate-passkey-authentication": Effect.succeed({ body: {} }),
  "POST /auth/passkey/initiate-passkey-registration": Effect.map(newUser, (user) => ({ user, body: {} })),
  "POST /auth/sessions/current/refresh": withUser,
  "DELETE /auth/sessions/current": withUser,
  "POST /team-invitations/:id/accept": Effect.map(userWithInvitation, ({ invitation, user }) => ({
    user,
    ids: [invitation],
    query: `?user_id=${user.id}`
  })),
  "POST /team-invitations/accept": invited,
  "POST /team-invitations/accept/check-code": invited,
  "POST /team-invitations/accept/details": invited,
  "DELETE /team-invitations/:id": Effect.gen(function* () {
    const { team, user } = yield* teamCreator
    return { user, ids: [yield* invitationTo(team)], query: `?team_id=${team}` }
  }),
  "GET /team-member-profiles/:team_id/:user_id": ofOneself,
  "PATCH /team-member-profiles/:team_id/:user_id": Effect.map(ofOneself, (asked) => ({
    ...asked,
    body: { display_name: "New name" }
  })),
  "PATCH /team-members/:team_id/:user_id": Effect.map(ofAMember, (asked) => ({ ...asked, body: { role: "admin" } })),
  "POST /team-memberships/:team_id/:user_id": Effect.gen(function* () {
    const { team, user } = yield* teamCreator
    return { user, ids: [team, (yield* newUser).id], body: {} }
  }),
  "DELETE /team-memberships/:team_id/:user_id": ofAMember,
  "POST /team-permissions/:team_id/:user_id/:permission_id": Effect.map(ofAMember, ({ ids, user }) => ({
    user,
    ids: [...ids, "$update_team"],
    body: {}
  })),
  "DELETE /team-permissions/:team_id/:user_id/:permission_id": Effect.map(ofAMember, ({ ids, user }) => ({
    user,
    ids: [...ids, "member"]
  })),
  "POST /project-permissions/:user_id/:permission_id": Effect.map(userAndProjectPermission, ({ id, user }) => ({
    user,
    ids: [user.id, id],
    body: {}
  })),
  "DELETE /project-permissions/:user_id/:permission_id": Effect.gen(function* () {
    const { id, user } = yield* userAndProjectPermission
    yield* setUp("POST", `/project-permissions/${user.id}/${id}`, {})
    return { user, ids: [user.id, id] }
  }),
  "POST /teams": Effect.map(newUser, (user) => ({ user, body: { display_name: "New team", creator_user_id: "me" } })),
  "GET /teams/:team_id": ofATeam,
  "PATCH /teams/:team_id": Effect.map(ofATeam, (asked) => ({ ...asked, body: { display_name: "Renamed" } })),
  "DELETE /teams/:team_id": ofATeam,
  "GET /users/me": withUser,
  "PATCH /users/me": Effect.map(newUser, (user) => ({ user, body: { display_name: "New name" } })),
  "DELETE /users/me": withUser,
  "GET /users/:user_id": Effect.map(newUser, ({ id }) => ({ ids: [id] })),
  "PATCH /users/:user_id": Effect.map(newUser, ({ id }) => ({ ids: [id], body: { display_name: "New name" } })),
  "DELETE /users/:user_id": Effect.map(newUser, ({ id }) => ({ ids: [id] }))
}

const ofTier: Readonly<Record<Tier, Headers>> = { client: asClient, server: asServer, admin: asAdmin }

/** Set-ups of endpoints with one tier, and of those whose responses are tested elsewhere. */
export const otherRequests: Readonly<Record<string, RequestInput>> = {
  "POST /auth/otp/send-sign-in-code": Effect.succeed({ body: { email: "new@example.com", callback_url } }),
  "POST /auth/otp/sign-in": Effect.map(signInCode("new@example.com"), (code) => ({ body: { code } })),
  "POST /auth/password/send-reset-code": Effect.map(newUser, ({ email }) => ({ body: { email, callback_url } })),
  "POST /auth/password/reset": Effect.map(Effect.flatMap(newUser, resetCode), (code) => ({
    body: { code, password: "a new password" }
  })),
  "POST /auth/sessions": Effect.map(newUser, ({ id }) => ({ body: { user_id: id } })),
  "POST /team-invitations/send-code": Effect.map(teamCreator, ({ team, user }) => ({
    user,
    body: { team_id: team, email: "new@example.com", callback_url }
  })),
  "POST /users": Effect.succeed({ body: { display_name: "New user" } }),
  "POST /team-permission-definitions": Effect.succeed({ body: { id: "p1" } }),
  "PATCH /team-permission-definitions/:permission_id": Effect.as(
    setUp("POST", "/team-permission-definitions", { id: "p1" }),
    { ids: ["p1"], body: { description: "New" } }
  ),
  "DELETE /team-permission-definitions/:permission_id": Effect.as(
    setUp("POST", "/team-permission-definitions", { id: "p1" }),
    { ids: ["p1"] }
  ),
  "POST /project-permission-definitions": Effect.succeed({ body: { id: "p1" } }),
  "PATCH /project-permission-definitions/:permission_id": Effect.map(projectPermission, (id) => ({
    ids: [id],
    body: { description: "New" }
  })),
  "DELETE /project-permission-definitions/:permission_id": Effect.map(projectPermission, (id) => ({ ids: [id] })),
  "PATCH /email-templates/:type": Effect.succeed({ ids: ["password_reset"], body: { subject: "New" } }),
  "DELETE /email-templates/:type": Effect.as(setUp("PATCH", "/email-templates/password_reset", { subject: "New" }), {
    ids: ["password_reset"]
  }),
  "POST /internal/outgoing-mails/:mail_id/send": Effect.gen(function* () {
    yield* setUp("PATCH", "/projects/current", { config: { email_config: { type: "standard", ...unreachableServer } } })
    const { email } = yield* newUser
    yield* setUp("POST", "/auth/password/send-reset-code", { email, callback_url })
    const { items } = Schema.decodeUnknownSync(listed)(yield* setUp("GET", "/internal/outgoing-mails"))
    return { ids: items.map(({ id }) => id).slice(0, 1), body: {} }
  }),
  "GET /email-templates": Effect.succeed({}),
  "GET /email-templates/:type": Effect.succeed({ ids: ["password_reset"] }),
  "POST /email-templates/preview": Effect.succeed({
    body: { subject: "Code", content: { root: { type: "EmailLayout", data: { childrenIds: [] } } }, variables: {} }
  }),
  "GET /internal/api-keys": Effect.succeed({}),
  "GET /internal/api-keys/:api_key_id": Effect.map(setUp("POST", "/internal/api-keys", newKeySet), (created) => ({
    ids: [idIn(created)]
  })),
  "GET /internal/metrics": Effect.succeed({}),
  "GET /internal/outgoing-mails": Effect.succeed({}),
  "GET /internal/projects": userWithoutProjects,
  "GET /internal/projects/current": Effect.succeed({}),
  "GET /project-permission-definitions": Effect.succeed({}),
  "GET /team-permission-definitions": Effect.succeed({}),
  "GET /users": Effect.succeed({}),
  "GET /webhooks/messages": Effect.succeed({}),
  "GET /webhooks/messages/:webhook_message_id": ofAMessage,
  "GET /webhooks/targets": Effect.succeed({}),
  "POST /internal/send-test-email": Effect.succeed({
    body: { recipient_email: "new@example.com", email_config: unreachableServer }
  }),
  "POST /webhooks/svix-token": Effect.succeed({ body: {} }),
  "POST /webhooks/targets": Effect.succeed({ body: newTarget }),
  "PATCH /webhooks/targets/:webhook_target_id": Effect.map(ofATarget, (asked) => ({
    ...asked,
    body: { description: "New" }
  })),
  "DELETE /webhooks/targets/:webhook_target_id": ofATarget,
  "POST /webhooks/targets/:webhook_target_id/rotate-secret": Effect.map(ofATarget, (asked) => ({ ...asked, body: {} })),
  "POST /webhooks/messages/:webhook_message_id/send": Effect.map(ofAMessage, (asked) => ({ ...asked, body: {} })),
  "POST /internal/api-keys": Effect.succeed({ body: newKeySet }),
  "PATCH /internal/api-keys/:api_key_id": Effect.map(setUp("POST", "/internal/api-keys", newKeySet), (created) => ({
    ids: [idIn(created)],
    body: { revoked: true }
  })),
  "PATCH /projects/current": Effect.succeed({ body: { display_name: "Renamed", config: { sign_up_enabled: false } } }),
  "DELETE /projects/current": Effect.succeed({}),
  "PATCH /internal/projects/current": Effect.succeed({ body: { display_name: "Renamed" } }),
  "DELETE /internal/projects/current": Effect.succeed({})
}

/** Sends the request in a tier, with the headers of the tier or with others. */
export const sendAsked = (
  endpoint: Pick<EndpointFacts, "method" | "path" | "prefix">,
  tier: Tier,
  asked: TestRequestInput,
  headers: Headers = headersOf(tier, asked)
) => {
  const ids = [...(asked.ids ?? [])]
  const path = endpoint.path.replaceAll(/:\w+/g, () => ids.shift() ?? assert.fail("a parameter is missing"))
  return send(endpoint.method, `${fullPath({ ...endpoint, path })}${asked.query ?? ""}`, {
    headers,
    ...(asked.body !== undefined && { json: asked.body })
  })
}

/** Returns the headers of the tier, with its key and the tokens of the user. */
export const headersOf = (tier: Tier, { project, user }: TestRequestInput): Headers => ({
  ...ofTier[tier],
  ...(project !== undefined && {
    "x-stack-project-id": project,
    "x-stack-publishable-client-key": internalKeys.publishableClientKey,
    "x-stack-secret-server-key": internalKeys.secretServerKey,
    "x-stack-super-secret-admin-key": internalKeys.superSecretAdminKey
  }),
  ...(user !== undefined && { "x-stack-access-token": user.accessToken, "x-stack-refresh-token": user.refreshToken })
})
