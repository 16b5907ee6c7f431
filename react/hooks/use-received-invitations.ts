/** Invitations to teams that the signed-in user received. */
import type { ListReceivedInvitationsError, ReceivedTeamInvitation } from "../../tiers/calls/received-invitations.ts"
import { useQuery } from "../runtime/use-query.ts"
import { type ReadState, useQueryState } from "../runtime/use-query-state.ts"

/**
 * Returns the open invitations to the user's verified emails, the newest first. Suspends. Throws
 * `ListReceivedInvitationsError`.
 */
export const useReceivedInvitations = (): ReadonlyArray<ReceivedTeamInvitation> =>
  useQuery(({ receivedInvitationsQuery }) => receivedInvitationsQuery)

/** Same as `useReceivedInvitations`, without suspending. */
export const useReceivedInvitationsState = (): ReadState<
  ReadonlyArray<ReceivedTeamInvitation>,
  ListReceivedInvitationsError
> => useQueryState(({ receivedInvitationsQuery }) => receivedInvitationsQuery)
