/** Known errors about the email addresses of a user. */
import * as Schema from "effect/Schema"
import { knownError } from "./known-error.ts"

/** The email is verified already, so no verification email is sent. */
export class EmailAlreadyVerified extends knownError("EmailAlreadyVerified", {
  status: 409,
  message: "This email is already verified. There is nothing more to do."
}) {}

/** The user has no such email. */
export class EmailNotAssociatedWithUser extends knownError("EmailNotAssociatedWithUser", {
  status: 400,
  message: "This email does not belong to the user. Use one of the user's own emails, or add it to the user first."
}) {}

/** The email of the request is not the user's primary one. `primaryEmail` is `null` if the user has none. */
export class EmailIsNotPrimaryEmail extends knownError("EmailIsNotPrimaryEmail", {
  status: 400,
  details: { email: Schema.String, primaryEmail: Schema.NullOr(Schema.String) },
  message: ({ email, primaryEmail }) =>
    primaryEmail === null
      ? `The user has no primary email. Make ${email} the primary one first.`
      : `The primary email of the user is ${primaryEmail}. Use it, or make ${email} the primary one first.`
}) {}

/** Another user signs in with this contact channel already. */
export class ContactChannelAlreadyUsedForAuthBySomeoneElse extends knownError(
  "ContactChannelAlreadyUsedForAuthBySomeoneElse",
  {
    status: 409,
    details: { type: Schema.Literal("email") },
    message: ({ type }) => `Another user already signs in with this ${type}. Use a different one.`
  }
) {}
