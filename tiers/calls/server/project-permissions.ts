/** The permissions of one user in the project, which the server reads and changes. */
import * as Effect from "effect/Effect"
import * as Api from "../../../core/api/project-permissions.ts"
import type { ProjectPermission } from "../../../core/schema/permission.ts"
import type { CallError } from "../call-error.ts"
import type { ProjectPermissionCalls } from "../project-permissions.ts"
import type { UserScope } from "./user-scope.ts"

type GrantProjectPermissionError = CallError<typeof Api.grant>

type RevokeProjectPermissionError = CallError<typeof Api.revoke>

export interface ServerProjectPermissionCalls extends ProjectPermissionCalls {
  /** Grants a permission. Granting it again changes nothing. */
  readonly grant: (permissionId: string) => Effect.Effect<ProjectPermission, GrantProjectPermissionError>
  /** Revokes a permission that was granted directly. */
  readonly revoke: (permissionId: string) => Effect.Effect<void, RevokeProjectPermissionError>
}

export const serverProjectPermissionCalls = ({ run, userId }: UserScope): ServerProjectPermissionCalls => {
  const list: ServerProjectPermissionCalls["list"] = ({ recursive = true } = {}) =>
    Effect.map(run(Api.list, { query: { userId, recursive: recursive ? "true" : "false" } }), ({ items }) => items)
  const get: ServerProjectPermissionCalls["get"] = (permissionId) =>
    Effect.map(list(), (items) => items.find(({ id }) => id === permissionId) ?? null)
  const params = (permissionId: string) => ({ user_id: userId, permission_id: permissionId })
  return {
    list,
    get,
    has: (permissionId) => Effect.map(get(permissionId), (found) => found !== null),
    grant: (permissionId) => run(Api.grant, { params: params(permissionId), body: {} }),
    revoke: (permissionId) => Effect.asVoid(run(Api.revoke, { params: params(permissionId) }))
  }
}
