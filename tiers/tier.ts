/** How a tier is put together: its calls over a session, and the layers that provide them. */
import type * as Config from "effect/Config"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import {
  type AdminConnectionOptions,
  type ApiConfigValues,
  type ConfigurationError,
  readConfig
} from "../core/config.ts"
import type { Environment } from "../core/settings.ts"
import { Transport } from "../core/http/transport.ts"
import * as FetchTransport from "../core/http/transport-fetch.ts"
import * as Navigation from "../core/navigation/navigation.ts"
import type { Tier } from "../core/schema/tier.ts"
import { makeConnection } from "../core/call/connection.ts"
import { makeInFlight } from "../core/call/in-flight.ts"
import * as Session from "../core/session/session.ts"
import { sessionKey } from "../core/session/tokens.ts"
import type { CallContext, CallParts, OAuthScopes } from "./calls/parts.ts"
import { readEnvironment } from "./environment.ts"
import type { ProjectOwnerSession } from "./project-owner.ts"
import { makeTokenStore, type TokenStoreOption } from "./token-store.ts"

/** The options about the user's session and pages. */
export interface SessionOptions extends Navigation.NavigationOptions {
  readonly tokenStore: TokenStoreOption
  /** Scopes to ask providers for besides what signing in needs, e.g. `{ google: ["…/calendar"] }`. */
  readonly oauthScopesOnSignIn?: OAuthScopes | undefined
}

export type TierOptions = AdminConnectionOptions & SessionOptions & {
  readonly projectOwnerSession?: ProjectOwnerSession | undefined
}

/** What a tier's calls are made from, and how to make them again for another session. */
export interface TierParts<Calls> extends CallParts {
  /** The same calls over the session in another store. Who holds the same session shares its refreshes. */
  readonly over: (store: TokenStoreOption) => Effect.Effect<Calls, ConfigurationError>
  /** The same calls over the same session as long as it is this user's. */
  readonly as: (userId: string) => Calls
}

/** What is fixed for a tier: its name, the common errors that its calls decode, where it looks for settings, and its calls. */
export interface TierFacts<Calls> {
  readonly tier: Tier
  readonly commonErrors: ApiConfigValues["commonErrors"]
  /** Reads the environment variables that the tier may know. */
  readonly environment: () => Environment
  readonly calls: (parts: TierParts<Calls>) => Calls
  /** Refuses the places where the tier must not run, and may put something before the network. */
  readonly connect?: (
    options: TierOptions,
    transport: Transport["Service"]
  ) => Effect.Effect<Connection, ConfigurationError>
}

/** The network of a tier, and whether it may be used for OAuth. */
export type Connection = Pick<CallParts, "oauth"> & { readonly transport: Transport["Service"] }

/** A tier's calls over the transport that is at hand. */
export const makeTier = <Calls>(
  { calls, commonErrors, connect = (_, transport) => Effect.succeed({ transport, oauth: Effect.void }), tier }: TierFacts<Calls>,
  options: TierOptions,
  environment: Environment
): Effect.Effect<Calls, ConfigurationError, Transport> =>
  Effect.gen(function*() {
    const { oauth, transport } = yield* connect(options, yield* Transport)
    const config = yield* readConfig(tier, options, environment, commonErrors)
    const navigation = Navigation.make(options)
    const { context: connected, sessionIn } = yield* makeConnection(config, transport)
    const inFlight = makeInFlight()

    const callsOf = (session: Session.Session["Service"]): Calls => {
      const context = Context.add(connected, Session.Session, session) as Context.Context<CallContext>
      // Each `getUser` of the facade asks for the calls of the user that it read, mostly the same: making them takes a
      // third of its time.
      let latest: { readonly userId: string; readonly calls: Calls } | undefined
      const as = (userId: string) => {
        if (latest?.userId !== userId) latest = { userId, calls: callsOf(Session.sessionOf(session, userId)) }
        return latest.calls
      }
      return calls({
        projectId: config.projectId,
        session,
        navigation,
        owner: { session, transport, baseUrl: config.baseUrl },
        oauth,
        oauthScopesOnSignIn: options.oauthScopesOnSignIn ?? {},
        bind: (effect) => Effect.ensuring(Effect.provideContext(effect, context), inFlight.written),
        shared: (name, effect) =>
          Effect.flatMap(session.stored, (tokens) =>
            inFlight.join(`${name} ${sessionKey(tokens)}`, Effect.provideContext(effect, context))),
        over,
        as
      })
    }
    const over = (store: TokenStoreOption): Effect.Effect<Calls, ConfigurationError> =>
      Effect.map(
        Effect.provideContext(makeTokenStore(store), connected),
        (tokens) => callsOf(sessionIn(tokens))
      )
    return yield* over(options.tokenStore)
  })

/** A tier's calls over `fetch`. Options win over environment variables. */
export const makeOverFetch = <Calls>(
  facts: TierFacts<Calls>,
  options: TierOptions
): Effect.Effect<Calls, ConfigurationError> =>
  Effect.flatMap(FetchTransport.make, (transport) =>
    Effect.provideContext(makeTier(facts, options, facts.environment()), Context.make(Transport, transport)))

/** A tier as a layer over a transport of the caller's own. */
export const layerNoDeps = <Self, Calls>(
  service: Context.Key<Self, Calls>,
  facts: TierFacts<Calls>,
  options: TierOptions
): Layer.Layer<Self, ConfigurationError, Transport> =>
  Layer.effect(service, Effect.suspend(() => makeTier(facts, options, facts.environment())))

/** A tier as a layer over `fetch`, with ids, keys and address from Effect's `Config`. */
export const layerConfig = <Self, Calls>(
  service: Context.Key<Self, Calls>,
  facts: TierFacts<Calls>,
  options: TierOptions
): Layer.Layer<Self, ConfigurationError | Config.ConfigError> =>
  Layer.effect(
    service,
    Effect.flatMap(readEnvironment(facts.tier), (environment) => makeTier(facts, options, environment))
  ).pipe(Layer.provide(FetchTransport.layer))
