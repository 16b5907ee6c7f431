/** Calls with the code of a team invitation. */
import * as Effect from "effect/Effect"
import * as Api from "../../core/api/team-invitations.ts"
import { call } from "../../core/call/call.ts"
import { UserAuthenticationRequired } from "../../core/errors/user.ts"
import type { CallDependencies } from "./call-dependencies.ts"
import type { SecretText } from "./redact.ts"
import { verificationCode } from "./verification-code.ts"
import type { CallError } from "./call-error.ts"

/** The errors of `verifyTeamInvitationCode`. */
export type VerifyTeamInvitationCodeError = CallError<typeof Api.checkCode>

/** The errors of `acceptTeamInvitation` and `getTeamInvitationDetails`. */
export type UseTeamInvitationError = CallError<typeof Api.accept>

/** The invitation of a code. */
export interface TeamInvitationDetails {
  /** The id of the team. */
  readonly teamId: string
  /** The name of the team. */
  readonly teamDisplayName: string
  /** `null` for an inviter without a name. Absent if the service has not this extension of the wire. */
  readonly inviterDisplayName?: string | null
}

/** The content of an invitation. A service without this extension of the wire returns none of it. */
interface TeamInvitationPreview {
  /** The name of the team. Absent if the service does not send it. */
  readonly teamDisplayName?: string
  readonly inviterDisplayName?: string | null
  /** The address that the invitation was mailed to. */
  readonly recipientEmail?: string
}

/** The calls of a page that an invitation links to. */
export interface InvitationCodeCalls {
  /**
   * Checks the code, also without a session. Counts as an attempt, and leaves the code unused.
   *
   * @param code The code of the mail's link.
   */
  readonly verifyTeamInvitationCode: (
    code: SecretText
  ) => Effect.Effect<TeamInvitationPreview, VerifyTeamInvitationCodeError>
  /**
   * Returns the team of the invitation. Counts as an attempt, and leaves the code unused.
   *
   * @param code The code of the mail's link.
   */
  readonly getTeamInvitationDetails: (code: SecretText) => Effect.Effect<TeamInvitationDetails, UseTeamInvitationError>
  /**
   * Joins the team. Any signed-in user may.
   *
   * @param code The code of the mail's link.
   */
  readonly acceptTeamInvitation: (code: SecretText) => Effect.Effect<void, UseTeamInvitationError>
}

export const invitationCodeCalls = ({ bind, session }: CallDependencies): InvitationCodeCalls => {
  const body = (given: SecretText) => Effect.map(verificationCode(given), (code) => ({ body: { code } }))
  // The service uses the code up before it checks the session.
  const signedIn = Effect.flatMap(session.tokens, ({ accessToken }) =>
    accessToken === null ? Effect.fail(new UserAuthenticationRequired()) : Effect.void
  )
  return {
    verifyTeamInvitationCode: (code) =>
      Effect.flatMap(body(code), (input) =>
        bind(Effect.map(call(Api.checkCode, input), ({ isCodeValid: _, ...preview }) => preview))
      ),
    getTeamInvitationDetails: (code) =>
      Effect.flatMap(
        Effect.flatMap(signedIn, () => body(code)),
        (input) => bind(call(Api.details, input))
      ),
    acceptTeamInvitation: (code) =>
      Effect.flatMap(
        Effect.flatMap(signedIn, () => body(code)),
        (input) => bind(Effect.asVoid(call(Api.accept, input)))
      )
  }
}
