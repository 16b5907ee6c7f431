/** The calls of the admin tier. */
import * as Effect from "effect/Effect"
import type { ConfigurationError } from "../core/config/configuration-error.ts"
import { commonErrors } from "../core/errors/common-errors.ts"
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
import type { PagedUserCalls } from "./calls/server/all-users.ts"
import type { AllUserCalls } from "./calls/server/user-stream.ts"
import { serverEnvironment } from "./server-environment.ts"
import { noOAuth, ownerTransport } from "./project-owner.ts"
import { refuseBrowser } from "./refuse-browser.ts"
import { type ServerUserCalls, serverUserCalls, type UsersOf } from "./server-calls.ts"
import type { TierFacts } from "./tier.ts"
import type { TokenStoreOption } from "./token-store.ts"

/** The calls of the admin tier. */
export interface AdminCalls<Users extends PagedUserCalls = AllUserCalls>
  extends ServerUserCalls<Users>, ProjectCalls, DashboardCalls, ImpersonationCalls {
  /** The keys of the project. */
  readonly apiKeys: ApiKeyCalls
  /** The email templates of the project. */
  readonly emailTemplates: EmailTemplateCalls
  /** The definitions of team permissions. */
  readonly permissionDefinitions: PermissionDefinitionCalls
  /**
   * The definitions of project permissions. `config.userDefaultPermissions` of the project lists those of new users.
   */
  readonly projectPermissionDefinitions: PermissionDefinitionCalls
  /** The webhooks of the project: an extension of the wire, listed as `webhooks` (`hasExtension`). */
  readonly webhooks: WebhookCalls
  /**
   * The same calls for the session in another store.
   *
   * @param store The store: `cookie`, `memory`, a request, given tokens, or functions that read and write them.
   */
  readonly withTokenStore: (store: TokenStoreOption) => Effect.Effect<AdminCalls<Users>, ConfigurationError>
  /**
   * The same calls bound to this user. When another user has signed in, they fail with `SessionChanged` and send no
   * request. For objects that a program keeps of a user and uses later.
   *
   * @param userId The id of the signed-in user.
   */
  readonly as: (userId: string) => AdminCalls<Users>
}

/** The admin tier, over `fetch` or any other network. */
export const adminFacts = <Users extends PagedUserCalls>(users: UsersOf<Users>): TierFacts<AdminCalls<Users>> => ({
  tier: "admin",
  commonErrors: Effect.succeed(commonErrors),
  environment: serverEnvironment,
  refuse: refuseBrowser,
  transport: ({ projectOwnerSession }, transport) =>
    projectOwnerSession === undefined ? Effect.succeed(transport) : ownerTransport(projectOwnerSession),
  oauth: ({ projectOwnerSession }) => (projectOwnerSession === undefined ? Effect.void : noOAuth),
  calls: (dependencies) => ({
    ...serverUserCalls(dependencies, users),
    ...projectCalls(dependencies),
    ...dashboardCalls(dependencies),
    ...impersonationCalls(dependencies),
    apiKeys: apiKeyCalls(dependencies),
    emailTemplates: emailTemplateCalls(dependencies),
    permissionDefinitions: permissionDefinitionCalls(dependencies),
    projectPermissionDefinitions: projectPermissionDefinitionCalls(dependencies),
    webhooks: webhookCalls(dependencies),
    withTokenStore: dependencies.withTokenStore,
    as: dependencies.as
  })
})

/** The calls without streams. */
export type PagedAdminCalls = AdminCalls<PagedUserCalls>
