/** Handles the endpoints for joining and leaving teams. */
import { Effect } from "effect"
import * as Api from "../../../core/api/team-memberships.ts"
import { TeamMembershipAlreadyExists, TeamMembershipNotFound, TeamNotFound } from "../../../core/errors/team.ts"
import { caller } from "../../request/caller.ts"
import { implement } from "../../endpoint/implement.ts"
import { ownUserId } from "../../request/references.ts"
import { inTransaction } from "../../sql/rows.ts"
import { InvitationStore } from "../team-invitations/invitation-store.ts"
import { joinTeam } from "../teams/join-team.ts"
import { requirePermissions } from "../teams/require-permissions.ts"
import { MembershipStore } from "./membership-store.ts"
import { TeamStore } from "../teams/team-store.ts"
import { requireUser } from "../users/require-user.ts"
import { memberOf } from "./member-of.ts"

export const membershipHandlers = [
  implement(
    Api.add,
    Effect.fnUntraced(function* ({ params }) {
      const member = yield* memberOf(params)
      const { projectId, teamId, userId } = member
      yield* requireUser(projectId, userId)
      if ((yield* (yield* TeamStore).find(projectId, teamId)) === null) return yield* new TeamNotFound({ teamId })
      yield* joinTeam(member, "member").pipe(
        Effect.catchTag("UniqueViolation", () => Effect.fail(new TeamMembershipAlreadyExists()))
      )
      return { teamId, userId }
    }, inTransaction)
  ),

  implement(
    Api.remove,
    Effect.fnUntraced(function* ({ params }) {
      const { tier } = yield* caller
      const member = yield* memberOf(params)
      const { projectId, teamId, userId } = member
      const own = tier === "client" ? yield* ownUserId : null
      const isLeaving = userId === own
      if (own !== null && !isLeaving) yield* requirePermissions({ projectId, teamId, userId: own }, "$remove_members")
      yield* requireUser(projectId, userId)
      const removed = yield* (yield* MembershipStore).remove(member)
      // A removed member must not rejoin with an invitation from before, sent or received.
      if (removed) yield* (yield* InvitationStore).revokeOfMember(member, isLeaving ? "verified" : "all")
      return removed ? { success: true as const } : yield* new TeamMembershipNotFound({ teamId, userId })
    }, inTransaction)
  )
]
