/** Handles the endpoints of team members' permissions. */
import { Effect } from "effect"
import * as Api from "../../../core/api/team-permissions.ts"
import { TeamPermissionNotFound } from "../../../core/errors/team.ts"
import { caller } from "../../request/caller.ts"
import { implement } from "../../endpoint/implement.ts"
import { idOf, requirePermittedUserId } from "../../request/references.ts"
import { GrantStore } from "../permissions/grant-store.ts"
import { requireScope } from "../permissions/require-scope.ts"
import { inTransaction } from "../../sql/rows.ts"
import { requireUser } from "../users/require-user.ts"
import { memberOf } from "./member-of.ts"
import { requireMembership } from "./require-membership.ts"

/** Returns the member that the path names. Fails unless the user exists and is a member of the team. */
const requireMember = Effect.fnUntraced(function* (params: { readonly team_id: string; readonly user_id: string }) {
  const member = yield* memberOf(params)
  yield* requireUser(member.projectId, member.userId)
  yield* requireMembership(member)
  return member
})

export const permissionHandlers = [
  implement(
    Api.list,
    Effect.fnUntraced(function* ({ query = {} }) {
      const { project } = yield* caller
      const userId = yield* requirePermittedUserId(query.userId)
      const items = yield* (yield* GrantStore).list(project.id, {
        userId,
        teamId: query.teamId === undefined ? null : idOf(query.teamId),
        permissionId: query.permissionId ?? null,
        recursive: query.recursive === "true"
      })
      return { items, isPaginated: false }
    })
  ),

  implement(
    Api.grant,
    Effect.fnUntraced(function* ({ params }) {
      const member = yield* requireMember(params)
      const { projectId, teamId, userId } = member
      const { permission_id: permissionId } = params
      yield* requireScope(projectId, "team", permissionId)
      yield* (yield* GrantStore).grant(member, permissionId)
      return { id: permissionId, userId, teamId }
    }, inTransaction)
  ),

  implement(
    Api.revoke,
    Effect.fnUntraced(function* ({ params }) {
      const member = yield* requireMember(params)
      const { teamId, userId } = member
      const { permission_id: permissionId } = params
      const revoked = yield* (yield* GrantStore).revoke(member, permissionId)
      return revoked ? { success: true as const } : yield* new TeamPermissionNotFound({ teamId, userId, permissionId })
    }, inTransaction)
  )
]
