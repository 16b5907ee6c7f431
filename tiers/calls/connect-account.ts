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

export type ConnectAccountError = GetConnectionError | OAuthStartError

export interface ConnectAccountCalls {
  /**
   * The user's account at a provider. Where none is connected, or it was not asked for the scopes, it leaves for the
   * provider to ask for them and never succeeds: the browser comes back to this page.
   */
  readonly connectAccount: (
    providerId: OAuthProviderId,
    options?: ConnectedAccountOptions
  ) => Effect.Effect<Connection, ConnectAccountError>
}

export const connectAccountCalls = (dependencies: CallDependencies): ConnectAccountCalls => ({
  connectAccount: (providerId, options = {}) =>
    Effect.flatMap(connectedAccountCalls(dependencies).get(providerId, options), (found) =>
      found === null ? oauthCalls(dependencies).linkOAuthAccount(providerId, options) : Effect.succeed(found)
    )
})
