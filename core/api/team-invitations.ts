/** Endpoints of team invitations. They are mailed, and listed for users who have verified the address. */
import * as Schema from "effect/Schema"
import { LimitReached } from "../errors/limit-reached.ts"
import { TeamInvitationRestrictedUserNotAllowed } from "../errors/restricted-user.ts"
import {
  TeamInvitationEmailMismatch,
  TeamMembershipNotFound,
  TeamNotFound,
  TeamPermissionRequired
} from "../errors/team.ts"
import { RedirectUrlNotWhitelisted } from "../errors/redirect-url.ts"
import { CannotGetOwnUserWithoutUser } from "../errors/own-user.ts"
import { UserAuthenticationRequired } from "../errors/user.ts"
import { VerificationCodeNotFound, verificationCodeErrors } from "../errors/verification-code.ts"
import * as Endpoint from "../http/endpoint.ts"
import { Email } from "../schema/fields/email.ts"
import { Url } from "../schema/fields/url.ts"
import { UserRef, Uuid } from "../schema/fields/uuid.ts"
import { VerificationCode } from "../schema/fields/verification-code.ts"
import { list as listOf } from "../schema/lists.ts"
import { Success } from "../schema/responses.ts"
import { TeamInvitation } from "../schema/team-member.ts"
import { wire } from "../schema/wire.ts"

const tiers = ["client", "server", "admin"] as const
const teamErrors = [CannotGetOwnUserWithoutUser, TeamMembershipNotFound, TeamPermissionRequired, TeamNotFound] as const

const receiverErrors = [
  ...verificationCodeErrors,
  UserAuthenticationRequired,
  TeamInvitationEmailMismatch,
  TeamInvitationRestrictedUserNotAllowed
] as const

/** Mails an invitation. In the client tier the caller needs `$invite_members`. An address may be invited twice. */
export const sendCode = Endpoint.post("/team-invitations/send-code", {
  tiers,
  session: "current",
  body: wire({ teamId: Uuid, email: Email, callbackUrl: Url }),
  success: wire({ success: Schema.Literal(true), id: Schema.String }),
  errors: [
    UserAuthenticationRequired,
    TeamMembershipNotFound,
    TeamPermissionRequired,
    RedirectUrlNotWhitelisted,
    LimitReached
  ]
})

/** Accepts an invitation, as any signed-in user. A request without a user uses up the code, too. */
export const accept = Endpoint.post("/team-invitations/accept", {
  tiers,
  session: "current",
  body: wire({ code: VerificationCode }),
  success: wire({}),
  errors: receiverErrors
})

/** The fields that are an extension of the wire. A service without it leaves them out. */
const inviter = { inviterDisplayName: Schema.optionalKey(Schema.NullOr(Schema.String)) }

/**
 * Checks a code without using it up. Counts as an attempt. Team, inviter and recipient are an extension of the wire, so
 * that users can see before they sign in what they are invited to.
 */
export const checkCode = Endpoint.post("/team-invitations/accept/check-code", {
  tiers,
  session: "current",
  body: wire({ code: VerificationCode }),
  success: wire({
    isCodeValid: Schema.Literal(true),
    teamDisplayName: Schema.optionalKey(Schema.String),
    recipientEmail: Schema.optionalKey(Schema.String),
    ...inviter
  }),
  errors: verificationCodeErrors
})

/** Returns the team of an invitation. Counts as an attempt and does not use the code up. */
export const details = Endpoint.post("/team-invitations/accept/details", {
  tiers,
  session: "current",
  body: wire({ code: VerificationCode }),
  success: wire({ teamId: Schema.String, teamDisplayName: Schema.String, ...inviter }),
  errors: receiverErrors
})

/**
 * Lists the open invitations of a team, oldest first, or those to the verified addresses of a user, the newest 200,
 * newest first. The query has exactly one of `teamId` and `userId`. In the client tier the list of a team needs
 * `$read_members` and `$invite_members`, and the user must be the caller. Services before Stack Auth 2.8 list those of
 * teams only.
 */
export const list = Endpoint.get("/team-invitations", {
  tiers,
  session: "current",
  resource: true,
  query: wire({ teamId: Schema.optionalKey(Uuid), userId: Schema.optionalKey(UserRef) }),
  success: listOf(TeamInvitation),
  errors: teamErrors
})

/**
 * Accepts an invitation from the list of a user, who becomes a member. It must be open and to a verified address of the
 * user; otherwise the call fails with `VERIFICATION_CODE_NOT_FOUND`. In the client tier the user must be the caller.
 */
export const acceptReceived = Endpoint.post("/team-invitations/:id/accept", {
  tiers,
  session: "current",
  resource: true,
  missingFrom: "Stack Auth before 2.8",
  params: { id: Uuid },
  query: wire({ userId: UserRef }),
  success: wire({}),
  errors: [CannotGetOwnUserWithoutUser, VerificationCodeNotFound, TeamInvitationRestrictedUserNotAllowed]
})

/** Revokes an invitation. In the client tier the caller needs `$remove_members`. */
export const revoke = Endpoint.del("/team-invitations/:id", {
  tiers,
  session: "current",
  resource: true,
  params: { id: Uuid },
  query: wire({ teamId: Uuid }),
  success: Success,
  errors: teamErrors
})
