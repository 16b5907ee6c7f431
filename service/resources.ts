/** Everything that the service answers. */
import { handlers as about } from "./about/handlers.ts"
import { handlers as apiDocument } from "./api-document/handlers.ts"
import { handlers as apiKeys } from "./api-keys/handlers.ts"
import { handlers as connectedAccounts } from "./connected-accounts/handlers.ts"
import { handlers as contactChannels } from "./contact-channels/handlers.ts"
import { controls as consolePage } from "./console/page-routes.ts"
import { controls as consoleProjects } from "./console/project-routes.ts"
import { controls as consoleUsers } from "./console/user-routes.ts"
import { controls as own } from "./control/routes.ts"
import { handlers as health } from "./health/handlers.ts"
import { controls as mailbox } from "./mail/mailbox-routes.ts"
import { handlers as emailTemplates } from "./mail/template-handlers.ts"
import { handlers as testMail } from "./mail/test-mail-handlers.ts"
import { handlers as metrics } from "./metrics/handlers.ts"
import { handlers as mfa } from "./mfa/handlers.ts"
import { handlers as oauth } from "./oauth/handlers.ts"
import { handlers as otp } from "./otp/handlers.ts"
import { handlers as passkeys } from "./passkeys/handlers.ts"
import { handlers as passwords } from "./passwords/handlers.ts"
import { handlers as permissions } from "./permissions/handlers.ts"
import { handlers as projects } from "./projects/handlers.ts"
import { handlers as ownedProjects } from "./projects/owned-handlers.ts"
import { handlers as sessions } from "./sessions/handlers.ts"
import { handlers as teamInvitations } from "./team-invitations/handlers.ts"
import { handlers as teamMembers } from "./team-members/handlers.ts"
import { handlers as teams } from "./teams/handlers.ts"
import { handlers as users } from "./users/handlers.ts"
import { handlers as userSessions } from "./users/session-handlers.ts"
import { controls as webhookControls } from "./webhooks/control-routes.ts"
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
