/** Known errors about codes and links that are sent by email. */
import { isOneOf, knownError } from "./known-error.ts"

/** The project has no such code for this purpose. */
export class VerificationCodeNotFound extends knownError("VerificationCodeNotFound", {
  status: 404,
  message: "This code is not valid. Check that it is complete, or request a new one."
}) {}

/** The code has expired. */
export class VerificationCodeExpired extends knownError("VerificationCodeExpired", {
  status: 400,
  message: "This code has expired. Request a new one."
}) {}

/** The code was used before. It is valid for one use. */
export class VerificationCodeAlreadyUsed extends knownError("VerificationCodeAlreadyUsed", {
  status: 409,
  message: "This code has already been used. Request a new one."
}) {}

/** The code was tried too often. */
export class VerificationCodeMaxAttemptsReached extends knownError("VerificationCodeMaxAttemptsReached", {
  status: 400,
  message: "This code was tried too many times and no longer works. Request a new one."
}) {}

/** The verification code is unknown, expired, used, or was tried too often. */
export type VerificationCodeError =
  VerificationCodeNotFound | VerificationCodeExpired | VerificationCodeAlreadyUsed | VerificationCodeMaxAttemptsReached

/** The errors that every call with a code declares. */
export const verificationCodeErrors = [
  VerificationCodeNotFound,
  VerificationCodeExpired,
  VerificationCodeAlreadyUsed,
  VerificationCodeMaxAttemptsReached
] as const

/** True for an instance of any class of {@link VerificationCodeError}. */
export const isVerificationCodeError = isOneOf<VerificationCodeError>(verificationCodeErrors)
