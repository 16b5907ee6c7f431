/** Lists the endpoints of the service and the layers of its stores. */
import { Layer } from "effect"
import * as about from "./resources/about/handlers.ts"
import * as anonymous from "./resources/anonymous/handlers.ts"
import * as apiKeys from "./resources/api-keys/handlers.ts"
import * as auditLog from "./resources/audit-log/handlers.ts"
import * as commandLine from "./resources/command-line/handlers.ts"
import * as connectedAccounts from "./resources/connected-accounts/handlers.ts"
import * as contactChannels from "./resources/contact-channels/handlers.ts"
import * as emails from "./resources/emails/handlers.ts"
import * as health from "./resources/health/handlers.ts"
import * as impersonation from "./resources/impersonation/handlers.ts"
import * as metrics from "./resources/metrics/handlers.ts"
import * as mfa from "./resources/mfa/handlers.ts"
import * as oauth from "./resources/oauth/handlers.ts"
import * as otp from "./resources/otp/handlers.ts"
import * as passkeys from "./resources/passkeys/handlers.ts"
import * as passwords from "./resources/passwords/handlers.ts"
import * as permissions from "./resources/permissions/handlers.ts"
import * as projects from "./resources/projects/handlers.ts"
import * as sessions from "./resources/sessions/handlers.ts"
import * as signUpProof from "./resources/sign-up-proof/handlers.ts"
import * as teamInvitations from "./resources/team-invitations/handlers.ts"
import * as teamMembers from "./resources/team-members/handlers.ts"
import * as teams from "./resources/teams/handlers.ts"
import * as userTeamApiKeys from "./resources/user-team-api-keys/handlers.ts"
import * as users from "./resources/users/handlers.ts"
import * as verificationCodes from "./resources/verification-codes/verification-code-store.ts"
import * as webhooks from "./webhooks/handlers.ts"

/** The endpoints of the contract. */
export const handlers = [
  ...about.handlers,
  ...anonymous.handlers,
  ...apiKeys.handlers,
  ...auditLog.handlers,
  ...commandLine.handlers,
  ...connectedAccounts.handlers,
  ...contactChannels.handlers,
  ...emails.handlers,
  ...health.handlers,
  ...impersonation.handlers,
  ...metrics.handlers,
  ...mfa.handlers,
  ...oauth.handlers,
  ...otp.handlers,
  ...passkeys.handlers,
  ...passwords.handlers,
  ...permissions.handlers,
  ...projects.handlers,
  ...sessions.handlers,
  ...signUpProof.handlers,
  ...teamInvitations.handlers,
  ...teamMembers.handlers,
  ...teams.handlers,
  ...users.handlers,
  ...userTeamApiKeys.handlers,
  ...webhooks.handlers
]

/**
 * The stores of the resources. The layer of `webhooks` has those of users, teams, memberships and grants, which emit
 * events.
 */
export const layer = Layer.mergeAll(
  apiKeys.layer,
  auditLog.layer,
  commandLine.layer,
  connectedAccounts.layer,
  contactChannels.layer,
  emails.layer,
  metrics.layer,
  mfa.layer,
  oauth.layer,
  passkeys.layer,
  passwords.layer,
  permissions.layer,
  projects.layer,
  sessions.layer,
  Layer.provide(signUpProof.layer, projects.layer),
  teamInvitations.layer,
  teamMembers.layer,
  userTeamApiKeys.layer,
  verificationCodes.layer,
  webhooks.layer
)
