/**
 * Requests that succeed, for endpoints where random requests rarely do: with real codes of mails, signatures of an
 * authenticator, and states of a provider page. Each sets up its own data in a project that random requests cannot
 * change, so it has to succeed when it is sent unchanged. The fuzz test also sends it with one input spoiled.
 */
import { Effect, Schema } from "effect"
import type { Mailbox } from "../../../service/index.ts"
import type { Service } from "../../../service/service.ts"
import { type Headers, send } from "../fixture.ts"
import { authorizeParameters, form } from "../resources/oauth/browser.ts"
import {
  admin,
  AnyJson,
  approvedSignIn,
  atProvider,
  attempt,
  attemptWithRecoveryCode,
  authorizationCode,
  callback_url,
  Ceremony,
  client,
  clientAtProvider,
  cookieOf,
  requestOrDie,
  invitation,
  newChannel,
  newEmail,
  newKey,
  newOutgoingMail,
  newPasskey,
  newPermission,
  newProjectGrant,
  newProjectPermission,
  newSession,
  newTarget,
  newTargetUrl,
  newTeam,
  newTeamKey,
  newUser,
  newUserKey,
  newWebhookMessage,
  owner,
  passkey,
  password,
  post,
  receivedInvitation,
  resetCode,
  server,
  signInCode,
  startedSignIn,
  Tokens,
  userWithSecondFactor,
  verificationCode,
  WithId
} from "./prerequisites.ts"
import { randomUUID } from "node:crypto"

/** A valid request. */
export interface ValidRequest {
  readonly headers: Headers
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: Readonly<Record<string, unknown>>
}

type RequestBuilder = Effect.Effect<ValidRequest, never, Service | Mailbox>

const changeOfProject = Effect.succeed({ headers: admin, body: { config: { create_team_on_sign_up: false } } })

/** Returns the headers of a user who signed in with an account at GitHub. */
const signedInAtGitHub = Effect.gen(function* () {
  const { json } = yield* send("POST", "/api/v1/auth/oauth/token", form(yield* authorizationCode("github")))
  const tokens = yield* Effect.orDie(Schema.decodeUnknownEffect(Tokens)(json))
  return { ...client, "x-stack-access-token": tokens.access_token }
})

const WithAccountId = Schema.Struct({
  items: Schema.NonEmptyArray(Schema.Struct({ provider_account_id: Schema.String }))
})
const WithAccount = Schema.Struct({ items: Schema.NonEmptyArray(WithId) })

/** Creates such a user, and returns their account. */
const newAccount = Effect.gen(function* () {
  const headers = yield* signedInAtGitHub
  const { items } = yield* requestOrDie(WithAccount, "GET", "/oauth-providers?user_id=me", headers)
  return { headers, params: { user_id: "me", provider_id: items[0].id } }
})

