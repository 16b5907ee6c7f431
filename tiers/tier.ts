/** Makes a tier: its configuration, its services, and its calls over a session. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { AdminConfigOptions } from "../core/config/options.ts"
import { ApiConfig, type ApiConfigValues } from "../core/config/api-config.ts"
import type { ConfigurationError } from "../core/config/configuration-error.ts"
import { readConfig } from "../core/config/read-config.ts"
import type { Environment } from "../core/environment/variables.ts"
import { Transport } from "../core/http/transport.ts"
import * as FetchTransport from "../core/http/transport-fetch.ts"
import * as Navigation from "../core/navigation/navigation.ts"
import type { Tier } from "../core/schema/tier.ts"
import { makeApiContext } from "../core/call/api-context.ts"
import { Refresher } from "../core/session/refresher.ts"
import * as Session from "../core/session/session.ts"
import { makeBinding } from "./bind-calls.ts"
import type { CallDependencies, OAuthScopes } from "./calls/call-dependencies.ts"
import type { SignUpProofSolver } from "./calls/sign-up-challenge.ts"
import type { ProjectOwnerSession } from "./project-owner.ts"
import { makeTokenStore, type TokenStoreOption } from "./token-store.ts"

/** The options about the user's session and pages. */
export interface SessionOptions extends Navigation.NavigationOptions {
  readonly tokenStore: TokenStoreOption
  /** Scopes to request of providers besides those of signing in, e.g. `{ google: ["…/calendar"] }`. */
  readonly oauthScopesOnSignIn?: OAuthScopes | undefined
  /**
   * Makes the proof that a project requires at sign-up, e.g. the token of a Turnstile widget. A proof of work needs
   * none. Called when the service requires a proof that the call does not have.
   */
  readonly signUpProof?: SignUpProofSolver | undefined
}

export type TierOptions = AdminConfigOptions &
  SessionOptions & {
    readonly projectOwnerSession?: ProjectOwnerSession | undefined
  }

/** The dependencies of a tier's calls, and functions that make the calls for another session. */
export interface TierDependencies<Calls> extends CallDependencies {
  /** The same calls over the session in another store. Calls over the same session share its refreshes. */
  readonly withTokenStore: (store: TokenStoreOption) => Effect.Effect<Calls, ConfigurationError>
  /** The same calls over the same session as long as it is this user's. */
  readonly as: (userId: string) => Calls
}

/** The constants of a tier: its name, the common errors that its calls decode, its environment variables, its calls. */
export interface TierFacts<Calls> {
  readonly tier: Tier
  readonly commonErrors: ApiConfigValues["commonErrors"]
  /** Reads the environment variables of the tier. */
  readonly environment: () => Environment
  readonly calls: (dependencies: TierDependencies<Calls>) => Calls
  /** Fails in environments where the tier must not run. */
  readonly refuse?: (options: TierOptions) => Effect.Effect<void, ConfigurationError>
  /** Wraps the network of the tier. */
  readonly transport?: (options: TierOptions, transport: Transport["Service"]) => Effect.Effect<Transport["Service"]>
  /** Fails where the tier has no OAuth. */
  readonly oauth?: (options: TierOptions) => CallDependencies["oauth"]
}

/** The services that a tier's calls run on. A program may provide its own in place of each. */
export type TierServices = ApiConfig | Transport | Refresher | Session.Session

/** Makes a tier's calls over its services. */
export const makeCalls = <Calls>(
  { calls, oauth = () => Effect.void }: TierFacts<Calls>,
  options: TierOptions
): Effect.Effect<Calls, never, TierServices> =>
  Effect.gen(function* () {
    const { baseUrl, projectId } = yield* ApiConfig
    const transport = yield* Transport
    const refresher = yield* Refresher
    const connected = Context.make(ApiConfig, yield* ApiConfig)
    const binding = yield* makeBinding
    const navigation = Navigation.make(options)

    const callsOf = (session: Session.Session["Service"]): Calls => {
      // The promise apps bind the calls to the user of each `getUser`, mostly the same one. Without this cache that
      // takes a third of the time of `getUser`.
      let latest: { readonly userId: string; readonly calls: Calls } | undefined
      const as = (userId: string) => {
        if (latest?.userId !== userId) latest = { userId, calls: callsOf(Session.sessionOf(session, userId)) }
        return latest.calls
      }
      const withTokenStore = (store: TokenStoreOption): Effect.Effect<Calls, ConfigurationError> =>
        Effect.map(Effect.provideContext(makeTokenStore(store), connected), (tokens) =>
          callsOf(Session.make(tokens, refresher))
        )
      return calls({
        ...binding(session),
        projectId,
        session,
        navigation,
        owner: { session, transport, baseUrl },
        oauth: oauth(options),
        oauthScopesOnSignIn: options.oauthScopesOnSignIn ?? {},
        solveSignUp: options.signUpProof,
        withTokenStore,
        as
      })
    }
    return callsOf(yield* Session.Session)
  })

/** Reads a tier's configuration, and wraps the transport in the context as the tier requires. */
export const connectTier = <Calls>(
  {
    commonErrors,
    refuse = () => Effect.void,
    tier,
    transport: wrap = (_, transport) => Effect.succeed(transport)
  }: TierFacts<Calls>,
  options: TierOptions,
  environment: Environment
): Effect.Effect<Context.Context<ApiConfig | Transport>, ConfigurationError, Transport> =>
  Effect.gen(function* () {
    yield* refuse(options)
    const transport = yield* wrap(options, yield* Transport)
    const config = yield* readConfig(tier, options, environment, commonErrors)
    return Context.make(ApiConfig, config).pipe(Context.add(Transport, transport))
  })

/** Makes a tier's calls over `fetch`, without layers. Options win over environment variables. */
export const makeOverFetch = <Calls>(
  facts: TierFacts<Calls>,
  options: TierOptions
): Effect.Effect<Calls, ConfigurationError> =>
  Effect.gen(function* () {
    const fetched = Context.make(Transport, yield* FetchTransport.make)
    const connected = yield* Effect.provideContext(connectTier(facts, options, facts.environment()), fetched)
    const context = yield* makeApiContext(Context.get(connected, ApiConfig), Context.get(connected, Transport))
    const tokens = yield* Effect.provideContext(makeTokenStore(options.tokenStore), context)
    const session = Session.make(tokens, Context.get(context, Refresher))
    return yield* Effect.provideContext(makeCalls(facts, options), Context.add(context, Session.Session, session))
  })
