/** Every call about the signed-in user, with the request that it sends. */
import type * as Effect from "effect/Effect"
import * as AuditLogApi from "../../../core/api/audit-log.ts"
import * as ConnectedAccountsApi from "../../../core/api/connected-accounts.ts"
import * as ContactChannelsApi from "../../../core/api/contact-channels/index.ts"
import * as OAuthProvidersApi from "../../../core/api/oauth-providers.ts"
import * as PasskeysApi from "../../../core/api/passkeys.ts"
import * as PasswordApi from "../../../core/api/password/index.ts"
import * as ProjectsApi from "../../../core/api/projects/index.ts"
import * as RecoveryCodesApi from "../../../core/api/recovery-codes.ts"
import * as TeamApiKeysApi from "../../../core/api/team-api-keys.ts"
import * as ActiveSessionsApi from "../../../core/api/active-sessions.ts"
import * as TeamInvitationsApi from "../../../core/api/team-invitations.ts"
import * as TeamMemberProfilesApi from "../../../core/api/team-member-profiles.ts"
import * as TeamMembersApi from "../../../core/api/team-members.ts"
import * as TeamMembershipsApi from "../../../core/api/team-memberships.ts"
import * as ProjectPermissionsApi from "../../../core/api/project-permissions.ts"
import * as TeamPermissionsApi from "../../../core/api/team-permissions.ts"
import * as TeamsApi from "../../../core/api/teams.ts"
import * as UserApiKeysApi from "../../../core/api/user-api-keys.ts"
import * as UsersApi from "../../../core/api/users/index.ts"
import type { AnyKnownError, KnownErrorInstance } from "../../../core/errors/known-error.ts"
import type { ClientCalls } from "../../../tiers/client.ts"
import { CALLBACK, NO_ID } from "./fixture.ts"

interface SentCall {
  readonly name: string
  readonly errors: ReadonlyArray<AnyKnownError>
}

type Failure = Effect.Error<ReturnType<ClientCalls["teams"]["list"]>> | KnownErrorInstance | { readonly _tag: string }

export interface EveryCall {
  readonly name: string
  /** With texts in the places where a caller could put anything: ids, addresses, codes. */
  readonly make: (client: ClientCalls, text: string) => Effect.Effect<unknown, Failure>
  /** Its last request. */
  readonly sends: SentCall
  /** The codes that are no error of this call. */
  readonly handled: ReadonlyArray<string>
}

const one = (
  name: string,
  sends: SentCall,
  make: EveryCall["make"],
  handled: ReadonlyArray<string> = []
): EveryCall => ({
  name,
  make,
  sends,
  handled
})

const noConnection = ["OAUTH_CONNECTION_NOT_CONNECTED_TO_USER", "OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE"]
const long = "correct horse"

/** Texts that pass every rule of the fields, so that the call is sent. */
const valid = { id: NO_ID, email: "guest@example.com", code: "x".repeat(45), password: long } as const

