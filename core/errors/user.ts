/** Known errors about users and their accounts. */
import * as Schema from "effect/Schema"
import { knownError } from "./known-error.ts"

/** Another user of the project has the email already. Services before Stack Auth 2.8 send no details. */
export class UserEmailAlreadyExists extends knownError("UserEmailAlreadyExists", {
  status: 409,
  details: {
    email: Schema.optionalKey(Schema.String),
    /** True if the other user has not verified the email, and the request would succeed after that. */
    wouldWorkIfEmailWasVerified: Schema.optionalKey(Schema.Boolean)
  },
  message: "An account with this email already exists."
}) {}

/** No user has the id in the body or path of the request. */
export class UserIdDoesNotExist extends knownError("UserIdDoesNotExist", {
  status: 400,
  details: { userId: Schema.String },
  message: ({ userId }) => `There is no user with the id "${userId}". Check the id and try again.`
}) {}

/** The user that the request is about does not exist. */
export class UserNotFound extends knownError("UserNotFound", {
  status: 404,
  message: "This user could not be found. The account may have been deleted."
}) {}

/** The project does not accept new users. */
export class SignUpNotEnabled extends knownError("SignUpNotEnabled", {
  status: 400,
  message: "New accounts cannot be created here at the moment."
}) {}

/** A rule of the project refuses this sign-up. Services since Stack Auth 2.8 send it. */
export class SignUpRejected extends knownError("SignUpRejected", {
  status: 403,
  // Not `message`, which every error has.
  details: { explanation: Schema.String },
  detailNames: { explanation: "message" },
  message: ({ explanation }) => explanation
}) {}

/** The endpoint requires a signed-in user. */
export class UserAuthenticationRequired extends knownError("UserAuthenticationRequired", {
  status: 401,
  message: "This needs a signed-in user. Sign in first."
}) {}
