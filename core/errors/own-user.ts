/** The known error of every page: nobody is signed in. Apart from the others about users, which few pages meet. */
import { knownError } from "./known-error.ts"

/** The request names its own user (`me`), but no user is signed in, or the signed-in user was deleted. */
export class CannotGetOwnUserWithoutUser extends knownError<CannotGetOwnUserWithoutUser>()(
  "CannotGetOwnUserWithoutUser",
  {
    status: 400,
    message: "Nobody is signed in."
  }
) {}
