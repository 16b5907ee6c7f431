/** Selecting a team: a user has selected at most one of those that they are in. */
import { Effect } from "effect"
import { TeamMembershipNotFound } from "../../../core/errors/team.ts"
import { MembershipStore } from "../team-members/membership-store.ts"

/** `null` selects none. */
export const selectTeam = Effect.fnUntraced(function* (projectId: string, userId: string, teamId: string | null) {
  const memberships = yield* MembershipStore
  if (teamId === null) return yield* memberships.selectNone(projectId, userId)
  const selected = yield* memberships.select({ projectId, teamId, userId })
  if (!selected) return yield* new TeamMembershipNotFound({ teamId, userId })
})
