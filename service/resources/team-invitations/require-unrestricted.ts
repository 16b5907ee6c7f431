import { Effect } from "effect"
import { TeamInvitationRestrictedUserNotAllowed } from "../../../core/errors/restricted-user.ts"
import { UserStore } from "../users/user-store.ts"

/** Fails for an anonymous user, who has to sign up before joining a team by an invitation. */
export const requireUnrestricted = Effect.fnUntraced(function* (projectId: string, userId: string) {
  const user = yield* (yield* UserStore).find(projectId, userId)
  if (user?.isAnonymous === true) {
    return yield* new TeamInvitationRestrictedUserNotAllowed({ restrictedReason: { type: "anonymous" } })
  }
})
