/** Permissions of the signed-in user in a team. All hooks for one team share one request. */
import type { TeamPermission } from "../../core/schema/permission.ts"
import type { ListPermissionsError } from "../../tiers/calls/permissions.ts"
import { teamIdOf, type TeamRef } from "./team-ref.ts"
import { type ReadState, useQueryState } from "../runtime/use-query-state.ts"
import { useQuery } from "../runtime/use-query.ts"

export interface UsePermissionsOptions {
  /** Includes permissions that others contain. Default `true`. */
  readonly recursive?: boolean | undefined
}

const withId = (permissionId: string) => (permissions: ReadonlyArray<TeamPermission>) =>
  permissions.find(({ id }) => id === permissionId) ?? null
const has = (permissionId: string) => (permissions: ReadonlyArray<TeamPermission>) =>
  withId(permissionId)(permissions) !== null

/** Returns the user's permissions in a team. Suspends. Throws `ListPermissionsError`, also for signed-out users. */
export const usePermissions = (
  team: TeamRef,
  { recursive }: UsePermissionsOptions = {}
): ReadonlyArray<TeamPermission> => useQuery(({ permissionsQuery }) => permissionsQuery(teamIdOf(team), recursive))

/** Same as `usePermissions`, without suspending. */
export const usePermissionsState = (
  team: TeamRef,
  { recursive }: UsePermissionsOptions = {}
): ReadState<ReadonlyArray<TeamPermission>, ListPermissionsError> =>
  useQueryState(({ permissionsQuery }) => permissionsQuery(teamIdOf(team), recursive))

/** Returns a permission; `null` if the user does not have it in the team, directly or contained in another. */
export const usePermission = (team: TeamRef, permissionId: string): TeamPermission | null =>
  withId(permissionId)(useQuery(({ permissionsQuery }) => permissionsQuery(teamIdOf(team))))

/** Same as `usePermission`, without suspending. */
export const usePermissionState = (
  team: TeamRef,
  permissionId: string
): ReadState<TeamPermission | null, ListPermissionsError> =>
  useQueryState(({ permissionsQuery }) => permissionsQuery(teamIdOf(team)), withId(permissionId))

/** Returns whether the user has a permission in a team. The server has to check it, too. */
export const useHasPermission = (team: TeamRef, permissionId: string): boolean =>
  has(permissionId)(useQuery(({ permissionsQuery }) => permissionsQuery(teamIdOf(team))))

/** Same as `useHasPermission`, without suspending. */
export const useHasPermissionState = (team: TeamRef, permissionId: string): ReadState<boolean, ListPermissionsError> =>
  useQueryState(({ permissionsQuery }) => permissionsQuery(teamIdOf(team)), has(permissionId))
