/** The accounts of the signed-in user at OAuth providers. */
import type { CannotGetOwnUserWithoutUser } from "../../core/errors/own-user.ts"
import type { OAuthAccount } from "../../core/schema/oauth-account.ts"
import type { ListOAuthAccountsError } from "../../tiers/calls/oauth-providers.ts"
import { type ReadState, useQueryState } from "../runtime/use-query-state.ts"
import { useQuery } from "../runtime/use-query.ts"

/**
 * Returns the accounts, also those that are not for sign-in, oldest first. Suspends. Throws `ListOAuthAccountsError`.
 */
export const useOAuthProviders = (): ReadonlyArray<OAuthAccount> =>
  useQuery(({ signedInQuery }) => signedInQuery("oauthProviders.list"))

/** Same as `useOAuthProviders`, without suspending. */
export const useOAuthProvidersState = (): ReadState<
  ReadonlyArray<OAuthAccount>,
  ListOAuthAccountsError | CannotGetOwnUserWithoutUser
> => useQueryState(({ signedInQuery }) => signedInQuery("oauthProviders.list"))
