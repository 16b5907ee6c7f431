/** Every call of the server and admin tiers about any user, with the endpoint of its last request. */
import type * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import * as ApiKeysApi from "../../../core/api/api-keys.ts"
import * as ConnectedAccountsApi from "../../../core/api/connected-accounts.ts"
import * as ContactChannelsApi from "../../../core/api/contact-channels/index.ts"
import * as EmailTemplatesApi from "../../../core/api/email-templates.ts"
import * as ImpersonationApi from "../../../core/api/impersonation.ts"
import * as InternalApi from "../../../core/api/internal.ts"
import * as AuditLogApi from "../../../core/api/audit-log.ts"
import * as OutgoingMailsApi from "../../../core/api/outgoing-mails.ts"
import * as OAuthProvidersApi from "../../../core/api/oauth-providers.ts"
import * as PasskeysApi from "../../../core/api/passkeys.ts"
import * as ProjectsApi from "../../../core/api/projects/index.ts"
import * as ActiveSessionsApi from "../../../core/api/active-sessions.ts"
import * as SessionsApi from "../../../core/api/sessions/create.ts"
import * as ProjectDefinitionsApi from "../../../core/api/project-permission-definitions.ts"
import * as ProjectPermissionsApi from "../../../core/api/project-permissions.ts"
import * as DefinitionsApi from "../../../core/api/team-permission-definitions.ts"
import * as InvitationsApi from "../../../core/api/team-invitations.ts"
import * as ProfilesApi from "../../../core/api/team-member-profiles.ts"
import * as MembersApi from "../../../core/api/team-members.ts"
import * as MembershipsApi from "../../../core/api/team-memberships.ts"
import * as PermissionsApi from "../../../core/api/team-permissions.ts"
import * as TeamApiKeysApi from "../../../core/api/team-api-keys.ts"
import * as TeamsApi from "../../../core/api/teams.ts"
import * as UserApiKeysApi from "../../../core/api/user-api-keys.ts"
import * as UsersApi from "../../../core/api/users/index.ts"
import * as WebhooksApi from "../../../core/api/webhooks.ts"
import type { AnyKnownError } from "../../../core/errors/known-error.ts"
import type { AdminCalls } from "../../../tiers/admin.ts"

export const CALLBACK = "http://localhost:3000/here?from=mail"
/** An id that nothing has. */
export const NO_ID = "cccccccc-cccc-4ccc-8ccc-cccccccccccc"

interface SentCall {
  readonly name: string
  readonly errors: ReadonlyArray<AnyKnownError>
}

export interface EveryCall {
  readonly name: string
  /** With a text in every place where a caller could put anything. */
  readonly make: (calls: AdminCalls, text: string) => Effect.Effect<unknown, unknown>
  readonly sends: SentCall
  /** The text with which it is sent. */
  readonly valid: string
  /** The codes that are no error of this call. */
  readonly handled: ReadonlyArray<string>
}

interface CallDetails {
  readonly valid?: string
  readonly handled?: ReadonlyArray<string>
}

const one = (
  name: string,
  sends: SentCall,
  make: EveryCall["make"],
  { handled = [], valid = NO_ID }: CallDetails = {}
): EveryCall => ({
  name,
  make,
  sends,
  valid,
  handled
})

const handled = ["OAUTH_CONNECTION_NOT_CONNECTED_TO_USER", "OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE"]
const email = { valid: "guest@example.com" }
const permission = { valid: "read:all" }

