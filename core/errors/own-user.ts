/** Known error of a request about its own user without a signed-in user. */
import { knownError } from "./known-error.ts"

/** The request names its own user (`me`), but no user is signed in, or the signed-in user was deleted. */
export class CannotGetOwnUserWithoutUser extends knownError("CannotGetOwnUserWithoutUser", {
  status: 400,
  message: "No user is signed in."
}) {}
