/** Who is in a team, how they appear there, and who is invited. */
import type { TeamInvitation } from "../../core/schema/team-member.ts"
import { teamInvitationsQuery, teamProfileQuery, teamUsersQuery } from "../../tiers/cache/signed-in-queries.ts"
import type { TeamInvitationError } from "../../tiers/calls/team-invitations.ts"
import type { GetTeamProfileError, ListTeamUsersError, TeamProfile, TeamUser } from "../../tiers/calls/team-members.ts"
import { teamIdOf, type TeamRef } from "./team-ref.ts"
import { type ReadState, useQueryState } from "../runtime/use-query-state.ts"
import { useQuery } from "../runtime/use-query.ts"

/** The members of a team. Needs `$read_members`. Suspends; throws `ListTeamUsersError`. */
export const useTeamUsers = (team: TeamRef): ReadonlyArray<TeamUser> => useQuery(teamUsersQuery(teamIdOf(team)))

/** The same without suspending. */
export const useTeamUsersState = (team: TeamRef): ReadState<ReadonlyArray<TeamUser>, ListTeamUsersError> =>
  useQueryState(teamUsersQuery(teamIdOf(team)))

/** How the signed-in user appears in a team. Suspends; throws `GetTeamProfileError`. */
export const useTeamProfile = (team: TeamRef): TeamProfile => useQuery(teamProfileQuery(teamIdOf(team)))

/** The same without suspending. */
export const useTeamProfileState = (team: TeamRef): ReadState<TeamProfile, GetTeamProfileError> =>
  useQueryState(teamProfileQuery(teamIdOf(team)))

/** The open invitations to a team. Needs `$read_members` and `$invite_members`. Suspends; throws `TeamInvitationError`. */
export const useTeamInvitations = (team: TeamRef): ReadonlyArray<TeamInvitation> =>
  useQuery(teamInvitationsQuery(teamIdOf(team)))

/** The same without suspending. */
export const useTeamInvitationsState = (team: TeamRef): ReadState<ReadonlyArray<TeamInvitation>, TeamInvitationError> =>
  useQueryState(teamInvitationsQuery(teamIdOf(team)))
