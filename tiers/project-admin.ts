/**
 * The calls of the admin tier about a project and its users and teams, without those of a signed-in user. A dashboard
 * uses them by the session of the project's owner.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { ApiConfig } from "../core/config/api-config.ts"
import type { ConfigurationError } from "../core/config/configuration-error.ts"
import { readConfig } from "../core/config/read-config.ts"
import { commonErrors } from "../core/errors/common-errors.ts"
import { Transport } from "../core/http/transport.ts"
import * as Navigation from "../core/navigation/navigation.ts"
import { signedOut } from "../core/session/session.ts"
import type { AdminCalls } from "./admin-calls.ts"
import { makeBinding } from "./bind-calls.ts"
import { type ApiKeyCalls, apiKeyCalls } from "./calls/admin/api-keys.ts"
import { type DashboardCalls, dashboardCalls } from "./calls/admin/dashboard.ts"
import { type EmailTemplateCalls, emailTemplateCalls } from "./calls/admin/email-templates.ts"
import {
  type PermissionDefinitionCalls,
  permissionDefinitionCalls,
  projectPermissionDefinitionCalls
} from "./calls/admin/permission-definitions.ts"
import { type ProjectCalls, projectCalls } from "./calls/admin/project.ts"
import { type ImpersonationCalls, impersonationCalls } from "./calls/admin/impersonation.ts"
import { type WebhookCalls, webhookCalls } from "./calls/admin/webhooks.ts"
import type { CallDependencies } from "./calls/call-dependencies.ts"
import { type PasswordResetCalls, passwordResetCalls } from "./calls/password-reset.ts"
import { allTeamCalls } from "./calls/server/all-teams.ts"
import { type PagedUserCalls, pagedUserCalls } from "./calls/server/all-users.ts"
import { anyUser, withKeysOnly } from "./calls/server/user-scope.ts"
import { teamApiKeyCalls } from "./calls/team-api-keys.ts"
import { noOAuth, ownerTransport, type ProjectOwnerSession } from "./project-owner.ts"
import { userGroups } from "./server-calls.ts"

/** The calls of the admin tier for a project that the user owns. */
export interface ProjectAdminCalls
  extends
    ProjectCalls,
    DashboardCalls,
    ImpersonationCalls,
    Pick<PasswordResetCalls, "sendForgotPasswordEmail">,
    Pick<AdminCalls<PagedUserCalls>, "allTeams" | "ofUser" | "teamApiKeys" | "users"> {
  /** The sets of keys. */
  readonly apiKeys: ApiKeyCalls
  /** The templates of the mails. */
  readonly emailTemplates: EmailTemplateCalls
  /** The definitions of team permissions. */
  readonly permissionDefinitions: PermissionDefinitionCalls
  /** The definitions of project permissions. */
  readonly projectPermissionDefinitions: PermissionDefinitionCalls
  /** The webhooks of the project. */
  readonly webhooks: WebhookCalls
}

const callsOf = (dependencies: CallDependencies): ProjectAdminCalls => ({
  ...projectCalls(dependencies),
  ...dashboardCalls(dependencies),
  ...impersonationCalls(dependencies),
  sendForgotPasswordEmail: passwordResetCalls(dependencies).sendForgotPasswordEmail,
  users: pagedUserCalls(dependencies),
  allTeams: allTeamCalls(dependencies),
  teamApiKeys: teamApiKeyCalls(withKeysOnly(dependencies)),
  ofUser: (userId) => userGroups(anyUser(dependencies, userId)),
  apiKeys: apiKeyCalls(dependencies),
  emailTemplates: emailTemplateCalls(dependencies),
  permissionDefinitions: permissionDefinitionCalls(dependencies),
  projectPermissionDefinitions: projectPermissionDefinitionCalls(dependencies),
  webhooks: webhookCalls(dependencies)
})

/**
 * Makes the calls for a project that the user of the session owns. They have no session of the project itself, so no
 * token store and no refresher are in the bundle of a dashboard.
 */
export const makeProjectAdmin = (
  owner: ProjectOwnerSession,
  projectId: string
): Effect.Effect<ProjectAdminCalls, ConfigurationError> =>
  Effect.gen(function* () {
    const options = { projectId, baseUrl: owner.baseUrl, projectOwnerSession: owner }
    // An owner's session needs no environment variables: project and URL are options.
    const config = yield* readConfig("admin", options, {}, Effect.succeed(commonErrors))
    const transport = yield* ownerTransport(owner)
    const connected = Context.add(Context.make(ApiConfig, config), Transport, transport)
    const binding = yield* Effect.provideContext(makeBinding, connected)
    return callsOf({
      ...binding(signedOut),
      projectId: config.projectId,
      session: signedOut,
      navigation: Navigation.make({}),
      owner: { session: signedOut, transport, baseUrl: config.baseUrl },
      oauth: noOAuth,
      oauthScopesOnSignIn: {},
      solveSignUp: undefined
    })
  })
