/** OAuth connected accounts of the signed-in user. */
import type * as Redacted from "effect/Redacted"
import type { OAuthProviderId } from "../../core/schema/fields/oauth-provider-id.ts"
import type { CannotGetOwnUserWithoutUser } from "../../core/errors/own-user.ts"
import type { ConnectedAccount } from "../../core/schema/oauth-account.ts"
import type {
  ConnectedAccountOptions,
  Connection,
  GetConnectionError,
  ListConnectedAccountsError,
  ProviderTokenOptions,
  RequireConnectionOptions
} from "../../tiers/calls/connected-accounts.ts"
import { type ReadState, useQueryState } from "../runtime/use-query-state.ts"
import { useQuery } from "../runtime/use-query.ts"

/** An access token of the provider's API. */
export interface ProviderToken {
  /** The access token of the provider. */
  readonly accessToken: Redacted.Redacted<string>
}

/** Options with which the hook connects an account. */
export interface ConnectOptions extends ConnectedAccountOptions {
  /** The behavior if no account with the scopes is connected: redirects to the provider. */
  readonly or: "redirect"
}

/**
 * Returns the account at a provider; `null` if none with the scopes is connected. Suspends. Throws
 * `GetConnectionError`.
 *
 * With `or: "redirect"` it redirects to the provider instead, and back to this page; it returns `null` if this page is
 * still shown after 10 s, for example because the user stopped loading. With `or: "throw"` it throws
 * `OAuthConnectionNotConnectedToUser` or `OAuthConnectionDoesNotHaveRequiredScope`.
 */
export function useConnectedAccount(providerId: OAuthProviderId, options: ConnectOptions): Connection | null
/** Returns the user's account at a provider; throws without one. Suspends until it is read. */
export function useConnectedAccount(providerId: string, options: RequireConnectionOptions): Connection
/** Returns the user's account at a provider; `null` without one. Suspends until it is read. */
export function useConnectedAccount(providerId: string, options?: ConnectedAccountOptions): Connection | null
export function useConnectedAccount(
  providerId: string,
  options: ConnectedAccountOptions & { readonly or?: "redirect" | "throw" } = {}
): Connection | null {
  // The overloads allow `redirect` only with the id of a known provider.
  return useQuery<Connection | null, unknown>(({ connectAccountQuery, connectedAccountQuery, requiredAccountQuery }) =>
    options.or === "redirect"
      ? connectAccountQuery(providerId as OAuthProviderId, options)
      : options.or === "throw"
        ? requiredAccountQuery(providerId, options)
        : connectedAccountQuery(providerId, options)
  )
}

/** Same as `useConnectedAccount`, without suspending. */
export const useConnectedAccountState = (
  providerId: string,
  options?: ConnectedAccountOptions
): ReadState<Connection | null, GetConnectionError> =>
  useQueryState(({ connectedAccountQuery }) => connectedAccountQuery(providerId, options))

/** Returns all connected accounts, oldest first. Suspends. Throws `ListConnectedAccountsError`. */
export const useConnectedAccounts = (): ReadonlyArray<ConnectedAccount> =>
  useQuery(({ signedInQuery }) => signedInQuery("connectedAccounts.list"))

/** Same as `useConnectedAccounts`, without suspending. */
export const useConnectedAccountsState = (): ReadState<
  ReadonlyArray<ConnectedAccount>,
  ListConnectedAccountsError | CannotGetOwnUserWithoutUser
> => useQueryState(({ signedInQuery }) => signedInQuery("connectedAccounts.list"))

/**
 * Returns a token of the provider with at least the scopes, of any account or of that with `accountId`; `null` if no
 * account has them. Suspends. Throws `GetConnectionError`. Read it by `Redacted.value(accessToken)`.
 */
export const useConnectedAccountToken = (providerId: string, options?: ProviderTokenOptions): ProviderToken | null =>
  useQuery(({ connectedAccountTokenQuery }) => connectedAccountTokenQuery(providerId, options))

/** Same as `useConnectedAccountToken`, without suspending. `refresh` requests a new token. */
export const useConnectedAccountTokenState = (
  providerId: string,
  options?: ProviderTokenOptions
): ReadState<ProviderToken | null, GetConnectionError> =>
  useQueryState(({ connectedAccountTokenQuery }) => connectedAccountTokenQuery(providerId, options))
