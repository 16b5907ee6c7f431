/** Known errors about passwords: signing in with one, its rules, and changing it. */
import * as Schema from "effect/Schema"
import { isOneOf, knownError } from "./known-error.ts"

/** The project does not offer sign-in with a password. */
export class PasswordAuthenticationNotEnabled extends knownError<PasswordAuthenticationNotEnabled>()(
  "PasswordAuthenticationNotEnabled",
  {
    status: 400,
    message: "Signing in with a password is not possible here."
  }
) {}

/** No account has this email with this password: an unknown email and a wrong password give the same answer. */
export class EmailPasswordMismatch extends knownError<EmailPasswordMismatch>()("EmailPasswordMismatch", {
  status: 400,
  message: "Wrong email or password."
}) {}

/** The password has fewer characters than the service asks for. */
export class PasswordTooShort extends knownError<PasswordTooShort>()("PasswordTooShort", {
  status: 400,
  details: { minLength: Schema.Finite },
  message: ({ minLength }) => `Password must be at least ${minLength} characters`
}) {}

/** The password has more characters than the service takes. */
export class PasswordTooLong extends knownError<PasswordTooLong>()("PasswordTooLong", {
  status: 400,
  details: { maxLength: Schema.Finite },
  detailNames: { maxLength: "maxLength" },
  message: ({ maxLength }) => `Password must be at most ${maxLength} characters`
}) {}

/** The user has no password yet, so there is none to change. */
export class UserDoesNotHavePassword extends knownError<UserDoesNotHavePassword>()("UserDoesNotHavePassword", {
  status: 400,
  message: "This account has no password yet. Set one instead of changing it."
}) {}

/** The current password, which confirms a change of password, is wrong. */
export class PasswordConfirmationMismatch extends knownError<PasswordConfirmationMismatch>()(
  "PasswordConfirmationMismatch",
  {
    status: 400,
    message: "This is not the current password of the account. Check it and try again."
  }
) {}

/** The password does not meet the rules for passwords. */
export type PasswordRequirementsNotMet = PasswordTooShort | PasswordTooLong

/** True for an instance of any class of {@link PasswordRequirementsNotMet}. */
export const isPasswordRequirementsNotMet = isOneOf<PasswordRequirementsNotMet>([PasswordTooShort, PasswordTooLong])
