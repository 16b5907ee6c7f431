/** Reads which owner of the project is signed in as the user. */
import type { Impersonation } from "../../tiers/cache/impersonation-query.ts"
import { useQueryState } from "../runtime/use-query-state.ts"

export type { Impersonation }

/**
 * Returns the owner who is signed in as the user, and `null` for the user's own session and until it is known. The
 * provider shows a banner in such a session by itself. For what only the user in person may do, also check the claim
 * `act` of the access token on the server.
 */
export const useImpersonation = (): Impersonation | null =>
  useQueryState(({ impersonationQuery }) => impersonationQuery).data ?? null
