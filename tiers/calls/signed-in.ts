/** The calls of the client tier for its signed-in user. */
import { type ActiveSessionCalls, activeSessionCalls } from "./active-sessions.ts"
import { type AuditLogCalls, auditLogCalls } from "./audit-log.ts"
import type { CallDependencies } from "./call-dependencies.ts"
import { type ConnectAccountCalls, connectAccountCalls } from "./connect-account.ts"
import { type ConnectedAccountCalls, connectedAccountCalls } from "./connected-accounts.ts"
import { type ContactChannelCalls, contactChannelCalls } from "./contact-channels.ts"
import { type InvitationCodeCalls, invitationCodeCalls } from "./invitation-codes.ts"
import { type OAuthProviderCalls, oauthProviderCalls } from "./oauth-providers.ts"
import { type OwnedProjectCalls, ownedProjectCalls } from "./owned-projects.ts"
import { type PasskeyListCalls, passkeyListCalls } from "./passkey-list.ts"
import { type PermissionCalls, permissionCalls } from "./permissions.ts"
import { type ProjectPermissionCalls, projectPermissionCalls } from "./project-permissions.ts"
import { type RecoveryCodeCalls, recoveryCodeCalls } from "./recovery-codes.ts"
import { type TeamApiKeyCalls, teamApiKeyCalls } from "./team-api-keys.ts"
import { type TeamCalls, teamCalls } from "./teams.ts"
import { type UserApiKeyCalls, userApiKeyCalls } from "./user-api-keys.ts"
import { type UserCalls, userCalls } from "./user.ts"

/** The calls of a signed-in user. */
export interface SignedInCalls extends UserCalls, InvitationCodeCalls, OwnedProjectCalls, ConnectAccountCalls {
  /** The user's email addresses. */
  readonly contactChannels: ContactChannelCalls
  /** The user's teams, their members and invitations. */
  readonly teams: TeamCalls
  /** The user's permissions in their teams. */
  readonly permissions: PermissionCalls
  /** The user's permissions in the project, in no team. */
  readonly projectPermissions: ProjectPermissionCalls
  /** The user's accounts at OAuth providers. */
  readonly oauthProviders: OAuthProviderCalls
  /** Those of these accounts whose access tokens the application can get. */
  readonly connectedAccounts: ConnectedAccountCalls
  /** The user's passkeys. `registerPasskey` adds one. */
  readonly passkeys: PasskeyListCalls
  /** The user's sessions on all devices. */
  readonly sessions: ActiveSessionCalls
  /** The recovery codes of the user's second factor. */
  readonly recoveryCodes: RecoveryCodeCalls
  /** The API keys of the user, if the project allows them. */
  readonly userApiKeys: UserApiKeyCalls
  /** The API keys of the user's teams, if the project allows them. */
  readonly teamApiKeys: TeamApiKeyCalls
  /** The audit log of the user's account. */
  readonly auditLog: AuditLogCalls
}

export const signedInCalls = (dependencies: CallDependencies): SignedInCalls => ({
  ...userCalls(dependencies),
  ...invitationCodeCalls(dependencies),
  ...ownedProjectCalls(dependencies),
  ...connectAccountCalls(dependencies),
  contactChannels: contactChannelCalls(dependencies),
  teams: teamCalls(dependencies),
  permissions: permissionCalls(dependencies),
  projectPermissions: projectPermissionCalls(dependencies),
  oauthProviders: oauthProviderCalls(dependencies),
  connectedAccounts: connectedAccountCalls(dependencies),
  passkeys: passkeyListCalls(dependencies),
  sessions: activeSessionCalls(dependencies),
  recoveryCodes: recoveryCodeCalls(dependencies),
  userApiKeys: userApiKeyCalls(dependencies),
  teamApiKeys: teamApiKeyCalls(dependencies),
  auditLog: auditLogCalls(dependencies)
})
