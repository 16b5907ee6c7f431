/** Known errors about the recovery codes of the second factor. Only Keystile's service responds with them. */
import { knownError } from "./known-error.ts"

/** The recovery code is wrong or was used before. */
export class InvalidRecoveryCode extends knownError("InvalidRecoveryCode", {
  status: 400,
  message: "This recovery code is wrong or was used before. Try another one."
}) {}

/** The user has no second factor, so that recovery codes would have no use. */
export class MultiFactorAuthenticationNotEnabled extends knownError("MultiFactorAuthenticationNotEnabled", {
  status: 400,
  message: "Two-factor authentication is turned off. Turn it on before you create recovery codes."
}) {}
