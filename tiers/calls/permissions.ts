/** The permissions of a user in their teams. */
import * as Effect from "effect/Effect"
import * as Api from "../../core/api/team-permissions.ts"
import type { TeamPermission } from "../../core/schema/permission.ts"
import type { CallDependencies } from "./call-dependencies.ts"
import { sharedRead } from "./shared-read.ts"
import type { CallError } from "./call-error.ts"

/** Which permissions to list. */
export interface PermissionListOptions {
  /** The id of the team. */
  readonly teamId: string
  /** Also what the direct permissions contain. Default `true`. */
  readonly recursive?: boolean | undefined
}

/** A permission in a team. */
export interface PermissionQuestion {
  /** The id of the team. */
  readonly teamId: string
  /** The id of the permission, such as `$invite_members`. */
  readonly permissionId: string
}

/** The errors of the calls of `permissions`. */
export type ListPermissionsError = CallError<typeof Api.list>

/** The user's permissions in teams. */
export interface PermissionCalls {
  /**
   * Lists the user's permissions in a team.
   *
   * @param options Selects permissions.
   */
  readonly list: (options: PermissionListOptions) => Effect.Effect<ReadonlyArray<TeamPermission>, ListPermissionsError>
  /**
   * The permission, or `null` if the user does not have it there, by whatever permission contains it.
   *
   * @param question The permission and the team.
   */
  readonly get: (question: PermissionQuestion) => Effect.Effect<TeamPermission | null, ListPermissionsError>
  /**
   * Returns true if the user has the permission in the team.
   *
   * @param question The permission and the team.
   */
  readonly has: (question: PermissionQuestion) => Effect.Effect<boolean, ListPermissionsError>
}

/** Makes the calls for one user, in the client tier for the signed-in one. */
export const permissionCalls = (dependencies: CallDependencies, userId: string = "me"): PermissionCalls => {
  const read = sharedRead(dependencies)
  const list: PermissionCalls["list"] = ({ recursive = true, teamId }) =>
    Effect.map(
      read(Api.list, { query: { teamId, userId, recursive: recursive ? "true" : "false" } }),
      ({ items }) => items
    )
  const get: PermissionCalls["get"] = ({ permissionId, teamId }) =>
    Effect.map(list({ teamId }), (items) => items.find(({ id }) => id === permissionId) ?? null)
  return { list, get, has: (question) => Effect.map(get(question), (found) => found !== null) }
}
