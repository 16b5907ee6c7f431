/** The invitations that the account settings show. */
import type { Team } from "../../core/schema/team.ts"
import type { ListReceivedInvitationsError, ReceivedTeamInvitation } from "../../tiers/calls/received-invitations.ts"
import { useReceivedInvitationsState } from "../hooks/use-received-invitations.ts"
import { useTeamsState } from "../hooks/use-teams.ts"
import { type LatestRead, useLatest } from "./use-latest.ts"

/** Returns the newest invitation to each team that the user is not in. */
export const openInvitations = (
  received: ReadonlyArray<ReceivedTeamInvitation>,
  teams: ReadonlyArray<Pick<Team, "id">>
): ReadonlyArray<ReceivedTeamInvitation> => {
  const seen = new Set(teams.map(({ id }) => id))
  return received.filter(({ teamId }) => !seen.has(teamId) && seen.add(teamId))
}

/** Returns the open invitations to other teams than the user's own. */
export const useOpenInvitations = (): LatestRead<
  ReadonlyArray<ReceivedTeamInvitation>,
  ListReceivedInvitationsError
> => {
  const received = useLatest(useReceivedInvitationsState())
  const { data: teams } = useLatest(useTeamsState())
  const data = received.data === undefined || teams === undefined ? undefined : openInvitations(received.data, teams)
  return { ...received, data }
}
