/** The teams of the project. */
import { teamInvitationsQuery, teamMembersQuery, teamQuery, teamsQuery } from "./queries.ts"
import { useAdminQuery, useAdminQueryState } from "./use-admin-query.ts"

/** Returns all teams of the project, the oldest first. Suspends. */
export const useAllTeams = () => useAdminQuery(teamsQuery())

/** Same as `useAllTeams`, without suspending. */
export const useAllTeamsState = () => useAdminQueryState(teamsQuery())

/** Returns a team. Fails with `TeamNotFound`. Suspends. */
export const useTeamById = (teamId: string) => useAdminQuery(teamQuery(teamId))

/** Same as `useTeamById`, without suspending. */
export const useTeamByIdState = (teamId: string) => useAdminQueryState(teamQuery(teamId))

/** Returns the members of a team, the oldest membership first. Suspends. */
export const useMembersOfTeam = (teamId: string) => useAdminQuery(teamMembersQuery(teamId))

/** Same as `useMembersOfTeam`, without suspending. */
export const useMembersOfTeamState = (teamId: string) => useAdminQueryState(teamMembersQuery(teamId))

/** Returns the open invitations of a team. Suspends. */
export const useInvitationsOfTeam = (teamId: string) => useAdminQuery(teamInvitationsQuery(teamId))

/** Same as `useInvitationsOfTeam`, without suspending. */
export const useInvitationsOfTeamState = (teamId: string) => useAdminQueryState(teamInvitationsQuery(teamId))
