/** Selects a team of a user. A user has at most one selected team. */
import { Effect } from "effect"
import { TeamMembershipNotFound } from "../../../core/errors/team.ts"
import { MembershipStore } from "../team-members/membership-store.ts"

/** Selects a team of which the user is a member; `null` selects none. */
export const selectTeam = Effect.fnUntraced(function* (projectId: string, userId: string, teamId: string | null) {
  const memberships = yield* MembershipStore
  if (teamId === null) return yield* memberships.selectNone(projectId, userId)
  const selected = yield* memberships.select({ projectId, teamId, userId })
  if (!selected) return yield* new TeamMembershipNotFound({ teamId, userId })
})
