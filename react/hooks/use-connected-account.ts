/** Accounts at providers that the signed-in user connected. */
import type * as Redacted from "effect/Redacted"
import { connectedAccountQuery, connectedAccountTokenQuery } from "../../tiers/cache/signed-in-queries.ts"
import type { Connection, ConnectionOptions, GetConnectionError } from "../../tiers/calls/connected-accounts.ts"
import { type ReadState, useQueryState } from "./use-query-state.ts"
import { useQuery } from "./use-query.ts"

/** A token of the provider, for its own API. */
export interface ProviderToken {
  readonly accessToken: Redacted.Redacted<string>
}

/**
 * The account at a provider, or `null` if none is connected or it was not asked for the scopes. Suspends; throws
 * `GetConnectionError`.
 */
export const useConnectedAccount = (providerId: string, options?: ConnectionOptions): Connection | null =>
  useQuery(connectedAccountQuery(providerId, options))

/** The same without suspending. */
export const useConnectedAccountState = (
  providerId: string,
  options?: ConnectionOptions
): ReadState<Connection | null, GetConnectionError> => useQueryState(connectedAccountQuery(providerId, options))

/** A token of the provider with at least the scopes, or `null` as above. It is redacted: `Redacted.value(accessToken)`. */
export const useConnectedAccountToken = (providerId: string, options?: ConnectionOptions): ProviderToken | null =>
  useQuery(connectedAccountTokenQuery(providerId, options))

/** The same without suspending. `refresh` asks for a new token. */
export const useConnectedAccountTokenState = (
  providerId: string,
  options?: ConnectionOptions
): ReadState<ProviderToken | null, GetConnectionError> =>
  useQueryState(connectedAccountTokenQuery(providerId, options))
