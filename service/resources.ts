/** Everything that the service answers. */
import { handlers as about } from "./resources/about/handlers.ts"
import { handlers as apiDocument } from "./tools/api-document/handlers.ts"
import { handlers as apiKeys } from "./resources/api-keys/handlers.ts"
import { handlers as connectedAccounts } from "./resources/connected-accounts/handlers.ts"
import { handlers as contactChannels } from "./resources/contact-channels/handlers.ts"
import { controls as consolePage } from "./console/page-routes.ts"
import { controls as consoleProjects } from "./console/project-routes.ts"
import { controls as consoleUsers } from "./console/user-routes.ts"
import { controls as own } from "./tools/control/routes.ts"
import { handlers as health } from "./resources/health/handlers.ts"
import { controls as mailbox } from "./tools/control/mailbox-routes.ts"
import { handlers as emailTemplates } from "./resources/emails/template-handlers.ts"
import { handlers as testMail } from "./resources/emails/test-email-handlers.ts"
import { handlers as metrics } from "./resources/metrics/handlers.ts"
import { handlers as mfa } from "./resources/mfa/handlers.ts"
import { handlers as oauth } from "./resources/oauth/handlers.ts"
import { handlers as otp } from "./resources/otp/handlers.ts"
import { handlers as providerPages } from "./oauth/provider-page/handlers.ts"
import { handlers as passkeys } from "./resources/passkeys/handlers.ts"
import { handlers as passwords } from "./resources/passwords/handlers.ts"
import { handlers as permissions } from "./resources/permissions/handlers.ts"
import { handlers as projects } from "./resources/projects/handlers.ts"
import { handlers as ownedProjects } from "./resources/projects/owned-handlers.ts"
import { handlers as sessions } from "./resources/sessions/handlers.ts"
import { handlers as teamInvitations } from "./resources/team-invitations/handlers.ts"
import { handlers as teamMembers } from "./resources/team-members/handlers.ts"
import { handlers as teams } from "./resources/teams/handlers.ts"
import { handlers as users } from "./resources/users/handlers.ts"
import { handlers as userSessions } from "./resources/sessions/server-handlers.ts"
import { controls as webhookControls } from "./tools/control/webhook-routes.ts"
import { handlers as webhooks } from "./webhooks/handlers.ts"

export const implementations = [
  ...about,
  ...apiDocument,
  ...apiKeys,
  ...connectedAccounts,
  ...contactChannels,
  ...emailTemplates,
  ...health,
  ...metrics,
  ...mfa,
  ...oauth,
  ...otp,
  ...ownedProjects,
  ...passkeys,
  ...passwords,
  ...permissions,
  ...projects,
  ...providerPages,
  ...sessions,
  ...teamInvitations,
  ...teamMembers,
  ...teams,
  ...testMail,
  ...userSessions,
  ...users,
  ...webhooks
]

/** The routes of the control API, and the console that is made of them. */
export const controls = [...own, ...mailbox, ...consolePage, ...consoleProjects, ...consoleUsers, ...webhookControls]
