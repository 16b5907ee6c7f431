/** The sessions of the signed-in user on all devices. */
import type { CannotGetOwnUserWithoutUser } from "../../core/errors/own-user.ts"
import type { ActiveSession } from "../../core/schema/active-session.ts"
import type { ListSessionsError } from "../../tiers/calls/active-sessions.ts"
import { type ReadState, useQueryState } from "../runtime/use-query-state.ts"
import { useQuery } from "../runtime/use-query.ts"

/** Returns the sessions that have not ended, newest first. Suspends. Throws `ListSessionsError`. */
export const useActiveSessions = (): ReadonlyArray<ActiveSession> =>
  useQuery(({ signedInQuery }) => signedInQuery("sessions.list"))

/** Same as `useActiveSessions`, without suspending. */
export const useActiveSessionsState = (): ReadState<
  ReadonlyArray<ActiveSession>,
  ListSessionsError | CannotGetOwnUserWithoutUser
> => useQueryState(({ signedInQuery }) => signedInQuery("sessions.list"))