/** By the id of any user; `me` is the user of the session. */
const groups = (name: string, groupsOf: (calls: AdminCalls, text: string) => ReturnType<AdminCalls["ofUser"]>) => [
  one(`${name}.contactChannels.list`, ContactChannelsApi.listAsServer, (calls, text) =>
    groupsOf(calls, text).contactChannels.list()
  ),
  one(`${name}.contactChannels.get`, ContactChannelsApi.getAsServer, (calls, text) =>
    groupsOf(calls, text).contactChannels.get(text)
  ),
  one(
    `${name}.contactChannels.create`,
    ContactChannelsApi.createAsServer,
    (calls, text) =>
      groupsOf(calls, NO_ID).contactChannels.create({ value: text, usedForAuth: true, isVerified: true }),
    email
  ),
  one(`${name}.contactChannels.update`, ContactChannelsApi.updateAsServer, (calls, text) =>
    groupsOf(calls, text).contactChannels.update(text, { isPrimary: true })
  ),
  one(`${name}.contactChannels.remove`, ContactChannelsApi.removeAsServer, (calls, text) =>
    groupsOf(calls, text).contactChannels.remove(text)
  ),
  one(`${name}.contactChannels.sendVerificationEmail`, ContactChannelsApi.sendVerificationCode, (calls, text) =>
    groupsOf(calls, text).contactChannels.sendVerificationEmail(text, { callbackUrl: CALLBACK })
  ),
  one(`${name}.teams.list`, TeamsApi.listAsServer, (calls, text) => groupsOf(calls, text).teams.list()),
  one(`${name}.teams.get`, TeamsApi.listAsServer, (calls, text) => groupsOf(calls, text).teams.get(text)),
  one(`${name}.teams.create`, TeamsApi.createAsServer, (calls, text) =>
    groupsOf(calls, text).teams.create({ displayName: text })
  ),
  one(`${name}.teams.listReceivedInvitations`, InvitationsApi.list, (calls, text) =>
    groupsOf(calls, text).teams.listReceivedInvitations()
  ),
  one(`${name}.teams.acceptInvitation`, InvitationsApi.acceptReceived, (calls, text) =>
    groupsOf(calls, text).teams.acceptInvitation(text)
  ),
  one(`${name}.teams.leave`, MembershipsApi.remove, (calls, text) => groupsOf(calls, text).teams.leave(text)),
  one(`${name}.teams.getProfile`, ProfilesApi.getAsServer, (calls, text) =>
    groupsOf(calls, text).teams.getProfile(text)
  ),
  one(`${name}.teams.updateProfile`, ProfilesApi.updateAsServer, (calls, text) =>
    groupsOf(calls, text).teams.updateProfile(text, { displayName: text })
  ),
  one(`${name}.permissions.list`, PermissionsApi.list, (calls, text) => groupsOf(calls, text).permissions.list()),
  one(`${name}.permissions.get`, PermissionsApi.list, (calls, text) =>
    groupsOf(calls, text).permissions.get({ teamId: text, permissionId: text })
  ),
  one(`${name}.permissions.has`, PermissionsApi.list, (calls, text) =>
    groupsOf(calls, text).permissions.has({ teamId: text, permissionId: text })
  ),
  one(
    `${name}.permissions.grant`,
    PermissionsApi.grant,
    (calls, text) => groupsOf(calls, NO_ID).permissions.grant({ teamId: NO_ID, permissionId: text }),
    permission
  ),
  one(
    `${name}.permissions.revoke`,
    PermissionsApi.revoke,
    (calls, text) => groupsOf(calls, NO_ID).permissions.revoke({ teamId: NO_ID, permissionId: text }),
    permission
  ),
  one(`${name}.projectPermissions.list`, ProjectPermissionsApi.list, (calls, text) =>
    groupsOf(calls, text).projectPermissions.list()
  ),
  one(`${name}.projectPermissions.get`, ProjectPermissionsApi.list, (calls, text) =>
    groupsOf(calls, text).projectPermissions.get(text)
  ),
  one(`${name}.projectPermissions.has`, ProjectPermissionsApi.list, (calls, text) =>
    groupsOf(calls, text).projectPermissions.has(text)
  ),
  one(
    `${name}.projectPermissions.grant`,
    ProjectPermissionsApi.grant,
    (calls, text) => groupsOf(calls, NO_ID).projectPermissions.grant(text),
    permission
  ),
  one(
    `${name}.projectPermissions.revoke`,
    ProjectPermissionsApi.revoke,
    (calls, text) => groupsOf(calls, NO_ID).projectPermissions.revoke(text),
    permission
  ),
  one(`${name}.oauthProviders.list`, OAuthProvidersApi.listAsServer, (calls, text) =>
    groupsOf(calls, text).oauthProviders.list()
  ),
  one(`${name}.oauthProviders.get`, OAuthProvidersApi.getAsServer, (calls, text) =>
    groupsOf(calls, text).oauthProviders.get(text)
  ),
  one(`${name}.oauthProviders.create`, OAuthProvidersApi.createAsServer, (calls, text) =>
    groupsOf(calls, text).oauthProviders.create({
      providerId: "github",
      accountId: "octocat",
      allowSignIn: true,
      allowConnectedAccounts: true
    })
  ),
  one(`${name}.oauthProviders.update`, OAuthProvidersApi.updateAsServer, (calls, text) =>
    groupsOf(calls, text).oauthProviders.update(text, { accountId: "octocat" })
  ),
  one(`${name}.oauthProviders.remove`, OAuthProvidersApi.remove, (calls, text) =>
    groupsOf(calls, text).oauthProviders.remove(text)
  ),
  one(`${name}.connectedAccounts.list`, ConnectedAccountsApi.list, (calls, text) =>
    groupsOf(calls, text).connectedAccounts.list()
  ),
  one(
    `${name}.connectedAccounts.get`,
    ConnectedAccountsApi.createAccessToken,
    (calls, text) => groupsOf(calls, text).connectedAccounts.get(text, { scopes: [text] }),
    { handled }
  ),
  one(
    `${name}.connectedAccounts.getAccessToken`,
    ConnectedAccountsApi.createAccessToken,
    (calls, text) => groupsOf(calls, text).connectedAccounts.getAccessToken(text),
    { handled }
  ),
  one(`${name}.auditLog.list`, AuditLogApi.list, (calls, text) => groupsOf(calls, text).auditLog.list()),
  one(`${name}.sessions.list`, ActiveSessionsApi.list, (calls, text) => groupsOf(calls, text).sessions.list()),
  one(`${name}.sessions.revoke`, ActiveSessionsApi.remove, (calls, text) =>
    groupsOf(calls, text).sessions.revoke(text)
  ),
  one(`${name}.sessions.revokeOthers`, ActiveSessionsApi.removeOthers, (calls, text) =>
    groupsOf(calls, text).sessions.revokeOthers()
  ),
  one(`${name}.passkeys.list`, PasskeysApi.list, (calls, text) => groupsOf(calls, text).passkeys.list()),
  one(`${name}.passkeys.rename`, PasskeysApi.rename, (calls, text) =>
    groupsOf(calls, text).passkeys.rename(text, "Phone")
  ),
  one(`${name}.passkeys.remove`, PasskeysApi.remove, (calls, text) => groupsOf(calls, text).passkeys.remove(text)),
  one(`${name}.userApiKeys.list`, UserApiKeysApi.list, (calls, text) => groupsOf(calls, text).userApiKeys.list()),
  one(`${name}.userApiKeys.get`, UserApiKeysApi.get, (calls, text) => groupsOf(calls, text).userApiKeys.get(text)),
  one(`${name}.userApiKeys.create`, UserApiKeysApi.create, (calls, text) =>
    groupsOf(calls, text).userApiKeys.create({ description: text, expiresAt: null })
  ),
  one(`${name}.userApiKeys.update`, UserApiKeysApi.update, (calls, text) =>
    groupsOf(calls, text).userApiKeys.update(text, { description: text })
  ),
  one(`${name}.userApiKeys.revoke`, UserApiKeysApi.update, (calls, text) =>
    groupsOf(calls, text).userApiKeys.revoke(text)
  )
]

