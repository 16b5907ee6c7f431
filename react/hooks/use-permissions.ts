/** What the signed-in user may do in a team. All questions about one team are answered by one request. */
import type { TeamPermission } from "../../core/schema/permission.ts"
import { permissionsQuery } from "../../tiers/cache/signed-in-queries.ts"
import type { ListPermissionsError } from "../../tiers/calls/permissions.ts"
import { teamIdOf, type TeamRef } from "./team-ref.ts"
import { type ReadState, useQueryState } from "../runtime/use-query-state.ts"
import { useQuery } from "../runtime/use-query.ts"

export interface UsePermissionsOptions {
  /** Also what the direct permissions contain. Default `true`. */
  readonly recursive?: boolean | undefined
}

const withId = (permissionId: string) => (permissions: ReadonlyArray<TeamPermission>) =>
  permissions.find(({ id }) => id === permissionId) ?? null
const has = (permissionId: string) => (permissions: ReadonlyArray<TeamPermission>) =>
  withId(permissionId)(permissions) !== null

/** The user's permissions in a team. Suspends; throws `ListPermissionsError`, also when nobody is signed in. */
export const usePermissions = (
  team: TeamRef,
  { recursive }: UsePermissionsOptions = {}
): ReadonlyArray<TeamPermission> => useQuery(permissionsQuery(teamIdOf(team), recursive))

/** The same without suspending. */
export const usePermissionsState = (
  team: TeamRef,
  { recursive }: UsePermissionsOptions = {}
): ReadState<ReadonlyArray<TeamPermission>, ListPermissionsError> =>
  useQueryState(permissionsQuery(teamIdOf(team), recursive))

/** A permission, or `null` if the user does not have it in the team, by whatever permission contains it. */
export const usePermission = (team: TeamRef, permissionId: string): TeamPermission | null =>
  withId(permissionId)(useQuery(permissionsQuery(teamIdOf(team))))

/** The same without suspending. */
export const usePermissionState = (
  team: TeamRef,
  permissionId: string
): ReadState<TeamPermission | null, ListPermissionsError> =>
  useQueryState(permissionsQuery(teamIdOf(team)), withId(permissionId))

/** Whether the user has a permission in a team. What is forbidden has to be refused by the server, too. */
export const useHasPermission = (team: TeamRef, permissionId: string): boolean =>
  has(permissionId)(useQuery(permissionsQuery(teamIdOf(team))))

/** The same without suspending. */
export const useHasPermissionState = (team: TeamRef, permissionId: string): ReadState<boolean, ListPermissionsError> =>
  useQueryState(permissionsQuery(teamIdOf(team)), has(permissionId))