/** By endpoint. */
export const validRequests: ReadonlyMap<string, RequestBuilder> = new Map<string, RequestBuilder>([
  ["GET /audit-log", Effect.succeed({ headers: admin, query: { limit: "10" } })],
  [
    "DELETE /email-templates/:type",
    requestOrDie(AnyJson, "PATCH", "/email-templates/magic_link", admin, { subject: "Come in" }).pipe(
      Effect.as({ headers: admin, params: { type: "magic_link" } })
    )
  ],
  ["GET /email-templates/:type", Effect.succeed({ headers: admin, params: { type: "magic_link" } })],
  [
    "PATCH /email-templates/:type",
    Effect.succeed({ headers: admin, params: { type: "team_invitation" }, body: { subject: "Join in" } })
  ],
  [
    "POST /email-templates/preview",
    Effect.succeed({
      headers: admin,
      body: {
        subject: "{{ otp }}",
        content: { root: { type: "EmailLayout", data: { childrenIds: [] } } },
        variables: { otp: "7K2M9Q" },
        color_scheme: "dark"
      }
    })
  ],
  ["POST /auth/anonymous/sign-up", Effect.succeed({ headers: client })],
  ["POST /auth/cli", Effect.succeed({ headers: client, body: { expires_in_millis: 60_000 } })],
  ["POST /auth/cli/poll", Effect.map(approvedSignIn, (polling_code) => ({ headers: client, body: { polling_code } }))],
  [
    "POST /auth/cli/complete",
    Effect.map(startedSignIn, ({ login_code }) => ({ headers: client, body: { login_code, mode: "check" } }))
  ],
  ["POST /auth/cli/deny", Effect.map(startedSignIn, ({ login_code }) => ({ headers: client, body: { login_code } }))],
  [
    "GET /users",
    Effect.succeed({
      headers: server,
      query: { limit: "10", primary_email_verified: "true", sign_in_method: "password", active_since_millis: "0" }
    })
  ],
  ["POST /users", Effect.map(newEmail, (primary_email) => ({ headers: server, body: { primary_email, password } }))],
  [
    "PATCH /users/:user_id",
    Effect.map(newUser(), ({ id }) => ({
      headers: server,
      params: { user_id: id },
      body: { display_name: "Valid", primary_email_verified: true, selected_team_id: null }
    }))
  ],
  ["DELETE /users/:user_id", Effect.map(newUser(), ({ id }) => ({ headers: server, params: { user_id: id } }))],
  [
    "DELETE /team-invitations/:id",
    Effect.gen(function* () {
      const { team: team_id } = yield* newTeam
      const invited = { team_id, email: yield* newEmail, callback_url }
      const { id } = yield* post(WithId, "/team-invitations/send-code", server, invited)
      return { headers: server, params: { id }, query: { team_id } }
    })
  ],
  ["GET /users/me", Effect.map(newUser(), ({ headers }) => ({ headers }))],
  ["PATCH /users/me", Effect.map(newUser(), ({ headers }) => ({ headers, body: { display_name: "Valid" } }))],
  ["DELETE /users/me", Effect.map(newUser(), ({ headers }) => ({ headers }))],
  ["GET /users/:user_id", Effect.map(newUser(), ({ id }) => ({ headers: server, params: { user_id: id } }))],
  [
    "POST /auth/password/sign-up",
    Effect.map(newEmail, (email) => ({
      headers: client,
      body: { email, password, verification_callback_url: callback_url }
    }))
  ],
  [
    "POST /auth/password/sign-in",
    Effect.map(newUser(), ({ email }) => ({ headers: client, body: { email, password } }))
  ],
  [
    "POST /auth/password/send-reset-code",
    Effect.map(newUser(), ({ email }) => ({ headers: client, body: { email, callback_url } }))
  ],
  [
    "POST /auth/otp/send-sign-in-code",
    Effect.map(newEmail, (email) => ({ headers: client, body: { email, callback_url } }))
  ],
  [
    "POST /auth/sessions",
    Effect.map(newUser(), ({ id }) => ({ headers: server, body: { user_id: id, expires_in_millis: 60_000 } }))
  ],
  [
    "GET /emails/notification-preference/:user_id",
    Effect.map(newUser(), ({ headers }) => ({ headers, params: { user_id: "me" } }))
  ],
  [
    "PATCH /emails/notification-preference/:user_id/:notification_category_id",
    Effect.map(newUser(), ({ headers }) => ({
      headers,
      params: { user_id: "me", notification_category_id: "7bb82d33-2f54-4a3d-9d23-82739e0d66ef" },
      body: { enabled: true }
    }))
  ],
  ["GET /auth/sessions", Effect.map(newUser(), ({ headers }) => ({ headers, query: { user_id: "me" } }))],
  ["DELETE /auth/sessions", Effect.map(newUser(), ({ headers }) => ({ headers, query: { user_id: "me" } }))],
  [
    "DELETE /auth/sessions/:session_id",
    Effect.map(newSession, (session_id) => ({ headers: server, params: { session_id } }))
  ],
  [
    "POST /auth/sessions/current/refresh",
    Effect.map(newUser(), ({ headers, refreshToken }) => ({ headers: { ...headers, ...refreshToken } }))
  ],
  [
    "POST /auth/oauth/cross-domain/authorize",
    Effect.map(newUser(), ({ headers, refreshToken }) => ({
      headers: { ...headers, ...refreshToken },
      body: {
        redirect_uri: callback_url,
        state: "valid",
        code_challenge: authorizeParameters.code_challenge,
        after_callback_redirect_url: callback_url
      }
    }))
  ],
  [
    "DELETE /auth/sessions/current",
    Effect.map(newUser(), ({ headers, refreshToken }) => ({ headers: { ...headers, ...refreshToken } }))
  ],
  ["GET /teams", Effect.map(newUser(), ({ headers }) => ({ headers, query: { user_id: "me" } }))],
  ["POST /teams", Effect.map(newUser(), ({ headers }) => ({ headers, body: { display_name: "Valid" } }))],
  [
    "GET /teams/:team_id",
    Effect.map(newTeam, ({ team, user: { headers } }) => ({ headers, params: { team_id: team } }))
  ],
  [
    "PATCH /teams/:team_id",
    Effect.map(newTeam, ({ team, user: { headers } }) => ({
      headers,
      params: { team_id: team },
      body: { display_name: "Valid", client_metadata: { a: 1 } }
    }))
  ],
  [
    "DELETE /teams/:team_id",
    Effect.map(newTeam, ({ team, user: { headers } }) => ({ headers, params: { team_id: team } }))
  ],
  [
    "POST /team-memberships/:team_id/:user_id",
    Effect.gen(function* () {
      const { team: team_id } = yield* newTeam
      return { headers: server, params: { team_id, user_id: (yield* newUser()).id }, body: {} }
    })
  ],
  [
    "DELETE /team-memberships/:team_id/:user_id",
    Effect.map(newTeam, ({ team: team_id, user }) => ({ headers: user.headers, params: { team_id, user_id: "me" } }))
  ],
  [
    "GET /team-member-profiles/:team_id/:user_id",
    Effect.map(newTeam, ({ team: team_id, user }) => ({ headers: user.headers, params: { team_id, user_id: "me" } }))
  ],
  ["GET /team-members", Effect.map(newTeam, ({ team, user: { headers } }) => ({ headers, query: { team_id: team } }))],
  [
    "PATCH /team-members/:team_id/:user_id",
    Effect.map(newTeam, ({ team: team_id, user }) => ({
      headers: user.headers,
      params: { team_id, user_id: "me" },
      body: { role: "admin" }
    }))
  ],
  [
    "PATCH /team-member-profiles/:team_id/:user_id",
    Effect.map(newTeam, ({ team: team_id, user }) => ({
      headers: user.headers,
      params: { team_id, user_id: user.id },
      body: { display_name: "Valid" }
    }))
  ],
  [
    "GET /team-invitations",
    Effect.map(newTeam, ({ team: team_id, user }) => ({ headers: user.headers, query: { team_id } }))
  ],
  [
    "POST /team-invitations/send-code",
    Effect.gen(function* () {
      const { team: team_id, user } = yield* newTeam
      return { headers: user.headers, body: { team_id, email: yield* newEmail, callback_url } }
    })
  ],
  [
    "GET /team-permissions",
    Effect.map(newTeam, ({ team: team_id, user }) => ({
      headers: user.headers,
      query: { team_id, user_id: "me", recursive: "true" }
    }))
  ],
  [
    "POST /team-permission-definitions",
    Effect.sync(() => ({
      headers: admin,
      body: { id: `valid_definition:${randomUUID().replaceAll("-", "_")}`, contained_permission_ids: ["$read_members"] }
    }))
  ],
  [
    "DELETE /team-permission-definitions/:permission_id",
    Effect.map(newPermission, (permission_id) => ({ headers: admin, params: { permission_id } }))
  ],
  ["GET /contact-channels", Effect.map(newUser(), ({ headers }) => ({ headers, query: { user_id: "me" } }))],
  [
    "POST /contact-channels",
    Effect.gen(function* () {
      const { headers } = yield* newUser()
      return { headers, body: { user_id: "me", type: "email", value: yield* newEmail, used_for_auth: true } }
    })
  ],
  [
    "DELETE /contact-channels/:user_id/:contact_channel_id",
    Effect.map(newChannel, (params) => ({ headers: server, params }))
  ],
  [
    "POST /contact-channels/:user_id/:contact_channel_id/send-verification-code",
    Effect.map(newChannel, (params) => ({ headers: server, params, body: { callback_url } }))
  ],
  [
    "POST /internal/api-keys",
    Effect.succeed({
      headers: admin,
      body: {
        description: "Valid",
        expires_at_millis: 4e12,
        has_publishable_client_key: true,
        has_secret_server_key: false,
        has_super_secret_admin_key: false
      }
    })
  ],
  ["GET /internal/outgoing-mails", Effect.succeed({ headers: admin, query: { state: "pending", limit: "10" } })],
  [
    "POST /internal/outgoing-mails/:mail_id/send",
    Effect.map(newOutgoingMail, (mail_id) => ({ headers: admin, params: { mail_id }, body: {} }))
  ],
  ["GET /webhooks/targets", Effect.succeed({ headers: admin })],
  [
    "POST /webhooks/targets",
    Effect.map(Effect.andThen(newTarget, newTargetUrl), (url) => ({
      headers: admin,
      body: { url, description: "Orders", event_types: ["user.created"], secret: `whsec_${"A".repeat(32)}` }
    }))
  ],
  [
    "PATCH /webhooks/targets/:webhook_target_id",
    Effect.map(newTarget, (webhook_target_id) => ({
      headers: admin,
      params: { webhook_target_id },
      body: { description: "Mails", event_types: null }
    }))
  ],
  [
    "DELETE /webhooks/targets/:webhook_target_id",
    Effect.map(newTarget, (webhook_target_id) => ({ headers: admin, params: { webhook_target_id } }))
  ],
  [
    "POST /webhooks/targets/:webhook_target_id/rotate-secret",
    Effect.map(newTarget, (webhook_target_id) => ({ headers: admin, params: { webhook_target_id }, body: {} }))
  ],
  ["GET /webhooks/messages", Effect.succeed({ headers: admin, query: { state: "failed", limit: "10" } })],
  [
    "GET /webhooks/messages/:webhook_message_id",
    Effect.map(newWebhookMessage, (webhook_message_id) => ({ headers: admin, params: { webhook_message_id } }))
  ],
  [
    "POST /webhooks/messages/:webhook_message_id/send",
    Effect.map(newWebhookMessage, (webhook_message_id) => ({
      headers: admin,
      params: { webhook_message_id },
      body: { unless_attempted_after_millis: 0 }
    }))
  ],
  ["POST /webhooks/svix-token", Effect.succeed({ headers: admin, body: {} })],
  [
    "GET /internal/api-keys/:api_key_id",
    Effect.map(newKey, (api_key_id) => ({ headers: admin, params: { api_key_id } }))
  ],
  [
    "PATCH /internal/api-keys/:api_key_id",
    Effect.map(newKey, (api_key_id) => ({ headers: admin, params: { api_key_id }, body: { revoked: true } }))
  ],
  [
    "POST /user-api-keys",
    Effect.map(newUser(), ({ headers }) => ({
      headers,
      body: { user_id: "me", description: "Valid", expires_at_millis: null }
    }))
  ],
  ["GET /user-api-keys", Effect.map(newUserKey, ({ headers }) => ({ headers, query: { user_id: "me" } }))],
  [
    "GET /user-api-keys/:api_key_id",
    Effect.map(newUserKey, ({ api_key_id, headers }) => ({ headers, params: { api_key_id }, query: { user_id: "me" } }))
  ],
  [
    "PATCH /user-api-keys/:api_key_id",
    Effect.map(newUserKey, ({ api_key_id, headers }) => ({
      headers,
      params: { api_key_id },
      query: { user_id: "me" },
      body: { description: "Changed", revoked: true }
    }))
  ],
  ["POST /user-api-keys/check", Effect.map(newUserKey, ({ api_key }) => ({ headers: server, body: { api_key } }))],
  [
    "POST /team-api-keys",
    Effect.map(newTeam, ({ team: team_id, user: { headers } }) => ({
      headers,
      body: { team_id, description: "Valid", expires_at_millis: 4_102_444_800_000, is_public: true }
    }))
  ],
  ["GET /team-api-keys", Effect.map(newTeamKey, ({ headers, team_id }) => ({ headers, query: { team_id } }))],
  [
    "GET /team-api-keys/:api_key_id",
    Effect.map(newTeamKey, ({ api_key_id, headers, team_id }) => ({
      headers,
      params: { api_key_id },
      query: { team_id }
    }))
  ],
  [
    "PATCH /team-api-keys/:api_key_id",
    Effect.map(newTeamKey, ({ api_key_id, headers, team_id }) => ({
      headers,
      params: { api_key_id },
      query: { team_id },
      body: { revoked: true }
    }))
  ],
  ["POST /team-api-keys/check", Effect.map(newTeamKey, ({ api_key }) => ({ headers: server, body: { api_key } }))],
  ["PATCH /projects/current", changeOfProject],
  ["PATCH /internal/projects/current", changeOfProject],
  ["GET /internal/projects", Effect.map(owner, (headers) => ({ headers }))],
  ["POST /internal/projects", Effect.map(owner, (headers) => ({ headers, body: { display_name: "One more" } }))],
  [
    "DELETE /projects/current",
    Effect.gen(function* () {
      const headers = yield* owner
      const { id } = yield* post(WithId, "/internal/projects", headers, { display_name: "Soon gone" })
      return {
        headers: {
          "x-stack-project-id": id,
          "x-stack-access-type": "admin",
          "x-stack-admin-access-token": headers["x-stack-access-token"]
        }
      }
    })
  ],
  [
    "POST /auth/impersonation/authorize",
    Effect.gen(function* () {
      const headers = yield* owner
      const { id } = yield* post(WithId, "/internal/projects", headers, {
        display_name: "With impersonation",
        config: { allow_localhost: true, allow_impersonation: true }
      })
      const ofProject = {
        "x-stack-project-id": id,
        "x-stack-access-type": "admin",
        "x-stack-admin-access-token": headers["x-stack-access-token"]
      }
      const user = yield* post(WithId, "/users", ofProject, { display_name: "Valid" })
      return {
        headers: ofProject,
        body: {
          user_id: user.id,
          reason: "Valid",
          redirect_uri: callback_url,
          state: "valid",
          code_challenge: authorizeParameters.code_challenge
        }
      }
    })
  ],
  [
    "PATCH /team-permission-definitions/:permission_id",
    Effect.map(newPermission, (permission_id) => ({
      headers: admin,
      params: { permission_id },
      body: { description: "Valid" }
    }))
  ],
  [
    "POST /team-permissions/:team_id/:user_id/:permission_id",
    Effect.gen(function* () {
      const { team: team_id, user } = yield* newTeam
      const params = { team_id, user_id: user.id, permission_id: yield* newPermission }
      return { headers: server, params, body: {} }
    })
  ],
  [
    "DELETE /team-permissions/:team_id/:user_id/:permission_id",
    Effect.map(newTeam, ({ team: team_id, user }) => ({
      headers: server,
      params: { team_id, user_id: user.id, permission_id: "admin" }
    }))
  ],
  [
    "GET /project-permissions",
    Effect.map(newUser(), ({ headers }) => ({ headers, query: { user_id: "me", recursive: "true" } }))
  ],
  [
    "POST /project-permissions/:user_id/:permission_id",
    Effect.gen(function* () {
      const { id: user_id } = yield* newUser()
      return { headers: server, params: { user_id, permission_id: yield* newProjectPermission }, body: {} }
    })
  ],
  [
    "DELETE /project-permissions/:user_id/:permission_id",
    Effect.map(newProjectGrant, (params) => ({ headers: server, params }))
  ],
  ["GET /project-permission-definitions", Effect.succeed({ headers: admin })],
  [
    "POST /project-permission-definitions",
    Effect.sync(() => ({ headers: admin, body: { id: `valid_project:${randomUUID().replaceAll("-", "_")}` } }))
  ],
  [
    "PATCH /project-permission-definitions/:permission_id",
    Effect.map(newProjectPermission, (permission_id) => ({
      headers: admin,
      params: { permission_id },
      body: { description: "Valid" }
    }))
  ],
  [
    "DELETE /project-permission-definitions/:permission_id",
    Effect.map(newProjectPermission, (permission_id) => ({ headers: admin, params: { permission_id } }))
  ],
  [
    "GET /contact-channels/:user_id/:contact_channel_id",
    Effect.map(newChannel, (params) => ({ headers: server, params }))
  ],
  [
    "PATCH /contact-channels/:user_id/:contact_channel_id",
    Effect.map(newChannel, (params) => ({ headers: server, params, body: { is_verified: true } }))
  ],
  [
    "POST /contact-channels/send-verification-code",
    Effect.map(newUser(), ({ email, headers }) => ({ headers, body: { email, callback_url } }))
  ],
  ["POST /contact-channels/verify", verificationCode],
  ["POST /contact-channels/verify/check-code", verificationCode],
  ["POST /auth/otp/sign-in", signInCode],
  ["POST /auth/otp/sign-in/check-code", signInCode],
  ["POST /auth/password/reset/check-code", resetCode],
  [
    "POST /auth/password/reset",
    Effect.map(resetCode, ({ body, ...request }) => ({ ...request, body: { ...body, password } }))
  ],
  ["POST /auth/password/set", Effect.map(newUser({}), ({ headers }) => ({ headers, body: { password } }))],
  [
    "POST /auth/password/update",
    Effect.map(newUser(), ({ headers }) => ({
      headers,
      body: { old_password: password, new_password: "another password" }
    }))
  ],
  ["POST /auth/mfa/sign-in", attempt],
  ["POST /auth/mfa/recovery-codes/sign-in", attemptWithRecoveryCode],
  ["GET /auth/mfa/recovery-codes", Effect.map(userWithSecondFactor, ({ headers }) => ({ headers }))],
  ["POST /auth/mfa/recovery-codes", Effect.map(userWithSecondFactor, ({ headers }) => ({ headers, body: {} }))],
  ["GET /passkeys/:user_id", Effect.map(newPasskey, ({ headers }) => ({ headers, params: { user_id: "me" } }))],
  [
    "PATCH /passkeys/:user_id/:passkey_id",
    Effect.map(newPasskey, ({ headers, passkey_id }) => ({
      headers,
      params: { user_id: "me", passkey_id },
      body: { name: "Phone" }
    }))
  ],
  [
    "DELETE /passkeys/:user_id/:passkey_id",
    Effect.map(newPasskey, ({ headers, passkey_id }) => ({ headers, params: { user_id: "me", passkey_id } }))
  ],
  ["POST /auth/passkey/register", Effect.map(passkey, ({ body, user }) => ({ headers: user.headers, body }))],
  [
    "POST /auth/passkey/sign-in",
    Effect.gen(function* () {
      const { authenticator, body, user } = yield* passkey
      yield* post(AnyJson, "/auth/passkey/register", user.headers, body)
      const ceremony = yield* post(Ceremony, "/auth/passkey/initiate-passkey-authentication", client, {})
      const handle = Buffer.from(user.id).toString("base64url")
      const authentication_response = authenticator.get(ceremony.options_json.challenge, handle)
      return { headers: client, body: { code: ceremony.code, authentication_response } }
    })
  ],
  [
    "POST /team-invitations/:id/accept",
    Effect.map(receivedInvitation, ({ headers, id }) => ({ headers, params: { id }, query: { user_id: "me" } }))
  ],
  ["POST /team-invitations/accept", invitation],
  ["POST /team-invitations/accept/check-code", invitation],
  ["POST /team-invitations/accept/details", invitation],
  [
    "GET /auth/oauth/authorize/:provider_id",
    Effect.succeed({
      headers: {},
      params: { provider_id: "github" },
      query: { ...authorizeParameters, ...clientAtProvider }
    })
  ],
  [
    "GET /auth/oauth/callback/:provider_id",
    Effect.map(atProvider("google"), ({ browser, parameters }) => ({
      headers: cookieOf(browser),
      params: { provider_id: "google" },
      query: parameters
    }))
  ],
  [
    "POST /auth/oauth/callback/:provider_id",
    Effect.map(atProvider("github"), ({ browser, parameters }) => ({
      headers: cookieOf(browser),
      params: { provider_id: "github" },
      body: parameters
    }))
  ],
  ["POST /auth/oauth/token", Effect.map(authorizationCode("google"), (body) => ({ headers: {}, body }))],
  [
    "POST /connected-accounts/:user_id/:provider_id/access-token",
    Effect.map(signedInAtGitHub, (headers) => ({
      headers,
      params: { user_id: "me", provider_id: "github" },
      body: {}
    }))
  ],
  [
    "POST /connected-accounts/:user_id/:provider_id/:provider_account_id/access-token",
    Effect.gen(function* () {
      const headers = yield* signedInAtGitHub
      const { items } = yield* requestOrDie(WithAccountId, "GET", "/connected-accounts/me", headers)
      const { provider_account_id } = items[0]
      return { headers, params: { user_id: "me", provider_id: "github", provider_account_id }, body: {} }
    })
  ],
  [
    "GET /connected-accounts/:user_id",
    Effect.map(newAccount, ({ headers }) => ({ headers, params: { user_id: "me" } }))
  ],
  ["GET /oauth-providers", Effect.map(newAccount, ({ headers }) => ({ headers, query: { user_id: "me" } }))],
  ["GET /oauth-providers/:user_id/:provider_id", newAccount],
  [
    "POST /oauth-providers",
    Effect.map(Effect.all({ user: newUser(), account_id: newEmail }), ({ account_id, user }) => ({
      headers: server,
      body: {
        user_id: user.id,
        provider_config_id: "github",
        account_id,
        email: account_id,
        allow_sign_in: true,
        allow_connected_accounts: true
      }
    }))
  ],
  [
    "PATCH /oauth-providers/:user_id/:provider_id",
    Effect.map(newAccount, (request) => ({ ...request, body: { allow_sign_in: true, allow_connected_accounts: true } }))
  ],
  ["DELETE /oauth-providers/:user_id/:provider_id", newAccount]
])
