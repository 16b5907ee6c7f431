/** Removes the access to a personal team that another person may have given to further users. */
import { Effect } from "effect"
import { InvitationStore } from "../team-invitations/invitation-store.ts"
import { MembershipStore } from "../team-members/membership-store.ts"

/**
 * Removes the other members of a user's personal team, and revokes its invitations. The team is the one that was
 * created with the user, whatever its name. Members of other teams stay.
 *
 * Precedes `removeAccess`, which revokes the API keys of teams without another member only.
 */
export const removeOthersFromPersonalTeam = Effect.fnUntraced(function* (projectId: string, id: string) {
  const memberships = yield* MembershipStore
  const invitations = yield* InvitationStore
  for (const teamId of yield* memberships.listPersonal(projectId, id)) {
    for (const userId of yield* memberships.listUsers(projectId, teamId)) {
      if (userId !== id) yield* memberships.remove({ projectId, teamId, userId })
    }
    yield* invitations.revokeOfTeam(projectId, teamId)
  }
})
