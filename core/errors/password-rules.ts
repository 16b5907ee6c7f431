/** Known errors about a new password that does not meet the rules. */
import * as Schema from "effect/Schema"
import { isOneOf, knownError } from "./known-error.ts"

/** The password has fewer characters than the service requires. */
export class PasswordTooShort extends knownError("PasswordTooShort", {
  status: 400,
  details: { minLength: Schema.Finite },
  message: ({ minLength }) => `Password must be at least ${minLength} characters`
}) {}

/** The password has more characters than the service accepts. */
export class PasswordTooLong extends knownError("PasswordTooLong", {
  status: 400,
  details: { maxLength: Schema.Finite },
  detailNames: { maxLength: "maxLength" },
  message: ({ maxLength }) => `Password must be at most ${maxLength} characters`
}) {}

/** The message of {@link PasswordBreached}, which is also its `explanation`. */
export const BREACHED = "This password has appeared in a data breach. Choose a different one."

/**
 * The password is in the operator's list of breached passwords. Its code is that of
 * {@link PasswordRequirementsNotMet}, so that clients of the original service show the message in the details.
 */
export class PasswordBreached extends knownError("PasswordBreached", {
  code: "PASSWORD_REQUIREMENTS_NOT_MET",
  status: 400,
  details: { explanation: Schema.String },
  detailNames: { explanation: "message" },
  message: BREACHED
}) {}

/** The password does not meet the rules for passwords. */
export type PasswordRequirementsNotMet = PasswordTooShort | PasswordTooLong | PasswordBreached

/** True for an instance of any class of {@link PasswordRequirementsNotMet}. */
export const isPasswordRequirementsNotMet = isOneOf<PasswordRequirementsNotMet>([
  PasswordTooShort,
  PasswordTooLong,
  PasswordBreached
])
