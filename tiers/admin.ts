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
import type * as Layer from "effect/Layer"
import type { ApiConfig } from "../core/config/api-config.ts"
import type { ConfigurationError } from "../core/config/configuration-error.ts"
import type { Transport } from "../core/http/transport.ts"
import { type AdminCalls, adminFacts } from "./admin-calls.ts"
import { allUserCalls } from "./calls/server/user-stream.ts"
import * as Layers from "./layers.ts"
import { makeOverFetch, type TierOptions, type TierServices } from "./tier.ts"

export { layerTokenStore } from "./layers.ts"
export type { AdminCalls } from "./admin-calls.ts"
export { isApiKeyValid, type WhyApiKeyInvalid, whyApiKeyInvalid } from "./calls/admin/api-key-validity.ts"
export { type ProductionModeError, productionModeErrors } from "./calls/admin/production-mode.ts"
export type { ProjectOwnerSession } from "./project-owner.ts"

/** The options of the admin tier. */
export type AdminOptions = TierOptions

/** The calls of the admin tier as a service of Effect. */
export class Admin extends Context.Service<Admin, AdminCalls>()("keystile/Admin") {}

const facts = adminFacts(allUserCalls)

/** An admin over `fetch`, as an effect. Options win over environment variables. */
export const make = (options: AdminOptions): Effect.Effect<AdminCalls, ConfigurationError> =>
  makeOverFetch(facts, options)

/** An admin over `fetch`. Options win over environment variables. */
export const layer = (options: AdminOptions): Layer.Layer<Admin, ConfigurationError> =>
  Layers.layer(Admin, facts, options)

/** An admin over a transport of your own. Options win over environment variables. */
export const layerNoDeps = (options: AdminOptions): Layer.Layer<Admin, ConfigurationError, Transport> =>
  Layers.layerNoDeps(Admin, facts, options)

/**
 * An admin with project, keys and URL of Effect's `Config`, under the names of the environment variables.
 */
export const layerConfig = (options: AdminOptions): Layer.Layer<Admin, ConfigurationError | Config.ConfigError> =>
  Layers.layerConfig(Admin, facts, options)

/**
 * The calls alone, over services of the program's own: configuration, network, refresher and session. See
 * `layerApiConfig`, `layerTokenStore`, and `layerRefresher` and `layerSession` of `keystile` for the ones that `layer`
 * uses.
 *
 * @example
 * const Live = Admin.layerCalls(options).pipe(
 *   Layer.provide(layerSession),
 *   Layer.provide([MyRefresher, Admin.layerTokenStore("memory")]),
 *   Layer.provide(Admin.layerApiConfig(options)),
 *   Layer.provide(layerFetch)
 * )
 */
export const layerCalls = (options: AdminOptions): Layer.Layer<Admin, never, TierServices> =>
  Layers.layerCalls(Admin, facts, options)

/** The configuration and the network of the calls. Options win over environment variables. */
export const layerApiConfig = (
  options: AdminOptions
): Layer.Layer<ApiConfig | Transport, ConfigurationError, Transport> =>
  Layers.layerApiConfig(facts, options, Effect.sync(facts.environment))
