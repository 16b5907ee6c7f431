/** The passkeys of the signed-in user. An extension of the wire, see `hasExtension`. */
import type { CannotGetOwnUserWithoutUser } from "../../core/errors/own-user.ts"
import type { Passkey } from "../../core/schema/passkey.ts"
import type { ListPasskeysError } from "../../tiers/calls/passkey-list.ts"
import { type ReadState, useQueryState } from "../runtime/use-query-state.ts"
import { useQuery } from "../runtime/use-query.ts"

/** Returns the passkeys, oldest first. Suspends. Throws `ListPasskeysError`. */
export const usePasskeys = (): ReadonlyArray<Passkey> => useQuery(({ signedInQuery }) => signedInQuery("passkeys.list"))

/** Same as `usePasskeys`, without suspending. */
export const usePasskeysState = (): ReadState<
  ReadonlyArray<Passkey>,
  ListPasskeysError | CannotGetOwnUserWithoutUser
> => useQueryState(({ signedInQuery }) => signedInQuery("passkeys.list"))
