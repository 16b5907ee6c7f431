/**
 * Permissions of the signed-in user: in a team, or without a team in the project. All hooks for one team, and all for
 * the project, share one request. Ids of team permissions and of project permissions differ.
 */
import type { ProjectPermission, TeamPermission } from "../../core/schema/permission.ts"
import type { ListPermissionsError } from "../../tiers/calls/permissions.ts"
import type { ListProjectPermissionsError } from "../../tiers/calls/project-permissions.ts"
import { type ReadState, useQueryState } from "../runtime/use-query-state.ts"
import { type SelectQuery, useQuery } from "../runtime/use-query.ts"
import { teamIdOf, type TeamRef } from "./team-ref.ts"

/** Which permissions to list. */
export interface UsePermissionsOptions {
  /** Includes permissions that others contain. Default `true`. */
  readonly recursive?: boolean | undefined
}

/** In the project a permission has no `teamId`. */
type Permission = ProjectPermission | TeamPermission
type PermissionsError = ListPermissionsError | ListProjectPermissionsError

const selectPermissions =
  (team: TeamRef | undefined, recursive?: boolean): SelectQuery<ReadonlyArray<Permission>, PermissionsError> =>
  ({ permissionsQuery, projectPermissionsQuery }) =>
    team === undefined ? projectPermissionsQuery(recursive) : permissionsQuery(teamIdOf(team), recursive)

/** Splits the arguments `(team, options)` and `(options)`. */
const scopeOf = (first: TeamRef | UsePermissionsOptions | undefined, options: UsePermissionsOptions) =>
  typeof first === "string" || (first !== undefined && "id" in first)
    ? selectPermissions(first, options.recursive)
    : selectPermissions(undefined, first?.recursive)

/** Splits the arguments `(team, permissionId)` and `(permissionId)`. */
const questionOf = (first: TeamRef | undefined, second: string | undefined): readonly [TeamRef | undefined, string] =>
  second === undefined && typeof first === "string" ? [undefined, first] : [first, second ?? ""]

const withId = (permissionId: string) => (permissions: ReadonlyArray<Permission>) =>
  permissions.find(({ id }) => id === permissionId) ?? null
const hasPermission = (permissionId: string) => (permissions: ReadonlyArray<Permission>) =>
  withId(permissionId)(permissions) !== null

/**
 * Returns the user's permissions in a team, or without one in the project. Suspends. Throws `ListPermissionsError`,
 * also for signed-out users.
 */
export function usePermissions(team: TeamRef, options?: UsePermissionsOptions): ReadonlyArray<TeamPermission>
/** Returns the user's permissions in the project, or in a team. Suspends until they are read. */
export function usePermissions(options?: UsePermissionsOptions): ReadonlyArray<ProjectPermission>
export function usePermissions(
  first?: TeamRef | UsePermissionsOptions,
  options: UsePermissionsOptions = {}
): ReadonlyArray<Permission> {
  return useQuery(scopeOf(first, options))
}

/** Same as `usePermissions`, without suspending. */
export function usePermissionsState(
  team: TeamRef,
  options?: UsePermissionsOptions
): ReadState<ReadonlyArray<TeamPermission>, ListPermissionsError>
/** As `usePermissions`, without suspending. */
export function usePermissionsState(
  options?: UsePermissionsOptions
): ReadState<ReadonlyArray<ProjectPermission>, ListProjectPermissionsError>
export function usePermissionsState(
  first?: TeamRef | UsePermissionsOptions,
  options: UsePermissionsOptions = {}
): ReadState<ReadonlyArray<Permission>, PermissionsError> {
  return useQueryState(scopeOf(first, options))
}

/** Returns a permission; `null` if the user has it neither directly nor contained in another. */
export function usePermission(team: TeamRef, permissionId: string): TeamPermission | null
/** Returns a permission of the user in the project or in a team; `null` without it. Suspends until it is read. */
export function usePermission(permissionId: string): ProjectPermission | null
export function usePermission(first: TeamRef, second?: string): Permission | null {
  const [team, permissionId] = questionOf(first, second)
  return withId(permissionId)(useQuery(selectPermissions(team)))
}

/** Same as `usePermission`, without suspending. */
export function usePermissionState(
  team: TeamRef,
  permissionId: string
): ReadState<TeamPermission | null, ListPermissionsError>
/** As `usePermission`, without suspending. */
export function usePermissionState(
  permissionId: string
): ReadState<ProjectPermission | null, ListProjectPermissionsError>
export function usePermissionState(first: TeamRef, second?: string): ReadState<Permission | null, PermissionsError> {
  const [team, permissionId] = questionOf(first, second)
  return useQueryState(selectPermissions(team), withId(permissionId))
}

/** Returns whether the user has a permission in a team, or in the project. The server has to check it, too. */
export function useHasPermission(team: TeamRef, permissionId: string): boolean
/** Returns true if the user has the permission. Suspends until it is read. */
export function useHasPermission(permissionId: string): boolean
export function useHasPermission(first: TeamRef, second?: string): boolean {
  const [team, permissionId] = questionOf(first, second)
  return hasPermission(permissionId)(useQuery(selectPermissions(team)))
}

/** Same as `useHasPermission`, without suspending. */
export function useHasPermissionState(team: TeamRef, permissionId: string): ReadState<boolean, ListPermissionsError>
/** As `useHasPermission`, without suspending. */
export function useHasPermissionState(permissionId: string): ReadState<boolean, ListProjectPermissionsError>
export function useHasPermissionState(first: TeamRef, second?: string): ReadState<boolean, PermissionsError> {
  const [team, permissionId] = questionOf(first, second)
  return useQueryState(selectPermissions(team), hasPermission(permissionId))
}

/** `useHasPermissionState` for a team that may be absent. */
export const useHasPermissionIn = (
  team: TeamRef | undefined,
  permissionId: string
): ReadState<boolean, PermissionsError> => useQueryState(selectPermissions(team), hasPermission(permissionId))
