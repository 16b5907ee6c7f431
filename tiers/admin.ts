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
import type { Transport } from "../core/http/transport.ts"
import { type AdminCalls, adminFacts } from "./admin-calls.ts"
import { allUserCalls } from "./calls/server/user-stream.ts"
import { layerConfig as tierLayerConfig, layerNoDeps as tierLayerNoDeps, makeOverFetch, type TierOptions } from "./tier.ts"

export type { AdminCalls } from "./admin-calls.ts"
export { isApiKeyValid, type WhyApiKeyInvalid, whyApiKeyInvalid } from "./calls/admin/api-key-validity.ts"
export { type ProductionModeError, productionModeErrors } from "./calls/admin/production-mode.ts"
export type { ProjectOwnerSession } from "./project-owner.ts"

export type AdminOptions = TierOptions

export class Admin extends Context.Service<Admin, AdminCalls>()("keystile/Admin") {}

const facts = adminFacts(allUserCalls)

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