export const serverCalls: ReadonlyArray<EveryCall> = [
  one("users.list", UsersApi.list, ({ users }, text) => Stream.runCollect(users.list({ teamId: text, query: text }))),
  one("users.page", UsersApi.list, ({ users }, text) =>
    users.page({ cursor: text, query: text, limit: 1, desc: true })
  ),
  one("users.get", UsersApi.get, ({ users }, text) => users.get(text)),
  one(
    "users.create",
    UsersApi.create,
    ({ users }, text) => users.create({ primaryEmail: text, displayName: text }),
    email
  ),
  one("users.update", UsersApi.update, ({ users }, text) =>
    users.update(text, { displayName: text, selectedTeamId: text })
  ),
  one("users.remove", UsersApi.remove, ({ users }, text) => users.remove(text)),
  one("users.setPassword", UsersApi.update, ({ users }, text) => users.setPassword(text, text)),
  one("users.createSession", SessionsApi.create, ({ users }, text) => users.createSession(text)),
  one("updateUser", UsersApi.updateMeAsServer, ({ updateUser }, text) => updateUser({ primaryEmail: text }), email),
  one("allTeams.page", TeamsApi.listAsServer, ({ allTeams }, text) => allTeams.page({ query: text })),
  one("allTeams.list", TeamsApi.listAsServer, ({ allTeams }) => allTeams.list()),
  one("allTeams.get", TeamsApi.getAsServer, ({ allTeams }, text) => allTeams.get(text)),
  one("allTeams.create", TeamsApi.createAsServer, ({ allTeams }, text) =>
    allTeams.create({ displayName: text, creatorUserId: text })
  ),
  one("allTeams.update", TeamsApi.updateAsServer, ({ allTeams }, text) =>
    allTeams.update(text, { serverMetadata: text })
  ),
  one("allTeams.remove", TeamsApi.remove, ({ allTeams }, text) => allTeams.remove(text)),
  one("allTeams.addUser", MembershipsApi.add, ({ allTeams }, text) => allTeams.addUser(text, text)),
  one("allTeams.removeUser", MembershipsApi.remove, ({ allTeams }, text) => allTeams.removeUser(text, text)),
  one("allTeams.listUsers", ProfilesApi.listAsServer, ({ allTeams }, text) => allTeams.listUsers(text)),
  one("allTeams.listMembers", MembersApi.list, ({ allTeams }, text) => allTeams.listMembers(text)),
  one("allTeams.changeRole", MembersApi.update, ({ allTeams }, text) => allTeams.changeRole(text, text, "member")),
  one("allTeams.inviteUser", InvitationsApi.sendCode, ({ allTeams }, text) =>
    allTeams.inviteUser(text, { email: email.valid, callbackUrl: CALLBACK })
  ),
  one("allTeams.listInvitations", InvitationsApi.list, ({ allTeams }, text) => allTeams.listInvitations(text)),
  one("allTeams.revokeInvitation", InvitationsApi.revoke, ({ allTeams }, text) =>
    allTeams.revokeInvitation(text, text)
  ),
  one("teamApiKeys.list", TeamApiKeysApi.list, ({ teamApiKeys }, text) => teamApiKeys.list(text)),
  one("teamApiKeys.get", TeamApiKeysApi.get, ({ teamApiKeys }, text) => teamApiKeys.get(text, text)),
  one("teamApiKeys.create", TeamApiKeysApi.create, ({ teamApiKeys }, text) =>
    teamApiKeys.create(text, { description: text, expiresAt: null })
  ),
  one("teamApiKeys.update", TeamApiKeysApi.update, ({ teamApiKeys }, text) =>
    teamApiKeys.update(text, text, { description: text })
  ),
  one("teamApiKeys.revoke", TeamApiKeysApi.update, ({ teamApiKeys }, text) => teamApiKeys.revoke(text, text)),
  one("checkUserApiKey", UserApiKeysApi.check, ({ checkUserApiKey }, text) => checkUserApiKey(text)),
  one("checkTeamApiKey", TeamApiKeysApi.check, ({ checkTeamApiKey }, text) => checkTeamApiKey(text)),
  ...groups("ofUser", ({ ofUser }, text) => ofUser(text)),
  ...groups("own", (calls) => calls)
]

