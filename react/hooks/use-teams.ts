/** The teams of the signed-in user. */
import type { Team } from "../../core/schema/team.ts"
import { teamsQuery } from "../../tiers/cache/signed-in-queries.ts"
import type { ListTeamsError } from "../../tiers/calls/teams.ts"
import { type ReadState, useQueryState } from "../runtime/use-query-state.ts"
import { useQuery } from "../runtime/use-query.ts"

const withId = (teamId: string) => (teams: ReadonlyArray<Team>) => teams.find(({ id }) => id === teamId) ?? null

/** The teams that the user is in, the oldest first. Suspends; throws `ListTeamsError`, also when nobody is signed in. */
export const useTeams = (): ReadonlyArray<Team> => useQuery(teamsQuery)

/** The same without suspending. */
export const useTeamsState = (): ReadState<ReadonlyArray<Team>, ListTeamsError> => useQueryState(teamsQuery)

/** One of the teams that the user is in, or `null`. Reads the list that `useTeams` reads. */
export const useTeam = (teamId: string): Team | null => withId(teamId)(useQuery(teamsQuery))

/** The same without suspending. */
export const useTeamState = (teamId: string): ReadState<Team | null, ListTeamsError> =>
  useQueryState(teamsQuery, withId(teamId))
