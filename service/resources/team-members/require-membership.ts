import { Effect } from "effect"
import { TeamMembershipNotFound } from "../../../core/errors/team.ts"
import type { GrantHolder } from "../permissions/grant-store.ts"
import { MembershipStore } from "./membership-store.ts"

/**
 * Fails with `TeamMembershipNotFound` unless the user is a member of the team. The error is the same for a team that
 * does not exist, so that users cannot find out which teams exist.
 */
export const requireMembership = Effect.fnUntraced(function* (member: GrantHolder) {
  const { teamId, userId } = member
  if (!(yield* (yield* MembershipStore).exists(member))) return yield* new TeamMembershipNotFound({ teamId, userId })
})
