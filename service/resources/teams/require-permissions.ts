import { Effect } from "effect"
import { TeamPermissionRequired } from "../../../core/errors/team.ts"
import { GrantStore, type GrantHolder } from "../permissions/grant-store.ts"
import type { SystemPermissionId } from "../permissions/new-project-permissions.ts"
import { requireMembership } from "../team-members/require-membership.ts"

/**
 * Fails unless the user is a member of the team and holds all of these permissions, directly or contained in others.
 * The first one that is missing, in the given order, is reported.
 */
export const requirePermissions = Effect.fnUntraced(function* (
  member: GrantHolder,
  ...permissionIds: ReadonlyArray<SystemPermissionId>
) {
  const { teamId, userId } = member
  yield* requireMembership(member)
  const grants = yield* GrantStore
  for (const permissionId of permissionIds) {
    if (!(yield* grants.holds(member, permissionId))) {
      return yield* new TeamPermissionRequired({ teamId, userId, permissionId })
    }
  }
})
