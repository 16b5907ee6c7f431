/** Known errors about passkeys. */
import * as Schema from "effect/Schema"
import { knownError } from "./known-error.ts"

/** The project does not offer sign-in with a passkey. */
export class PasskeyAuthenticationNotEnabled extends knownError("PasskeyAuthenticationNotEnabled", {
  status: 400,
  message: "Signing in with a passkey is turned off here. Choose another way to sign in."
}) {}

/** The passkey could not be registered. Pass a `message` with the reason. */
export class PasskeyRegistrationFailed extends knownError("PasskeyRegistrationFailed", {
  status: 400,
  message: "The passkey could not be added. Please try again."
}) {}

/** The user has no such passkey. It may have been removed. An extension. */
export class PasskeyNotFound extends knownError("PasskeyNotFound", {
  status: 404,
  message: "This passkey does not exist. It may have been removed."
}) {}

/**
 * The browser or the authenticator ended a passkey ceremony. `webAuthnMessage` is its message.
 *
 * `webAuthnCode` is a code like `ERROR_CEREMONY_ABORTED`, `ERROR_INVALID_DOMAIN`, `ERROR_INVALID_RP_ID`,
 * `ERROR_INVALID_USER_ID_LENGTH`, `ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED`,
 * `ERROR_AUTHENTICATOR_NO_SUPPORTED_PUBKEYCREDPARAMS_ALG` or `ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT`,
 * or else the name of the browser's error. Most common is `NotAllowedError`: the user closed the dialog, or it timed
 * out.
 */
export class PasskeyWebAuthnError extends knownError("PasskeyWebAuthnError", {
  code: "PASSKEY_WEBAUTHN_ERROR",
  status: 400,
  details: { webAuthnMessage: Schema.String, webAuthnCode: Schema.String },
  detailNames: { webAuthnMessage: "message", webAuthnCode: "code" },
  message: ({ webAuthnMessage }) => `The passkey could not be used: ${webAuthnMessage}`
}) {}

/** The sign-in with a passkey failed. Pass a `message` with the reason. */
export class PasskeyAuthenticationFailed extends knownError("PasskeyAuthenticationFailed", {
  status: 400,
  message: "Signing in with this passkey did not work. Try again, or choose another way to sign in."
}) {}
