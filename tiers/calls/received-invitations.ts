/** The invitations that a user received, for the tiers. */
import * as Effect from "effect/Effect"
import type * as Api from "../../core/api/team-invitations.ts"
import { NotAvailable, RequestError } from "../../core/errors/request-error.ts"
import type { TeamInvitation } from "../../core/schema/team-member.ts"
import type { CallError } from "./call-error.ts"

/** An open invitation to a verified address of the user. */
export interface ReceivedTeamInvitation extends TeamInvitation {
  /** The name of the team. */
  readonly teamDisplayName: string
}

/** The errors of `teams.listReceivedInvitations`. */
export type ListReceivedInvitationsError = CallError<typeof Api.list>

/** The errors of `teams.acceptInvitation`. */
export type AcceptInvitationError = CallError<typeof Api.acceptReceived>

/** The invitations that the user has received. */
export interface ReceivedInvitationCalls {
  /**
   * Returns the open invitations to the user's verified addresses, the newest first. Services before Stack Auth 2.8 do
   * not have this call: it fails with the reason `NotAvailable` there.
   */
  readonly listReceivedInvitations: () => Effect.Effect<
    ReadonlyArray<ReceivedTeamInvitation>,
    ListReceivedInvitationsError
  >
  /** Accepts one of them: the user becomes a member of its team. */
  readonly acceptInvitation: (invitationId: string) => Effect.Effect<void, AcceptInvitationError>
}

/** Replaces the error of an older service, which requires a team in the query. */
const orNotAvailable = <E>(error: E): E | RequestError =>
  error instanceof RequestError && error.reason._tag === "Refused" && error.reason.error._tag === "SchemaError"
    ? new RequestError({
        endpoint: error.endpoint,
        reason: new NotAvailable({ cause: "server", explanation: "Stack Auth before 2.8 does not have this call" })
      })
    : error

/** Reads the list of a user from the response. */
export const receivedInvitations = <E>(
  listed: Effect.Effect<{ readonly items: ReadonlyArray<TeamInvitation> }, E>
): Effect.Effect<ReadonlyArray<ReceivedTeamInvitation>, E | RequestError> =>
  Effect.map(Effect.mapError(listed, orNotAvailable), ({ items }) =>
    items.map((invitation) => ({ teamDisplayName: "", ...invitation }))
  )
