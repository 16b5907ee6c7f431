/** The layers of a tier: its configuration and network, its token store, its session and its calls. */
import type * as Config from "effect/Config"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ServiceRefresher from "../core/call/service-refresher.ts"
import type { ApiConfig } from "../core/config/api-config.ts"
import type { ConfigurationError } from "../core/config/configuration-error.ts"
import type { Transport } from "../core/http/transport.ts"
import * as FetchTransport from "../core/http/transport-fetch.ts"
import * as Session from "../core/session/session.ts"
import { TokenStore } from "../core/session/token-store.ts"
import type { Environment } from "../core/environment/variables.ts"
import { readEnvironment } from "./server-environment.ts"
import { connectTier, makeCalls, type TierFacts, type TierOptions, type TierServices } from "./tier.ts"
import { makeTokenStore, type TokenStoreOption } from "./token-store.ts"

/** The token store of an option. */
export const layerTokenStore = (option: TokenStoreOption): Layer.Layer<TokenStore, ConfigurationError, ApiConfig> =>
  Layer.effect(TokenStore, makeTokenStore(option))

/** The calls of a tier over services of the program's own. */
export const layerCalls = <Self, Calls>(
  service: Context.Key<Self, Calls>,
  facts: TierFacts<Calls>,
  options: TierOptions
): Layer.Layer<Self, never, TierServices> => Layer.effect(service, makeCalls(facts, options))

/** The configuration of a tier, and its transport over the given one. */
export const layerApiConfig = <Calls, E>(
  facts: TierFacts<Calls>,
  options: TierOptions,
  environment: Effect.Effect<Environment, E>
): Layer.Layer<ApiConfig | Transport, ConfigurationError | E, Transport> =>
  Layer.effectContext(Effect.flatMap(environment, (variables) => connectTier(facts, options, variables)))

/**
 * A tier over a transport of the program's own: its calls, and the layers of its session, refresher and token store.
 */
const layerOver = <Self, Calls, E>(
  service: Context.Key<Self, Calls>,
  facts: TierFacts<Calls>,
  options: TierOptions,
  environment: Effect.Effect<Environment, E>
): Layer.Layer<Self, ConfigurationError | E, Transport> =>
  layerCalls(service, facts, options).pipe(
    Layer.provide(Session.layer),
    Layer.provide([ServiceRefresher.layer, layerTokenStore(options.tokenStore)]),
    Layer.provide(layerApiConfig(facts, options, environment))
  )

/** A tier over a transport of the program's own. Options win over environment variables. */
export const layerNoDeps = <Self, Calls>(
  service: Context.Key<Self, Calls>,
  facts: TierFacts<Calls>,
  options: TierOptions
): Layer.Layer<Self, ConfigurationError, Transport> =>
  layerOver(service, facts, options, Effect.sync(facts.environment))

/** A tier over `fetch`. Options win over environment variables. */
export const layer = <Self, Calls>(
  service: Context.Key<Self, Calls>,
  facts: TierFacts<Calls>,
  options: TierOptions
): Layer.Layer<Self, ConfigurationError> => Layer.provide(layerNoDeps(service, facts, options), FetchTransport.layer)

/** A tier over `fetch`, with ids, keys and URL from Effect's `Config`. */
export const layerConfig = <Self, Calls>(
  service: Context.Key<Self, Calls>,
  facts: TierFacts<Calls>,
  options: TierOptions
): Layer.Layer<Self, ConfigurationError | Config.ConfigError> =>
  Layer.provide(layerOver(service, facts, options, readEnvironment(facts.tier)), FetchTransport.layer)
