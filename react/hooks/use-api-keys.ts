/** The API keys of the signed-in user and of teams, if the project allows them. */
import type { CannotGetOwnUserWithoutUser } from "../../core/errors/own-user.ts"
import type { TeamApiKey, UserApiKey } from "../../core/schema/user-team-api-key.ts"
import type { TeamApiKeyError } from "../../tiers/calls/team-api-keys.ts"
import type { ListUserApiKeysError } from "../../tiers/calls/user-api-keys.ts"
import { type ReadState, useQueryState } from "../runtime/use-query-state.ts"
import { useQuery } from "../runtime/use-query.ts"
import { teamIdOf, type TeamRef } from "./team-ref.ts"

/** Returns the API keys of the user, newest first. Suspends. Throws `ListUserApiKeysError`. */
export const useUserApiKeys = (): ReadonlyArray<UserApiKey> =>
  useQuery(({ signedInQuery }) => signedInQuery("userApiKeys.list"))

/** Same as `useUserApiKeys`, without suspending. */
export const useUserApiKeysState = (): ReadState<
  ReadonlyArray<UserApiKey>,
  ListUserApiKeysError | CannotGetOwnUserWithoutUser
> => useQueryState(({ signedInQuery }) => signedInQuery("userApiKeys.list"))

/** Returns the API keys of a team, newest first. Needs `$manage_api_keys`. Suspends. Throws `TeamApiKeyError`. */
export const useTeamApiKeys = (team: TeamRef): ReadonlyArray<TeamApiKey> =>
  useQuery(({ signedInQuery }) => signedInQuery("teamApiKeys.list", teamIdOf(team)))

/** Same as `useTeamApiKeys`, without suspending. */
export const useTeamApiKeysState = (
  team: TeamRef
): ReadState<ReadonlyArray<TeamApiKey>, TeamApiKeyError | CannotGetOwnUserWithoutUser> =>
  useQueryState(({ signedInQuery }) => signedInQuery("teamApiKeys.list", teamIdOf(team)))
