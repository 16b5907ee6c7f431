/** Known errors about sign-ins on a command line. Services since Stack Auth 2.8 have them. */
import { isOneOf, knownError } from "./known-error.ts"

/** The project has no sign-in with this polling code. */
export class InvalidPollingCode extends knownError("InvalidPollingCode", {
  status: 400,
  message: "There is no such sign-in. Start another one."
}) {}

/** There is no sign-in on a command line with this code, or it cannot be approved. */
export class CliAuthError extends knownError("CliAuthError", {
  status: 400,
  message: "This link is not valid. Start another sign-in on the command line."
}) {}

/** The sign-in was not approved in time, or the session that approved it has ended. */
export class CliAuthExpiredError extends knownError("CliAuthExpiredError", {
  status: 400,
  message: "This sign-in has expired. Start another one on the command line."
}) {}

/** The sign-in was approved, denied or completed before. */
export class CliAuthUsedError extends knownError("CliAuthUsedError", {
  status: 400,
  message: "This sign-in was approved or denied before. Start another one on the command line."
}) {}

/** Why the code of a sign-in on a command line is refused. */
export type LoginCodeError = CliAuthError | CliAuthExpiredError | CliAuthUsedError

/** The errors of a login code. */
export const loginCodeErrors = [CliAuthError, CliAuthExpiredError, CliAuthUsedError] as const

/** True for an instance of any class of {@link LoginCodeError}. */
export const isLoginCodeError = isOneOf<LoginCodeError>(loginCodeErrors)
