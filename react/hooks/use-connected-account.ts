/** Accounts at providers that the signed-in user connected. */
import type * as Redacted from "effect/Redacted"
import type { OAuthProviderId } from "../../core/schema/fields/oauth-provider-id.ts"
import {
  connectAccountQuery,
  connectedAccountQuery,
  connectedAccountTokenQuery
} from "../../tiers/cache/signed-in-queries.ts"
import type { Connection, ConnectedAccountOptions, GetConnectionError } from "../../tiers/calls/connected-accounts.ts"
import { type ReadState, useQueryState } from "../runtime/use-query-state.ts"
import { useQuery } from "../runtime/use-query.ts"

/** A token of the provider, for its own API. */
export interface ProviderToken {
  readonly accessToken: Redacted.Redacted<string>
}

/** What the account must have been asked for, and to leave for the provider where there is no such account. */
export interface ConnectOptions extends ConnectedAccountOptions {
  readonly or: "redirect"
}

/**
 * The account at a provider, or `null` if none is connected or it was not asked for the scopes. Suspends; throws
 * `GetConnectionError`.
 *
 * With `or: "redirect"` the browser leaves for the provider instead, once, and comes back to this page.
 */
export function useConnectedAccount(providerId: OAuthProviderId, options: ConnectOptions): Connection
export function useConnectedAccount(providerId: string, options?: ConnectedAccountOptions): Connection | null
export function useConnectedAccount(
  providerId: string,
  options: ConnectedAccountOptions & { readonly or?: "redirect" } = {}
): Connection | null {
  // The overloads let only a provider's id be asked for with `redirect`.
  return useQuery<Connection | null, unknown>(
    options.or === "redirect"
      ? connectAccountQuery(providerId as OAuthProviderId, options)
      : connectedAccountQuery(providerId, options)
  )
}

/** The same without suspending. */
export const useConnectedAccountState = (
  providerId: string,
  options?: ConnectedAccountOptions
): ReadState<Connection | null, GetConnectionError> => useQueryState(connectedAccountQuery(providerId, options))

/** A token of the provider with at least the scopes, or `null` as above. It is redacted: `Redacted.value(accessToken)`. */
export const useConnectedAccountToken = (providerId: string, options?: ConnectedAccountOptions): ProviderToken | null =>
  useQuery(connectedAccountTokenQuery(providerId, options))

/** The same without suspending. `refresh` asks for a new token. */
export const useConnectedAccountTokenState = (
  providerId: string,
  options?: ConnectedAccountOptions
): ReadState<ProviderToken | null, GetConnectionError> => useQueryState(connectedAccountTokenQuery(providerId, options))
