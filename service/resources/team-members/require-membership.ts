/** The member that a request names, by team and user. */
import { Effect } from "effect"
import { TeamMembershipNotFound } from "../../../core/errors/team.ts"
import { UserNotFound } from "../../../core/errors/user.ts"
import { caller } from "../../endpoint/caller.ts"
import { idOf, userIdOf } from "../../endpoint/references.ts"
import type { Holder } from "../permissions/grant-store.ts"
import { MembershipStore } from "./membership-store.ts"
import { UserStore } from "../users/user-store.ts"

/** Whom the path names. Nobody has looked whether they are there. */
export const named = Effect.fnUntraced(function* (params: { readonly team_id: string; readonly user_id: string }) {
  const { project } = yield* caller
  const userId = yield* userIdOf(params.user_id)
  return { projectId: project.id, teamId: idOf(params.team_id), userId } satisfies Holder
})

export const requireUser = Effect.fnUntraced(function* (projectId: string, userId: string) {
  if (!(yield* (yield* UserStore).exists(projectId, userId))) return yield* new UserNotFound()
})

/** Is there such a user, and are they in the team? */
export const requireMembership = Effect.fnUntraced(function* (member: Holder) {
  const { projectId, teamId, userId } = member
  yield* requireUser(projectId, userId)
  if (!(yield* (yield* MembershipStore).exists(member))) return yield* new TeamMembershipNotFound({ teamId, userId })
})
