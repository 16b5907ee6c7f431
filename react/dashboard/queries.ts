/** The reads of a dashboard as queries. */
import * as Effect from "effect/Effect"
import type { EmailTemplateType } from "../../core/schema/email-template.ts"
import type { ProjectAdminCalls } from "../../tiers/project-admin.ts"
import { keyOf, type Query } from "../../tiers/cache/query.ts"
import type { AuditLogFilter, MetricsOptions, OutgoingMailFilter } from "../../tiers/calls/admin/dashboard.ts"
import type { EmailTemplateOptions } from "../../tiers/calls/admin/email-templates.ts"
import type { WebhookMessageFilter } from "../../tiers/calls/admin/webhooks.ts"
import type { TeamPageOptions } from "../../tiers/calls/server/all-teams.ts"
import type { UserPageOptions } from "../../tiers/calls/server/all-users.ts"
import type { ServerPermissionListOptions } from "../../tiers/calls/server/permissions.ts"
import { ProjectAdmin } from "./project-admin.ts"

/** A read with the calls of the admin tier. */
export type AdminQuery<A, E> = Query<A, E, ProjectAdmin>

/** The name that all queries share. A change of the project refreshes all that are shown. */
export const QUERY_NAME = "project"

/** Defines a query. Its key is the name of the read and the input. */
const define =
  <Input extends ReadonlyArray<unknown>, A, E>(
    read: string,
    run: (admin: ProjectAdminCalls, ...input: Input) => Effect.Effect<A, E>
  ) =>
  (...input: Input): AdminQuery<A, E> => ({
    name: QUERY_NAME,
    key: keyOf(read, input),
    ofSession: false,
    effect: Effect.flatMap(ProjectAdmin, (admin) => run(admin, ...input))
  })

export const usersQuery = define("users.page", ({ users }, options: UserPageOptions) => users.page(options))

export const userQuery = define("users.get", ({ users }, userId: string) => users.get(userId))

export const contactChannelsQuery = define("contactChannels.list", ({ ofUser }, userId: string) =>
  ofUser(userId).contactChannels.list()
)

export const sessionsQuery = define("sessions.list", ({ ofUser }, userId: string) => ofUser(userId).sessions.list())

export const passkeysQuery = define("passkeys.list", ({ ofUser }, userId: string) => ofUser(userId).passkeys.list())

export const oauthProvidersQuery = define("oauthProviders.list", ({ ofUser }, userId: string) =>
  ofUser(userId).oauthProviders.list()
)

export const userTeamsQuery = define("teams.list", ({ ofUser }, userId: string) => ofUser(userId).teams.list())

export const teamPermissionsQuery = define(
  "permissions.list",
  ({ ofUser }, userId: string, options: ServerPermissionListOptions) =>
    ofUser(userId).permissions.list({ recursive: false, ...options })
)

export const projectPermissionsQuery = define("projectPermissions.list", ({ ofUser }, userId: string) =>
  ofUser(userId).projectPermissions.list({ recursive: false })
)

export const userApiKeysQuery = define("userApiKeys.list", ({ ofUser }, userId: string) =>
  ofUser(userId).userApiKeys.list()
)

export const teamsQuery = define("allTeams.page", ({ allTeams }, options: TeamPageOptions) => allTeams.page(options))

export const teamQuery = define("allTeams.get", ({ allTeams }, teamId: string) => allTeams.get(teamId))

export const teamMembersQuery = define("allTeams.listUsers", ({ allTeams }, teamId: string) =>
  allTeams.listUsers(teamId)
)

export const teamInvitationsQuery = define("allTeams.listInvitations", ({ allTeams }, teamId: string) =>
  allTeams.listInvitations(teamId)
)

export const teamApiKeysQuery = define("teamApiKeys.list", ({ teamApiKeys }, teamId: string) =>
  teamApiKeys.list(teamId)
)

export const teamPermissionDefinitionsQuery = define("permissionDefinitions.list", ({ permissionDefinitions }) =>
  permissionDefinitions.list()
)

export const projectPermissionDefinitionsQuery = define(
  "projectPermissionDefinitions.list",
  ({ projectPermissionDefinitions }) => projectPermissionDefinitions.list()
)

export const projectQuery = define("getProject", ({ getProject }) => getProject)

export const apiKeysQuery = define("apiKeys.list", ({ apiKeys }) => apiKeys.list())

export const emailTemplatesQuery = define("emailTemplates.list", ({ emailTemplates }) => emailTemplates.list())

export const emailTemplateQuery = define(
  "emailTemplates.get",
  ({ emailTemplates }, type: EmailTemplateType, options: EmailTemplateOptions) => emailTemplates.get(type, options)
)

export const metricsQuery = define("getMetrics", ({ getMetrics }, options: MetricsOptions) => getMetrics(options))

export const outgoingMailsQuery = define("listOutgoingMails", ({ listOutgoingMails }, filter: OutgoingMailFilter) =>
  listOutgoingMails(filter)
)

export const auditLogQuery = define("listAuditLog", ({ listAuditLog }, filter: AuditLogFilter) => listAuditLog(filter))

export const webhookTargetsQuery = define("webhooks.listTargets", ({ webhooks }) => webhooks.listTargets())

export const webhookMessagesQuery = define("webhooks.listMessages", ({ webhooks }, filter: WebhookMessageFilter) =>
  webhooks.listMessages(filter)
)

export const webhookMessageQuery = define("webhooks.getMessage", ({ webhooks }, messageId: string) =>
  webhooks.getMessage(messageId)
)