const templateDocument = { root: { type: "EmailLayout", data: { childrenIds: [] } } }

const webhookSecret = `whsec_${"A".repeat(32)}`

const mailServer = {
  host: "mail.example",
  port: 25,
  username: "u",
  password: "p",
  senderName: "S",
  senderEmail: email.valid
}
const keySet = {
  expiresAt: new Date(4e12),
  hasPublishableClientKey: true,
  hasSecretServerKey: false,
  hasSuperSecretAdminKey: false
}

export const adminCalls: ReadonlyArray<EveryCall> = [
  one("getProject", ProjectsApi.getProjectAsAdmin, ({ getProject }) => getProject),
  one("getProductionModeErrors", ProjectsApi.getProjectAsAdmin, (calls) => calls.getProductionModeErrors()),
  one("updateProject", ProjectsApi.updateProject, ({ updateProject }, text) =>
    updateProject({ displayName: text, config: { domains: [] } })
  ),
  one("apiKeys.list", ApiKeysApi.list, ({ apiKeys }) => apiKeys.list()),
  one("apiKeys.create", ApiKeysApi.create, ({ apiKeys }, text) => apiKeys.create({ ...keySet, description: text })),
  one("apiKeys.get", ApiKeysApi.get, ({ apiKeys }, text) => apiKeys.get(text)),
  one("apiKeys.update", ApiKeysApi.update, ({ apiKeys }, text) => apiKeys.update(text, { description: text })),
  one("apiKeys.revoke", ApiKeysApi.update, ({ apiKeys }, text) => apiKeys.revoke(text)),
  one("emailTemplates.list", EmailTemplatesApi.list, ({ emailTemplates }) => emailTemplates.list()),
  one("emailTemplates.get", EmailTemplatesApi.get, ({ emailTemplates }) => emailTemplates.get("magic_link")),
  one("emailTemplates.update", EmailTemplatesApi.update, ({ emailTemplates }, text) =>
    emailTemplates.update("magic_link", { subject: text })
  ),
  one("emailTemplates.preview", EmailTemplatesApi.preview, ({ emailTemplates }, text) =>
    emailTemplates.preview({ subject: text, content: templateDocument, variables: { otp: text }, colorScheme: "dark" })
  ),
  one("emailTemplates.reset", EmailTemplatesApi.reset, ({ emailTemplates }) => emailTemplates.reset("magic_link")),
  one("permissionDefinitions.list", DefinitionsApi.list, (calls) => calls.permissionDefinitions.list()),
  one(
    "permissionDefinitions.create",
    DefinitionsApi.create,
    (calls, text) => calls.permissionDefinitions.create({ id: text, containedPermissionIds: [text] }),
    permission
  ),
  one(
    "permissionDefinitions.update",
    DefinitionsApi.update,
    (calls, text) => calls.permissionDefinitions.update(text, { description: text, containedPermissionIds: [text] }),
    permission
  ),
  one(
    "permissionDefinitions.remove",
    DefinitionsApi.remove,
    (calls, text) => calls.permissionDefinitions.remove(text),
    permission
  ),
  one("projectPermissionDefinitions.list", ProjectDefinitionsApi.list, (calls) =>
    calls.projectPermissionDefinitions.list()
  ),
  one(
    "projectPermissionDefinitions.create",
    ProjectDefinitionsApi.create,
    (calls, text) => calls.projectPermissionDefinitions.create({ id: text, containedPermissionIds: [text] }),
    permission
  ),
  one(
    "projectPermissionDefinitions.update",
    ProjectDefinitionsApi.update,
    (calls, text) =>
      calls.projectPermissionDefinitions.update(text, { description: text, containedPermissionIds: [text] }),
    permission
  ),
  one(
    "projectPermissionDefinitions.remove",
    ProjectDefinitionsApi.remove,
    (calls, text) => calls.projectPermissionDefinitions.remove(text),
    permission
  ),
  one("createSvixToken", InternalApi.createSvixToken, (calls) => calls.createSvixToken()),
  one("getMetrics", InternalApi.metrics, (calls) => calls.getMetrics()),
  one("listOutgoingMails", OutgoingMailsApi.list, (calls) => calls.listOutgoingMails({ state: "failed", limit: 5 })),
  one("authorizeImpersonation", ImpersonationApi.authorize, (calls, text) =>
    calls.authorizeImpersonation({
      userId: NO_ID,
      reason: text,
      redirectUri: "https://app.example/handler/oauth-callback",
      state: "state",
      codeChallenge: "x".repeat(43)
    })
  ),
  one("sendMailAgain", OutgoingMailsApi.sendAgain, (calls, text) => calls.sendMailAgain(text)),
  one("listAuditLog", AuditLogApi.list, (calls) => calls.listAuditLog({ since: new Date(0), limit: 5 })),
  one(
    "sendTestEmail",
    InternalApi.sendTestEmail,
    (calls, text) => calls.sendTestEmail({ recipientEmail: text, emailConfig: { ...mailServer, host: "" } }),
    email
  ),
  one("webhooks.listTargets", WebhooksApi.listTargets, ({ webhooks }) => webhooks.listTargets()),
  one(
    "webhooks.createTarget",
    WebhooksApi.createTarget,
    ({ webhooks }, url) =>
      webhooks.createTarget({ url, description: "Orders", eventTypes: ["user.created"], secret: webhookSecret }),
    { valid: "https://app.example/webhooks" }
  ),
  one(
    "webhooks.updateTarget",
    WebhooksApi.updateTarget,
    ({ webhooks }, text) => webhooks.updateTarget(NO_ID, { description: text, eventTypes: null }),
    { valid: "Orders" }
  ),
  one("webhooks.deleteTarget", WebhooksApi.deleteTarget, ({ webhooks }, text) => webhooks.deleteTarget(text)),
  one("webhooks.rotateSecret", WebhooksApi.rotateSecret, ({ webhooks }, text) =>
    webhooks.rotateSecret(text, webhookSecret)
  ),
  one("webhooks.listMessages", WebhooksApi.listMessages, ({ webhooks }, text) =>
    webhooks.listMessages({ state: "failed", targetId: text, limit: 5 })
  ),
  one("webhooks.getMessage", WebhooksApi.getMessage, ({ webhooks }, text) => webhooks.getMessage(text)),
  one("webhooks.sendAgain", WebhooksApi.sendAgain, ({ webhooks }, text) =>
    webhooks.sendAgain("msg_a", { targetId: text, unlessAttemptedAfter: new Date(0) })
  ),
  one("removeProject", ProjectsApi.removeProject, (calls) => calls.removeProject())
]
