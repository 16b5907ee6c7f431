/** Known errors of requests that need a signed-in user and have none. */
import { knownError } from "./known-error.ts"

/** The endpoint requires a signed-in user. */
export class UserAuthenticationRequired extends knownError<UserAuthenticationRequired>()("UserAuthenticationRequired", {
  status: 401,
  message: "Please sign in first: this needs a signed-in user."
}) {}

/** The request names its own user (`me`), but no user is signed in, or the signed-in user was deleted. */
export class CannotGetOwnUserWithoutUser extends knownError<CannotGetOwnUserWithoutUser>()(
  "CannotGetOwnUserWithoutUser",
  {
    status: 400,
    message: "Nobody is signed in."
  }
) {}
