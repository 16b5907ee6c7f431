/** The dependencies of a tier's calls. */
import type * as Effect from "effect/Effect"
import type { ApiConfig, SecretKeys } from "../../core/config/api-config.ts"
import type { RequestError } from "../../core/errors/request-error.ts"
import type { Transport } from "../../core/http/transport.ts"
import type { Navigation } from "../../core/navigation/navigation.ts"
import type { OAuthProviderId } from "../../core/schema/fields/oauth-provider-id.ts"
import type { Session } from "../../core/session/session.ts"
import type { ProjectOwnerSession } from "../project-owner.ts"
import type { SignUpProofSolver } from "./sign-up-challenge.ts"

/** The services that every call of a tier needs. */
export type CallContext = Transport | ApiConfig | Session | SecretKeys

/** The result of a sign-in. The session itself is in the token store. */
export interface NewSession {
  /** The sign-in created the user. The next page is `afterSignUp`. */
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
  /** Fails in a tier without OAuth: one that acts by the session of a project's owner. */
  readonly oauth: Effect.Effect<void, RequestError>
  /** The scopes to request from each provider besides those of a sign-in. */
  readonly oauthScopesOnSignIn: OAuthScopes
  /** Makes the proofs of sign-ups, besides proofs of work. */
  readonly solveSignUp: SignUpProofSolver | undefined
  /**
   * Provides the services of the tier to an effect. When the effect ends, later reads by `shared` do not join earlier
   * ones, because it may have written.
   */
  readonly bind: <A, E>(effect: Effect.Effect<A, E, CallContext>) => Effect.Effect<A, E>
  /**
   * Binds a read and deduplicates it (single flight): concurrent reads of one session by the same name share one
   * request, also through different token stores.
   */
  readonly share: <A, E>(name: string, effect: Effect.Effect<A, E, CallContext>) => Effect.Effect<A, E>
}
