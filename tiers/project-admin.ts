/**
 * The calls of the admin tier about a project and its users and teams, without those of a signed-in user. A dashboard
 * uses them by the session of the project's owner.
 */
import * as Effect from "effect/Effect"
import type { ConfigurationError } from "../core/config/configuration-error.ts"
import { commonErrors } from "../core/errors/common-errors.ts"
import type { AdminCalls } from "./admin-calls.ts"
import { type ApiKeyCalls, apiKeyCalls } from "./calls/admin/api-keys.ts"
import { type DashboardCalls, dashboardCalls } from "./calls/admin/dashboard.ts"
import { type EmailTemplateCalls, emailTemplateCalls } from "./calls/admin/email-templates.ts"
import {
  type PermissionDefinitionCalls,
  permissionDefinitionCalls,
  type ProjectPermissionDefinitionCalls,
  projectPermissionDefinitionCalls
} from "./calls/admin/permission-definitions.ts"
import { type ProjectCalls, projectCalls } from "./calls/admin/project.ts"
import { type PasswordResetCalls, passwordResetCalls } from "./calls/password-reset.ts"
import { allTeamCalls } from "./calls/server/all-teams.ts"
import { type PagedUserCalls, pagedUserCalls } from "./calls/server/all-users.ts"
import { anyUser, withKeysOnly } from "./calls/server/user-scope.ts"
import { teamApiKeyCalls } from "./calls/team-api-keys.ts"
import { noOAuth, ownerTransport, type ProjectOwnerSession } from "./project-owner.ts"
import { userGroups } from "./server-calls.ts"
import { makeOverFetch, type TierFacts } from "./tier.ts"

export interface ProjectAdminCalls
  extends
    ProjectCalls,
    DashboardCalls,
    Pick<PasswordResetCalls, "sendForgotPasswordEmail">,
    Pick<AdminCalls<PagedUserCalls>, "allTeams" | "ofUser" | "teamApiKeys" | "users"> {
  readonly apiKeys: ApiKeyCalls
  readonly emailTemplates: EmailTemplateCalls
  readonly permissionDefinitions: PermissionDefinitionCalls
  readonly projectPermissionDefinitions: ProjectPermissionDefinitionCalls
}

const facts: TierFacts<ProjectAdminCalls> = {
  tier: "admin",
  commonErrors: Effect.succeed(commonErrors),
  // An owner's session needs no variables: project and URL are options.
  environment: () => ({}),
  transport: ({ projectOwnerSession }, transport) =>
    projectOwnerSession === undefined ? Effect.succeed(transport) : ownerTransport(projectOwnerSession),
  oauth: () => noOAuth,
  calls: (dependencies) => ({
    ...projectCalls(dependencies),
    ...dashboardCalls(dependencies),
    sendForgotPasswordEmail: passwordResetCalls(dependencies).sendForgotPasswordEmail,
    users: pagedUserCalls(dependencies),
    allTeams: allTeamCalls(dependencies),
    teamApiKeys: teamApiKeyCalls(withKeysOnly(dependencies)),
    ofUser: (userId) => userGroups(anyUser(dependencies, userId)),
    apiKeys: apiKeyCalls(dependencies),
    emailTemplates: emailTemplateCalls(dependencies),
    permissionDefinitions: permissionDefinitionCalls(dependencies),
    projectPermissionDefinitions: projectPermissionDefinitionCalls(dependencies)
  })
}

/** Makes the calls for a project that the user of the session owns. */
export const makeProjectAdmin = (
  owner: ProjectOwnerSession,
  projectId: string
): Effect.Effect<ProjectAdminCalls, ConfigurationError> =>
  makeOverFetch(facts, { projectId, baseUrl: owner.baseUrl, projectOwnerSession: owner, tokenStore: null })
