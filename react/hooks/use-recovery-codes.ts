/** The recovery codes of the signed-in user's second factor. An extension of the wire, see `hasExtension`. */
import type { CannotGetOwnUserWithoutUser } from "../../core/errors/own-user.ts"
import type { RecoveryCodesState } from "../../core/schema/recovery-codes.ts"
import type { RecoveryCodesStateError } from "../../tiers/calls/recovery-codes.ts"
import { type ReadState, useQueryState } from "../runtime/use-query-state.ts"
import { useQuery } from "../runtime/use-query.ts"

/** Returns how many recovery codes are unused. Suspends. Throws `RecoveryCodesStateError`. */
export const useRecoveryCodes = (): RecoveryCodesState =>
  useQuery(({ signedInQuery }) => signedInQuery("recoveryCodes.getState"))

/** Same as `useRecoveryCodes`, without suspending. */
export const useRecoveryCodesState = (): ReadState<
  RecoveryCodesState,
  RecoveryCodesStateError | CannotGetOwnUserWithoutUser
> => useQueryState(({ signedInQuery }) => signedInQuery("recoveryCodes.getState"))
