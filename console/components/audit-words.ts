/** Describes the actions of the audit log in words: each audited endpoint, and each recorded command. */
import type { AuditEntry } from "../../core/schema/audit-entry.ts"
import type { RecordedCommand } from "../../core/schema/recorded-command.ts"

/** The verbs of the sentences, with their infinitives for refused attempts: `Tried to change a user`. */
export const verbs = {
  Accepted: "accept",
  Added: "add",
  Approved: "approve",
  Asked: "ask",
  Began: "begin",
  Changed: "change",
  Connected: "connect",
  Created: "create",
  Deleted: "delete",
  Denied: "deny",
  Disconnected: "disconnect",
  Ended: "end",
  Exported: "export",
  Granted: "grant",
  Imported: "import",
  Invited: "invite",
  Left: "leave",
  Moved: "move",
  Registered: "register",
  Removed: "remove",
  Renamed: "rename",
  Replaced: "replace",
  Reset: "reset",
  Revoked: "revoke",
  Sent: "send",
  Set: "set",
  Signed: "sign",
  Verified: "verify"
} as const

/** A sentence. In braces is the kind of a target, with words for it unless they are those of `nouns`. */
export type Words = `${keyof typeof verbs} ${string}`

/** Words for the kinds of targets. */
export const nouns: Readonly<Record<string, string>> = {
  user_id: "a user",
  team_id: "a team",
  permission_id: "the permission",
  passkey_id: "a passkey",
  webhook_target_id: "a webhook target",
  webhook_message_id: "a webhook",
  mail_id: "a mail",
  type: "the mail template",
  provider_id: "the provider",
  connected_provider_id: "the provider"
}

const sendVerification = "Sent a code to verify an address of {user_id}"
const callback = "Signed in at {provider_id}"
const changeSettings = "Changed {settings:the settings of the project}"
const deleteProject = "Deleted the project"

/** Words by the names of endpoints. */
const endpointWords: Readonly<Record<string, Words>> = {
  "POST /auth/password/sign-up": "Created {user_id:an account} with a password",
  "POST /auth/anonymous/sign-up": "Created {user_id:an anonymous user}",
  "POST /auth/password/sign-in": "Signed in to {user_id:an account} with a password",
  "POST /auth/passkey/sign-in": "Signed in to {user_id:an account} with a passkey",
  "POST /auth/otp/sign-in": "Signed in to {user_id:an account} with a mailed code",
  "POST /auth/mfa/sign-in": "Signed in to {user_id:an account} with the second factor",
  "POST /auth/mfa/recovery-codes/sign-in": "Signed in to {user_id:an account} with a recovery code",
  "POST /auth/oauth/token": "Signed in to {user_id:an account} with a provider",
  "GET /auth/oauth/callback/:provider_id": callback,
  "POST /auth/oauth/callback/:provider_id": callback,
  "POST /auth/oauth/cross-domain/authorize": "Moved a session of {user_id} to another domain",
  "POST /auth/cli/complete": "Approved a sign-in of {user_id} on a command line",
  "POST /auth/cli/deny": "Denied a sign-in on a command line",
  "POST /auth/cli/poll": "Signed in to {user_id:an account} on a command line",
  "POST /auth/impersonation/authorize": "Began to sign in as {user_id}",
  "POST /auth/sessions": "Created a session of {user_id}",
  "DELETE /auth/sessions/current": "Signed out of {user_id:an account}",
  "DELETE /auth/sessions/:session_id": "Ended a session of {user_id}",
  "DELETE /auth/sessions": "Ended the other sessions of {user_id}",

  "POST /auth/password/set": "Set a first password for {user_id:an account}",
  "POST /auth/password/update": "Changed the password of {user_id:an account}",
  "POST /auth/password/reset": "Reset the password of {user_id:an account}",
  "POST /auth/password/send-reset-code": "Asked for a mail to reset the password of {user_id:an account}",
  "POST /auth/otp/send-sign-in-code": "Asked for a mail to sign in to {user_id:an account}",
  "POST /auth/mfa/recovery-codes": "Created recovery codes for {user_id}",
  "POST /auth/passkey/register": "Registered {passkey_id} of {user_id}",
  "PATCH /passkeys/:user_id/:passkey_id": "Renamed {passkey_id} of {user_id}",
  "DELETE /passkeys/:user_id/:passkey_id": "Deleted {passkey_id} of {user_id}",

  "POST /users": "Created {user_id}",
  "PATCH /users/:user_id": "Changed {user_id}",
  "DELETE /users/:user_id": "Deleted {user_id}",
  "PATCH /users/me": "Changed {user_id:their own account}",
  "DELETE /users/me": "Deleted {user_id:their own account}",
  "POST /contact-channels": "Added an address to {user_id}",
  "PATCH /contact-channels/:user_id/:contact_channel_id": "Changed an address of {user_id}",
  "DELETE /contact-channels/:user_id/:contact_channel_id": "Removed an address from {user_id}",
  "POST /contact-channels/send-verification-code": sendVerification,
  "POST /contact-channels/:user_id/:contact_channel_id/send-verification-code": sendVerification,
  "POST /contact-channels/verify": "Verified an address of {user_id}",
  "POST /oauth-providers": "Connected an account at a provider to {user_id}",
  "PATCH /oauth-providers/:user_id/:provider_id": "Changed a connected account of {user_id}",
  "DELETE /oauth-providers/:user_id/:provider_id": "Disconnected an account at a provider from {user_id}",
  "POST /user-api-keys": "Created an API key of {user_id}",
  "PATCH /user-api-keys/:api_key_id": "Changed an API key of {user_id}",
  "POST /project-permissions/:user_id/:permission_id": "Granted {permission_id} to {user_id}",
  "DELETE /project-permissions/:user_id/:permission_id": "Revoked {permission_id} of {user_id}",

  "POST /teams": "Created {team_id}",
  "PATCH /teams/:team_id": "Changed {team_id}",
  "DELETE /teams/:team_id": "Deleted {team_id}",
  "POST /team-memberships/:team_id/:user_id": "Added {user_id} to {team_id}",
  "DELETE /team-memberships/:team_id/:user_id": "Removed {user_id} from {team_id}",
  "PATCH /team-members/:team_id/:user_id": "Changed the role of {user_id} in {team_id}",
  "PATCH /team-member-profiles/:team_id/:user_id": "Changed the profile of {user_id} in {team_id}",
  "POST /team-permissions/:team_id/:user_id/:permission_id": "Granted {permission_id} to {user_id} in {team_id}",
  "DELETE /team-permissions/:team_id/:user_id/:permission_id": "Revoked {permission_id} of {user_id} in {team_id}",
  "POST /team-invitations/send-code": "Invited a person to {team_id}",
  "POST /team-invitations/accept": "Accepted an invitation to {team_id}",
  "POST /team-invitations/:id/accept": "Accepted an invitation to {team_id}",
  "DELETE /team-invitations/:id": "Revoked an invitation to {team_id}",
  "POST /team-api-keys": "Created an API key of {team_id}",
  "PATCH /team-api-keys/:api_key_id": "Changed an API key of {team_id}",

  "POST /internal/projects": "Created a project",
  "PATCH /projects/current": changeSettings,
  "PATCH /internal/projects/current": changeSettings,
  "DELETE /projects/current": deleteProject,
  "DELETE /internal/projects/current": deleteProject,
  "POST /internal/api-keys": "Created {keys:keys of the project}",
  "PATCH /internal/api-keys/:api_key_id": "Changed {keys:keys of the project}",
  "POST /team-permission-definitions": "Created {permission_id} for teams",
  "PATCH /team-permission-definitions/:permission_id": "Changed {permission_id} for teams",
  "DELETE /team-permission-definitions/:permission_id": "Deleted {permission_id} for teams",
  "POST /project-permission-definitions": "Created {permission_id} for the project",
  "PATCH /project-permission-definitions/:permission_id": "Changed {permission_id} for the project",
  "DELETE /project-permission-definitions/:permission_id": "Deleted {permission_id} for the project",
  "PATCH /email-templates/:type": "Changed {type}",
  "DELETE /email-templates/:type": "Reset {type}",
  "POST /internal/outgoing-mails/:mail_id/send": "Sent {mail_id} again",
  "POST /webhooks/targets": "Added {webhook_target_id}",
  "PATCH /webhooks/targets/:webhook_target_id": "Changed {webhook_target_id}",
  "DELETE /webhooks/targets/:webhook_target_id": "Deleted {webhook_target_id}",
  "POST /webhooks/targets/:webhook_target_id/rotate-secret": "Replaced the secret of {webhook_target_id}",
  "POST /webhooks/messages/:webhook_message_id/send": "Sent {webhook_message_id} again"
}

