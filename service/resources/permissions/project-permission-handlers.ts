/** Handles the endpoints of the project permissions of users. */
import { Effect } from "effect"
import * as Api from "../../../core/api/project-permissions.ts"
import { PermissionNotFound } from "../../../core/errors/team.ts"
import { caller } from "../../request/caller.ts"
import { implement } from "../../endpoint/implement.ts"
import { requirePermittedUserId, userIdOf } from "../../request/references.ts"
import { inTransaction } from "../../sql/rows.ts"
import { requireUser } from "../users/require-user.ts"
import { ProjectGrantStore, type ProjectHolder } from "./project-grant-store.ts"
import { requireScope } from "./require-scope.ts"

/** Returns the user that the path names. Fails unless the user exists. */
const requireHolder = Effect.fnUntraced(function* (params: { readonly user_id: string }) {
  const { project } = yield* caller
  const userId = yield* userIdOf(params.user_id)
  yield* requireUser(project.id, userId)
  return { projectId: project.id, userId } satisfies ProjectHolder
})

export const projectPermissionHandlers = [
  implement(
    Api.list,
    Effect.fnUntraced(function* ({ query = {} }) {
      const { project } = yield* caller
      const userId = yield* requirePermittedUserId(query.userId)
      const items = yield* (yield* ProjectGrantStore).list(project.id, {
        userId,
        permissionId: query.permissionId ?? null,
        recursive: query.recursive === "true"
      })
      return { items, isPaginated: false }
    })
  ),

  implement(
    Api.grant,
    Effect.fnUntraced(function* ({ params }) {
      const holder = yield* requireHolder(params)
      const { permission_id: permissionId } = params
      yield* requireScope(holder.projectId, "project", permissionId)
      yield* (yield* ProjectGrantStore).grant(holder, permissionId)
      return { id: permissionId, userId: holder.userId }
    }, inTransaction)
  ),

  implement(
    Api.revoke,
    Effect.fnUntraced(function* ({ params }) {
      const holder = yield* requireHolder(params)
      const { permission_id: permissionId } = params
      const isRevoked = yield* (yield* ProjectGrantStore).revoke(holder, permissionId)
      return isRevoked ? { success: true as const } : yield* new PermissionNotFound({ permissionId })
    }, inTransaction)
  )
]
