/** Known errors about passkeys. */
import * as Schema from "effect/Schema"
import { knownError } from "./known-error.ts"

/** The project does not offer sign-in with a passkey. */
export class PasskeyAuthenticationNotEnabled extends knownError<PasskeyAuthenticationNotEnabled>()(
  "PasskeyAuthenticationNotEnabled",
  {
    status: 400,
    message: "Signing in with a passkey is turned off here. Choose another way to sign in."
  }
) {}

/** The passkey could not be added to the account; a caller who knows the reason passes it as `message`. */
export class PasskeyRegistrationFailed extends knownError<PasskeyRegistrationFailed>()("PasskeyRegistrationFailed", {
  status: 400,
  message: "The passkey could not be added. Please try again."
}) {}

/**
 * The browser or the authenticator ended a passkey ceremony. `webAuthnCode` says why, and `webAuthnMessage` in its own
 * words: `ERROR_CEREMONY_ABORTED`, `ERROR_INVALID_DOMAIN`, `ERROR_INVALID_RP_ID`, `ERROR_INVALID_USER_ID_LENGTH`,
 * `ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED`, `ERROR_AUTHENTICATOR_NO_SUPPORTED_PUBKEYCREDPARAMS_ALG`,
 * `ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT` and the like; otherwise the name that the browser gives,
 * above all `NotAllowedError`: the user closed the dialog, or it timed out.
 */
export class PasskeyWebAuthnError extends knownError<PasskeyWebAuthnError>()("PasskeyWebAuthnError", {
  code: "PASSKEY_WEBAUTHN_ERROR",
  status: 400,
  details: { webAuthnMessage: Schema.String, webAuthnCode: Schema.String },
  detailNames: { webAuthnMessage: "message", webAuthnCode: "code" },
  message: ({ webAuthnMessage }) => `The passkey could not be used: ${webAuthnMessage}`
}) {}

/** The passkey does not sign the user in; a caller who knows the reason passes it as `message`. */
export class PasskeyAuthenticationFailed extends knownError<PasskeyAuthenticationFailed>()(
  "PasskeyAuthenticationFailed",
  {
    status: 400,
    message: "Signing in with this passkey did not work. Try again, or choose another way to sign in."
  }
) {}