/** Words by the commands of the operator. */
const commandWords: Readonly<Record<RecordedCommand, Words>> = {
  "keystile owner create": "Created {user_id:an owner}",
  "keystile owner link": "Created a link for {user_id:an owner} to set a password",
  "keystile owner add-project": "Added a project to {user_id:an owner}",
  "keystile owner remove-project": "Removed a project from {user_id:an owner}",
  "keystile owner sign-out": "Signed out {user_id:an owner}",
  "keystile owner reset-second-factor": "Reset the second factor of {user_id:an owner}",
  "keystile owner remove": "Removed {user_id:an owner}",
  "keystile project create": "Created a project",
  "keystile project set": changeSettings,
  "keystile project keys create": "Created {keys:keys of the project}",
  "keystile project keys revoke": "Revoked {keys:keys of the project}",
  "keystile keys rotate": "Created the next signing key",
  "keystile keys rotate --now": "Replaced the signing key",
  "keystile import": "Imported users and teams",
  "keystile export": "Exported the project",
  "keystile webhooks add": "Added {webhook_target_id}",
  "keystile webhooks remove": "Removed {webhook_target_id}",
  "keystile webhooks resend": "Sent {webhook_message_id} again",
  "keystile mails resend": "Sent mails again",
  "keystile secrets rotate": "Replaced the encryption key of the secrets"
}

/** Words by the actions of entries. */
export const auditWords: Readonly<Record<string, Words>> = { ...endpointWords, ...commandWords }

/** Returns words for what the details of an entry say more exactly than its action; `null` for most entries. */
export const exactWords = ({ action, actor, changedFields, targets }: AuditEntry): Words | null => {
  if (action === "POST /auth/oauth/token") {
    if (actor.type === "owner") return "Signed in as {user_id}"
    if (targets["source_session_id"] !== undefined) return "Signed in to {user_id:an account} from another domain"
  }
  if (targets["connected_provider_id"] !== undefined && action.includes("/auth/oauth/")) {
    return "Connected an account at {connected_provider_id} to {user_id}"
  }
  if (action.startsWith("DELETE /team-memberships/") && actor.type === "user" && actor.id === targets["user_id"]) {
    return "Left {team_id}"
  }
  if (!changedFields.includes("revoked")) return null
  if (action === "PATCH /user-api-keys/:api_key_id") return "Revoked an API key of {user_id}"
  if (action === "PATCH /team-api-keys/:api_key_id") return "Revoked an API key of {team_id}"
  return action === "PATCH /internal/api-keys/:api_key_id" ? "Revoked {keys:keys of the project}" : null
}
