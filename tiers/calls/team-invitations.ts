/** Inviting people into a team. */
import * as Effect from "effect/Effect"
import * as Api from "../../core/api/team-invitations.ts"
import { call } from "../../core/call/call.ts"
import type { CallbackUrlMissing } from "../../core/errors/local-errors.ts"
import type { TeamInvitation } from "../../core/schema/team-member.ts"
import { type CallbackUrlOption, callbackUrlOr, invitationMail } from "./callback-url.ts"
import type { CallDependencies } from "./call-dependencies.ts"
import { sharedRead } from "./shared-read.ts"
import type { CallError } from "./call-error.ts"

/** The recipient of an invitation. */
export interface InviteInput extends CallbackUrlOption {
  /** The email address. */
  readonly email: string
}

/** The errors of `teams.inviteUser`. */
export type InviteUserError = CallError<typeof Api.sendCode> | CallbackUrlMissing

/** The errors of `teams.listInvitations` and `teams.revokeInvitation`. */
export type TeamInvitationError = CallError<typeof Api.list>

/** The invitations to a team. */
export interface TeamInvitationCalls {
  /** Mails an invitation and gives its id. Needs `$invite_members`. The same address may be invited twice. */
  readonly inviteUser: (teamId: string, input: InviteInput) => Effect.Effect<{ readonly id: string }, InviteUserError>
  /** The open ones. Needs `$read_members` and `$invite_members`. */
  readonly listInvitations: (teamId: string) => Effect.Effect<ReadonlyArray<TeamInvitation>, TeamInvitationError>
  /** Needs `$remove_members`. */
  readonly revokeInvitation: (teamId: string, invitationId: string) => Effect.Effect<void, TeamInvitationError>
}

export const teamInvitationCalls = (dependencies: CallDependencies): TeamInvitationCalls => {
  const { bind, navigation } = dependencies
  const read = sharedRead(dependencies)
  return {
    inviteUser: (teamId, { callbackUrl: given, email }) =>
      Effect.flatMap(callbackUrlOr(given, navigation, invitationMail), (url) =>
        bind(Effect.map(call(Api.sendCode, { body: { teamId, email, callbackUrl: url } }), ({ id }) => ({ id })))
      ),
    listInvitations: (teamId) => Effect.map(read(Api.list, { query: { teamId } }), ({ items }) => items),
    revokeInvitation: (teamId, invitationId) =>
      bind(Effect.asVoid(call(Api.revoke, { params: { id: invitationId }, query: { teamId } })))
  }
}
