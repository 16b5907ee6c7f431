/** What a tier's calls are made from. */
import type * as Effect from "effect/Effect"
import type { ApiConfig, SecretKeys } from "../../core/config/api-config.ts"
import type { RequestError } from "../../core/errors/request-error.ts"
import type { Transport } from "../../core/http/transport.ts"
import type { Navigation } from "../../core/navigation/navigation.ts"
import type { OAuthProviderId } from "../../core/schema/fields/oauth-provider-id.ts"
import type { Session } from "../../core/session/session.ts"
import type { ProjectOwnerSession } from "../project-owner.ts"

/** What every call of a tier runs in. */
export type CallContext = Transport | ApiConfig | Session | SecretKeys

/** What a sign-in gives back. The session itself is in the token store. */
export interface NewSession {
  /** Whether this made the user: then `afterSignUp` is where to go on. */
  readonly isNewUser: boolean
}

/** Scopes by provider. */
export type OAuthScopes = { readonly [Provider in OAuthProviderId]?: ReadonlyArray<string> | undefined }

export interface CallDependencies {
  readonly projectId: string
  readonly session: Session["Service"]
  readonly navigation: Navigation["Service"]
  /** The session with the network under it, for apps that act by it. */
  readonly owner: ProjectOwnerSession
  /** Fails where the app can do no OAuth: one that acts by its owner's session. */
  readonly oauth: Effect.Effect<void, RequestError>
  /** What is asked of each provider besides what signing in needs. */
  readonly oauthScopesOnSignIn: OAuthScopes
  /** Gives an effect its connection: a tier's methods need nothing more. */
  readonly bind: <A, E>(effect: Effect.Effect<A, E, CallContext>) => Effect.Effect<A, E>
  /**
   * Binds a read, whose name stands for it: callers of one session who ask at the same moment, through whatever store,
   * share one request. Who asks after the answer asks anew.
   */
  readonly shared: <A, E>(name: string, effect: Effect.Effect<A, E, CallContext>) => Effect.Effect<A, E>
}
