/** Known errors about users. */
import * as Schema from "effect/Schema"
import { knownError } from "./known-error.ts"

export { CannotGetOwnUserWithoutUser } from "./own-user.ts"

/** Another user of the project has the email already. */
export class UserEmailAlreadyExists extends knownError<UserEmailAlreadyExists>()("UserEmailAlreadyExists", {
  code: "USER_EMAIL_ALREADY_EXISTS",
  status: 409,
  message: "There is already an account with this email."
}) {}

/** An id in the request's body or path is the id of no user. */
export class UserIdDoesNotExist extends knownError<UserIdDoesNotExist>()("UserIdDoesNotExist", {
  code: "USER_ID_DOES_NOT_EXIST",
  status: 400,
  details: { userId: Schema.String },
  message: ({ userId }) => `There is no user with the id "${userId}". Check the id and try again.`
}) {}

/** The user that the request is about does not exist. */
export class UserNotFound extends knownError<UserNotFound>()("UserNotFound", {
  code: "USER_NOT_FOUND",
  status: 404,
  message: "This user could not be found. The account may have been deleted."
}) {}

/** The endpoint acts for a signed-in user, and the request has none. */
export class UserAuthenticationRequired extends knownError<UserAuthenticationRequired>()(
  "UserAuthenticationRequired",
  {
    code: "USER_AUTHENTICATION_REQUIRED",
    status: 401,
    message: "Please sign in first: this needs a signed-in user."
  }
) {}
