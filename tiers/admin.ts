/**
 * The admin tier: what a project's owner does with the super secret admin key (never in a browser), or by their own
 * session as a user of the internal project.
 *
 * @example
 * import * as Admin from "keystile/admin"
 *
 * const program = Effect.gen(function*() {
 *   const admin = yield* Admin.Admin
 *   const problems = yield* admin.getProductionModeErrors()
 *   return problems.length > 0 ? problems : yield* admin.updateProject({ isProductionMode: true })
 * })
 * program.pipe(Effect.provide(Admin.layerConfig({ tokenStore: null })))
 */
import type * as Config from "effect/Config"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { ConfigurationError } from "../core/config.ts"
import { commonErrors } from "../core/errors/undeclared.ts"
import type { Transport } from "../core/http/transport.ts"
import { type ApiKeyCalls, apiKeyCalls } from "./calls/admin/api-keys.ts"
import { type DashboardCalls, dashboardCalls } from "./calls/admin/dashboard.ts"
import { type EmailTemplateCalls, emailTemplateCalls } from "./calls/admin/email-templates.ts"
import { type PermissionDefinitionCalls, permissionDefinitionCalls } from "./calls/admin/permission-definitions.ts"
import { type ProjectCalls, projectCalls } from "./calls/admin/project.ts"
import { type ServerUserCalls, serverUserCalls } from "./server.ts"
import { serverEnvironment } from "./environment.ts"
import { noOAuth, ownerTransport } from "./project-owner.ts"
import { refuseBrowser } from "./secret-place.ts"
import {
  type Connection,
  layerConfig as tierLayerConfig,
  layerNoDeps as tierLayerNoDeps,
  makeOverFetch,
  type TierFacts,
  type TierOptions,
  type TierParts
} from "./tier.ts"
import type { TokenStoreOption } from "./token-store.ts"

export { isApiKeyValid, type WhyApiKeyInvalid, whyApiKeyInvalid } from "./calls/admin/api-key-validity.ts"
export { type ProductionModeError, productionModeErrors } from "./calls/admin/production-mode.ts"
export type { ProjectOwnerSession } from "./project-owner.ts"

export type AdminOptions = TierOptions

/** The calls of the admin tier. */
export interface AdminCalls extends ServerUserCalls, ProjectCalls, DashboardCalls {
  /** The keys of the project. */
  readonly apiKeys: ApiKeyCalls
  /** The mails that the project sends. */
  readonly emailTemplates: EmailTemplateCalls
  /** The permissions that the project knows. */
  readonly permissionDefinitions: PermissionDefinitionCalls
  /** The same calls for the session in another store. */
  readonly withTokenStore: (store: TokenStoreOption) => Effect.Effect<AdminCalls, ConfigurationError>
  /**
   * The same calls, as long as this user is signed in: once it is somebody else they fail with `SessionChanged`, and
   * nothing is sent. For what is kept of a user and used later.
   */
  readonly as: (userId: string) => AdminCalls
}

export class Admin extends Context.Service<Admin, AdminCalls>()("keystile/Admin") {}

const adminCalls = (parts: TierParts<AdminCalls>): AdminCalls => ({
  ...serverUserCalls(parts),
  ...projectCalls(parts),
  ...dashboardCalls(parts),
  apiKeys: apiKeyCalls(parts),
  emailTemplates: emailTemplateCalls(parts),
  permissionDefinitions: permissionDefinitionCalls(parts),
  withTokenStore: parts.over,
  as: parts.as
})

const facts: TierFacts<AdminCalls> = {
  tier: "admin",
  commonErrors: Effect.succeed(commonErrors),
  environment: serverEnvironment,
  connect: (options, transport) =>
    Effect.flatMap(refuseBrowser(options), (): Effect.Effect<Connection> =>
      options.projectOwnerSession === undefined
        ? Effect.succeed({ transport, oauth: Effect.void })
        : Effect.map(ownerTransport(options.projectOwnerSession), (transport) => ({ transport, oauth: noOAuth }))),
  calls: adminCalls
}

/** An admin over `fetch`, as an effect. Options win over environment variables. */
export const make = (options: AdminOptions): Effect.Effect<AdminCalls, ConfigurationError> =>
  makeOverFetch(facts, options)

/** An admin over `fetch`. Options win over environment variables. */
export const layer = (options: AdminOptions): Layer.Layer<Admin, ConfigurationError> =>
  Layer.effect(Admin, Effect.suspend(() => make(options)))

/** An admin over a transport of your own. Options win over environment variables. */
export const layerNoDeps = (options: AdminOptions): Layer.Layer<Admin, ConfigurationError, Transport> =>
  tierLayerNoDeps(Admin, facts, options)

/** An admin whose project, keys and address come from Effect's `Config`, under the names of the environment variables. */
export const layerConfig = (options: AdminOptions): Layer.Layer<Admin, ConfigurationError | Config.ConfigError> =>
  tierLayerConfig(Admin, facts, options)
