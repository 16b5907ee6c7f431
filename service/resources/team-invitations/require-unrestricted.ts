import { Effect } from "effect"
import { TeamInvitationRestrictedUserNotAllowed } from "../../../core/errors/restricted-user.ts"
import { restrictedReasonOf } from "../users/restricted-reason.ts"
import { UserStore } from "../users/user-store.ts"

/** Fails for a restricted user, e.g. an anonymous one, who has to sign up before joining a team by an invitation. */
export const requireUnrestricted = Effect.fnUntraced(function* (projectId: string, userId: string) {
  const user = yield* (yield* UserStore).find(projectId, userId)
  const type = user && restrictedReasonOf(user)
  if (type !== null) return yield* new TeamInvitationRestrictedUserNotAllowed({ restrictedReason: { type } })
})
