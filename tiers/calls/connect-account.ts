/** A connected account, or the way to get one. */
import * as Effect from "effect/Effect"
import type { OAuthProviderId } from "../../core/schema/fields/oauth-provider-id.ts"
import {
  type ConnectedAccountOptions,
  connectedAccountCalls,
  type Connection,
  type GetConnectionError
} from "./connected-accounts.ts"
import { oauthCalls, type OAuthStartError } from "./oauth.ts"
import type { CallDependencies } from "./call-dependencies.ts"

/** The errors of `connectAccount`. */
export type ConnectAccountError = GetConnectionError | OAuthStartError

/** The connection of an account at a provider, in a browser. */
export interface ConnectAccountCalls {
  /**
   * Returns the user's account at a provider. If none is connected, or one without the scopes, the browser is
   * redirected to the provider, which redirects back to this page. Returns `null` if this page is still shown, as
   * `signInWithOAuth` does.
   */
  readonly connectAccount: (
    providerId: OAuthProviderId,
    options?: ConnectedAccountOptions
  ) => Effect.Effect<Connection | null, ConnectAccountError>
}

export const connectAccountCalls = (dependencies: CallDependencies): ConnectAccountCalls => ({
  connectAccount: (providerId, options = {}) =>
    Effect.flatMap(connectedAccountCalls(dependencies).get(providerId, options), (found) =>
      found === null
        ? Effect.as(oauthCalls(dependencies).linkOAuthAccount(providerId, options), null)
        : Effect.succeed(found)
    )
})
