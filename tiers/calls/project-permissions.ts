/** The permissions of a user in the project, in no team. Services have them since Stack Auth 2.8. */
import * as Effect from "effect/Effect"
import * as Api from "../../core/api/project-permissions.ts"
import type { ProjectPermission } from "../../core/schema/permission.ts"
import type { CallDependencies } from "./call-dependencies.ts"
import type { CallError } from "./call-error.ts"
import { sharedRead } from "./shared-read.ts"

/** Which permissions to list. */
export interface ProjectPermissionListOptions {
  /** Also what the direct permissions contain. Default `true`. */
  readonly recursive?: boolean | undefined
}

/** The errors of the calls of `projectPermissions`. */
export type ListProjectPermissionsError = CallError<typeof Api.list>

/** The user's permissions in the project. */
export interface ProjectPermissionCalls {
  /** Lists the user's permissions in the project. */
  readonly list: (
    options?: ProjectPermissionListOptions
  ) => Effect.Effect<ReadonlyArray<ProjectPermission>, ListProjectPermissionsError>
  /** The permission, or `null` if the user does not have it, by whatever permission contains it. */
  readonly get: (permissionId: string) => Effect.Effect<ProjectPermission | null, ListProjectPermissionsError>
  /** Returns true if the user has the permission in the project. */
  readonly has: (permissionId: string) => Effect.Effect<boolean, ListProjectPermissionsError>
}

/** Makes the calls for the signed-in user of the client tier. */
export const projectPermissionCalls = (dependencies: CallDependencies): ProjectPermissionCalls => {
  const read = sharedRead(dependencies)
  const list: ProjectPermissionCalls["list"] = ({ recursive = true } = {}) =>
    Effect.map(
      read(Api.list, { query: { userId: "me", recursive: recursive ? "true" : "false" } }),
      ({ items }) => items
    )
  const get: ProjectPermissionCalls["get"] = (permissionId) =>
    Effect.map(list(), (items) => items.find(({ id }) => id === permissionId) ?? null)
  return { list, get, has: (permissionId) => Effect.map(get(permissionId), (found) => found !== null) }
}
