/**
 * Known errors about anonymous and restricted users. Services since Stack Auth 2.8 send them.
 *
 * A restricted user has signed in, and may not use the application yet.
 */
import * as Schema from "effect/Schema"
import { wire } from "../schema/wire.ts"
import { knownError } from "./known-error.ts"

/** Why a user is restricted, e.g. `email_not_verified`. A newer service may have more reasons. */
const RestrictedReason = wire({ type: Schema.String })

/** The endpoint does not take tokens of anonymous users. */
export class AnonymousAuthenticationNotAllowed extends knownError("AnonymousAuthenticationNotAllowed", {
  status: 401,
  message: "This is not open to anonymous users. Sign in first."
}) {}

/** The user has signed in, and may not use the application yet. */
export class RestrictedUserNotAllowed extends knownError("RestrictedUserNotAllowed", {
  status: 403,
  details: { restrictedReason: RestrictedReason },
  message: ({ restrictedReason }) =>
    restrictedReason.type === "email_not_verified"
      ? "Verify your email address first."
      : "This account may not be used yet."
}) {}

/** A restricted user cannot accept an invitation to a team. */
export class TeamInvitationRestrictedUserNotAllowed extends knownError("TeamInvitationRestrictedUserNotAllowed", {
  status: 403,
  details: { restrictedReason: RestrictedReason },
  message: ({ restrictedReason }) =>
    restrictedReason.type === "email_not_verified"
      ? "Verify your email address before you join a team."
      : "This account may not join a team yet."
}) {}
