/** What the client tier asks of a caller before it shows or changes something of a team. */
import { Effect } from "effect"
import { TeamMembershipNotFound, TeamPermissionRequired } from "../../../core/errors/team.ts"
import { GrantStore, type Holder } from "../permissions/grant-store.ts"
import type { SystemPermissionId } from "../permissions/new-project-permissions.ts"
import { MembershipStore } from "../team-members/membership-store.ts"

/** Whoever is not in a team does not learn whether it exists. */
export const requireMember = Effect.fnUntraced(function* (member: Holder) {
  const { teamId, userId } = member
  if (!(yield* (yield* MembershipStore).exists(member))) return yield* new TeamMembershipNotFound({ teamId, userId })
})

/** A member who has all of these, in this order, directly or in other permissions. */
export const requirePermissions = Effect.fnUntraced(function* (
  member: Holder,
  ...permissionIds: ReadonlyArray<SystemPermissionId>
) {
  const { teamId, userId } = member
  yield* requireMember(member)
  const grants = yield* GrantStore
  for (const permissionId of permissionIds) {
    if (!(yield* grants.holds(member, permissionId))) {
      return yield* new TeamPermissionRequired({ teamId, userId, permissionId })
    }
  }
})
