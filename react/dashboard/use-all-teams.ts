/** The teams of the project. */
import type { TeamPageOptions } from "../../tiers/calls/server/all-teams.ts"
import { teamApiKeysQuery, teamInvitationsQuery, teamMembersQuery, teamQuery, teamsQuery } from "./queries.ts"
import { useAdminPage, useAdminQuery, useAdminQueryState } from "./use-admin-query.ts"

/** Returns one page of teams, as options select them. Suspends. */
export const useAllTeams = (options: TeamPageOptions = {}) => useAdminPage(teamsQuery(options), options)

/** Same as `useAllTeams`, without suspending. */
export const useAllTeamsState = (options: TeamPageOptions = {}) => useAdminQueryState(teamsQuery(options))

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

/** Returns the API keys of a team, the newest first. Fails if the project has none. Suspends. */
export const useApiKeysOfTeam = (teamId: string) => useAdminQuery(teamApiKeysQuery(teamId))

/** Same as `useApiKeysOfTeam`, without suspending. */
export const useApiKeysOfTeamState = (teamId: string) => useAdminQueryState(teamApiKeysQuery(teamId))
