/** Teams of the signed-in user. */
import type { Team } from "../../core/schema/team.ts"
import type { ListTeamsError } from "../../tiers/calls/teams.ts"
import { type ReadState, useQueryState } from "../runtime/use-query-state.ts"
import { useQuery } from "../runtime/use-query.ts"

const withId = (teamId: string) => (teams: ReadonlyArray<Team>) => teams.find(({ id }) => id === teamId) ?? null

/** Returns the user's teams, the oldest first. Suspends. Throws `ListTeamsError`, also for signed-out users. */
export const useTeams = (): ReadonlyArray<Team> => useQuery(({ teamsQuery }) => teamsQuery)

/** Same as `useTeams`, without suspending. */
export const useTeamsState = (): ReadState<ReadonlyArray<Team>, ListTeamsError> =>
  useQueryState(({ teamsQuery }) => teamsQuery)

/** Returns one of the user's teams, or `null`. Shares the request of `useTeams`. */
export const useTeam = (teamId: string): Team | null => withId(teamId)(useQuery(({ teamsQuery }) => teamsQuery))

/** Same as `useTeam`, without suspending. */
export const useTeamState = (teamId: string): ReadState<Team | null, ListTeamsError> =>
  useQueryState(({ teamsQuery }) => teamsQuery, withId(teamId))