export const calls: ReadonlyArray<EveryCall> = [
  one("updateUser", UsersApi.updateMe, ({ updateUser }, text) =>
    updateUser({ displayName: text, selectedTeamId: text })
  ),
  one("deleteUser", UsersApi.removeMe, ({ deleteUser }) => deleteUser()),
  one("updatePassword", PasswordApi.update, ({ updatePassword }, text) =>
    updatePassword({ oldPassword: text, newPassword: text })
  ),
  one("setPassword", PasswordApi.set, ({ setPassword }, text) => setPassword({ password: text })),
  one("sendVerificationEmail", ContactChannelsApi.sendPrimaryVerificationCode, ({ sendVerificationEmail }) =>
    sendVerificationEmail({ callbackUrl: CALLBACK })
  ),
  one("contactChannels.list", ContactChannelsApi.list, ({ contactChannels }) => contactChannels.list()),
  one("contactChannels.create", ContactChannelsApi.create, ({ contactChannels }, text) =>
    contactChannels.create({ type: "email", value: text, usedForAuth: true })
  ),
  one("contactChannels.update", ContactChannelsApi.update, ({ contactChannels }, text) =>
    contactChannels.update(text, { usedForAuth: true })
  ),
  one("contactChannels.remove", ContactChannelsApi.remove, ({ contactChannels }, text) => contactChannels.remove(text)),
  one("contactChannels.sendVerificationEmail", ContactChannelsApi.sendVerificationCode, ({ contactChannels }, text) =>
    contactChannels.sendVerificationEmail(text, { callbackUrl: CALLBACK })
  ),
  one("teams.list", TeamsApi.list, ({ teams }) => teams.list()),
  one("teams.get", TeamsApi.list, ({ teams }, text) => teams.get(text)),
  one("teams.create", TeamsApi.create, ({ teams }, text) => teams.create({ displayName: text })),
  one("teams.update", TeamsApi.update, ({ teams }, text) => teams.update(text, { displayName: text })),
  one("teams.remove", TeamsApi.remove, ({ teams }, text) => teams.remove(text)),
  one("teams.leave", TeamMembershipsApi.remove, ({ teams }, text) => teams.leave(text)),
  one("teams.removeUser", TeamMembershipsApi.remove, ({ teams }, text) => teams.removeUser(text, text)),
  one("teams.listUsers", TeamMemberProfilesApi.list, ({ teams }, text) => teams.listUsers(text)),
  one("teams.listMembers", TeamMembersApi.list, ({ teams }, text) => teams.listMembers(text)),
  one("teams.changeRole", TeamMembersApi.update, ({ teams }, text) => teams.changeRole(text, text, "member")),
  one("teams.getProfile", TeamMemberProfilesApi.get, ({ teams }, text) => teams.getProfile(text)),
  one("teams.updateProfile", TeamMemberProfilesApi.update, ({ teams }, text) =>
    teams.updateProfile(text, { displayName: text })
  ),
  one("teams.inviteUser", TeamInvitationsApi.sendCode, ({ teams }, text) =>
    teams.inviteUser(text, { email: valid.email, callbackUrl: CALLBACK })
  ),
  one("teams.listInvitations", TeamInvitationsApi.list, ({ teams }, text) => teams.listInvitations(text)),
  one("teams.revokeInvitation", TeamInvitationsApi.revoke, ({ teams }, text) => teams.revokeInvitation(text, text)),
  one("teams.listReceivedInvitations", TeamInvitationsApi.list, ({ teams }) => teams.listReceivedInvitations()),
  one("teams.acceptInvitation", TeamInvitationsApi.acceptReceived, ({ teams }, text) => teams.acceptInvitation(text)),
  one("verifyTeamInvitationCode", TeamInvitationsApi.checkCode, ({ verifyTeamInvitationCode }, text) =>
    verifyTeamInvitationCode(text)
  ),
  one("getTeamInvitationDetails", TeamInvitationsApi.details, ({ getTeamInvitationDetails }, text) =>
    getTeamInvitationDetails(text)
  ),
  one("acceptTeamInvitation", TeamInvitationsApi.accept, ({ acceptTeamInvitation }, text) =>
    acceptTeamInvitation(text)
  ),
  one("permissions.list", TeamPermissionsApi.list, ({ permissions }, text) => permissions.list({ teamId: text })),
  one("permissions.get", TeamPermissionsApi.list, ({ permissions }, text) =>
    permissions.get({ teamId: text, permissionId: text })
  ),
  one("permissions.has", TeamPermissionsApi.list, ({ permissions }, text) =>
    permissions.has({ teamId: text, permissionId: text })
  ),
  one("projectPermissions.list", ProjectPermissionsApi.list, ({ projectPermissions }) => projectPermissions.list()),
  one("projectPermissions.get", ProjectPermissionsApi.list, ({ projectPermissions }, text) =>
    projectPermissions.get(text)
  ),
  one("projectPermissions.has", ProjectPermissionsApi.list, ({ projectPermissions }, text) =>
    projectPermissions.has(text)
  ),
  one("oauthProviders.list", OAuthProvidersApi.list, ({ oauthProviders }) => oauthProviders.list()),
  one("oauthProviders.get", OAuthProvidersApi.get, ({ oauthProviders }) => oauthProviders.get(NO_ID)),
  one("oauthProviders.update", OAuthProvidersApi.update, ({ oauthProviders }) =>
    oauthProviders.update(NO_ID, { allowSignIn: false })
  ),
  one("oauthProviders.remove", OAuthProvidersApi.remove, ({ oauthProviders }) => oauthProviders.remove(NO_ID)),
  one("connectedAccounts.list", ConnectedAccountsApi.list, ({ connectedAccounts }) => connectedAccounts.list()),
  one(
    "connectedAccounts.get",
    ConnectedAccountsApi.createAccessToken,
    ({ connectedAccounts }, text) => connectedAccounts.get(text, { scopes: [text] }),
    noConnection
  ),
  one(
    "connectedAccounts.getAccessToken",
    ConnectedAccountsApi.createAccessToken,
    ({ connectedAccounts }, text) => connectedAccounts.getAccessToken(text, { scopes: [text] }),
    noConnection
  ),
  one("passkeys.list", PasskeysApi.list, ({ passkeys }) => passkeys.list()),
  one("passkeys.rename", PasskeysApi.rename, ({ passkeys }, text) => passkeys.rename(NO_ID, text)),
  one("passkeys.remove", PasskeysApi.remove, ({ passkeys }) => passkeys.remove(NO_ID)),
  one("sessions.list", ActiveSessionsApi.list, ({ sessions }) => sessions.list()),
  one("sessions.revoke", ActiveSessionsApi.remove, ({ sessions }) => sessions.revoke(NO_ID)),
  one("sessions.revokeOthers", ActiveSessionsApi.removeOthers, ({ sessions }) => sessions.revokeOthers()),
  one("recoveryCodes.getState", RecoveryCodesApi.getState, ({ recoveryCodes }) => recoveryCodes.getState()),
  one("recoveryCodes.generate", RecoveryCodesApi.generate, ({ recoveryCodes }) => recoveryCodes.generate()),
  one("userApiKeys.list", UserApiKeysApi.list, ({ userApiKeys }) => userApiKeys.list()),
  one("userApiKeys.get", UserApiKeysApi.get, ({ userApiKeys }, text) => userApiKeys.get(text)),
  one("userApiKeys.create", UserApiKeysApi.create, ({ userApiKeys }, text) =>
    userApiKeys.create({ description: text, expiresAt: null })
  ),
  one("userApiKeys.update", UserApiKeysApi.update, ({ userApiKeys }, text) =>
    userApiKeys.update(text, { description: text })
  ),
  one("userApiKeys.revoke", UserApiKeysApi.update, ({ userApiKeys }, text) => userApiKeys.revoke(text)),
  one("teamApiKeys.list", TeamApiKeysApi.list, ({ teamApiKeys }, text) => teamApiKeys.list(text)),
  one("teamApiKeys.get", TeamApiKeysApi.get, ({ teamApiKeys }, text) => teamApiKeys.get(text, text)),
  one("teamApiKeys.create", TeamApiKeysApi.create, ({ teamApiKeys }, text) =>
    teamApiKeys.create(text, { description: text, expiresAt: new Date(0), isPublic: true })
  ),
  one("teamApiKeys.update", TeamApiKeysApi.update, ({ teamApiKeys }, text) =>
    teamApiKeys.update(text, text, { description: text })
  ),
  one("teamApiKeys.revoke", TeamApiKeysApi.update, ({ teamApiKeys }, text) => teamApiKeys.revoke(text, text)),
  one("auditLog.list", AuditLogApi.list, ({ auditLog }) => auditLog.list({ limit: 5 })),
  one("listOwnedProjects", ProjectsApi.listOwned, ({ listOwnedProjects }) => listOwnedProjects()),
  one("createProject", ProjectsApi.createOwned, ({ createProject }, text) => createProject({ displayName: text }))
]

/** The text with which a call is sent. */
export const validText = ({ name }: EveryCall): string =>
  name === "contactChannels.create"
    ? valid.email
    : name.endsWith("Password")
      ? valid.password
      : /Code$|Details$|acceptTeam/.test(name)
        ? valid.code
        : valid.id
