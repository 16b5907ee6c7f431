/** Handles the invitations that a user received: those to their verified addresses. */
import { Clock, Effect } from "effect"
import * as Api from "../../../core/api/team-invitations.ts"
import { VerificationCodeNotFound } from "../../../core/errors/verification-code.ts"
import { noteTargets } from "../../audit/current-audit.ts"
import { caller } from "../../request/caller.ts"
import { textError } from "../../response/raw-response.ts"
import { implement } from "../../endpoint/implement.ts"
import { requireAllowedUserId, idOf } from "../../request/references.ts"
import { inTransaction } from "../../sql/rows.ts"
import { ChannelStore } from "../contact-channels/channel-store.ts"
import { withoutCase } from "../contact-channels/email-address.ts"
import { MembershipStore } from "../team-members/membership-store.ts"
import { joinTeam } from "../teams/join-team.ts"
import { VerificationCodeStore } from "../verification-codes/verification-code-store.ts"
import { requireUnrestricted } from "./require-unrestricted.ts"
import { InvitationStore } from "./invitation-store.ts"

const notOwn = textError(403, "Users have access to their own invitations only.")

/** Returns the verified addresses of a user. An address that is not verified may be that of another person. */
const verifiedAddresses = Effect.fnUntraced(function* (projectId: string, userId: string) {
  const channels = yield* (yield* ChannelStore).list(projectId, userId)
  return channels.flatMap(({ isVerified, value }) => (isVerified ? [value] : []))
})

/** Lists the open invitations to the verified addresses of a user. */
export const listReceived = Effect.fnUntraced(function* (reference: string) {
  const { project } = yield* caller
  const addresses = yield* verifiedAddresses(project.id, yield* requireAllowedUserId(reference, notOwn))
  return yield* (yield* InvitationStore).listReceived(project.id, addresses, yield* Clock.currentTimeMillis)
})

export const receivedHandlers = [
  implement(
    Api.acceptReceived,
    Effect.fnUntraced(
      function* ({ params, query }) {
        const projectId = (yield* caller).project.id
        const userId = yield* requireAllowedUserId(query.userId, notOwn)
        yield* requireUnrestricted(projectId, userId)
        const invitation = yield* (yield* InvitationStore).find(projectId, idOf(params.id))
        const addresses = (yield* verifiedAddresses(projectId, userId)).map(withoutCase)
        const now = yield* Clock.currentTimeMillis
        const isReceived =
          invitation !== null &&
          invitation.expiresAt.getTime() > now &&
          addresses.includes(withoutCase(invitation.recipientEmail))
        // Its code is used up, so that the mailed link cannot be used afterwards.
        if (!isReceived || !(yield* (yield* VerificationCodeStore).markUsed(invitation.id, now))) {
          return yield* new VerificationCodeNotFound()
        }
        const member = { projectId, teamId: invitation.teamId, userId }
        yield* noteTargets({ team_id: member.teamId, user_id: userId })
        // A user who is a member already keeps their permissions.
        if (!(yield* (yield* MembershipStore).exists(member))) yield* joinTeam(member, "member")
        return {}
      },
      inTransaction,
      // The user has joined or was deleted since.
      Effect.catchTags({
        UniqueViolation: () => Effect.succeed({}),
        UserNotFound: () => Effect.fail(new VerificationCodeNotFound())
      })
    )
  )
]
