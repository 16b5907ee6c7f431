/** Removes the access to a personal team that another person may have given to further users. */
import { Effect } from "effect"
import type { UserRecord } from "../../sql/records/user-record.ts"
import { InvitationStore } from "../team-invitations/invitation-store.ts"
import { MembershipStore } from "../team-members/membership-store.ts"
import { TeamStore } from "../teams/team-store.ts"
import { PERSONAL_TEAM } from "./create-user.ts"

/**
 * Removes the other members of a user's personal team, and revokes its invitations. The team is the one that was
 * created with the user, whatever its name. In data of earlier versions the times may differ, so the name counts as
 * well. Members of other teams stay.
 *
 * Precedes `removeAccess`, which revokes the API keys of teams without another member only.
 */
export const removeOthersFromPersonalTeam = Effect.fnUntraced(function* ({
  id,
  projectId,
  signedUpAt
}: Pick<UserRecord, "id" | "projectId" | "signedUpAt">) {
  const memberships = yield* MembershipStore
  const invitations = yield* InvitationStore
  for (const { createdAt, displayName, id: teamId } of yield* (yield* TeamStore).namesOfUser(projectId, id)) {
    if (createdAt.getTime() !== signedUpAt.getTime() && displayName !== PERSONAL_TEAM) continue
    for (const userId of yield* memberships.listUsers(projectId, teamId)) {
      if (userId !== id) yield* memberships.remove({ projectId, teamId, userId })
    }
    yield* invitations.revokeOfTeam(projectId, teamId)
  }
})
