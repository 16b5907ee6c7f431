/** Endpoints of passkeys (WebAuthn): registration and sign-in. */
import * as Schema from "effect/Schema"
import { LimitReached } from "../errors/limit-reached.ts"
import { MultiFactorAuthenticationRequired } from "../errors/multi-factor.ts"
import {
  PasskeyAuthenticationFailed,
  PasskeyAuthenticationNotEnabled,
  PasskeyRegistrationFailed
} from "../errors/passkey.ts"
import { verificationCodeErrors } from "../errors/verification-code.ts"
import * as Endpoint from "../http/endpoint.ts"
import { Json } from "../schema/fields/json.ts"
import { PasskeyName } from "../schema/fields/passkey-name.ts"
import { Secret } from "../schema/fields/secret.ts"
import { VerificationCode } from "../schema/fields/verification-code.ts"
import { SignInResult } from "../schema/session.ts"
import { wire } from "../schema/wire.ts"

const tiers = ["client", "server", "admin"] as const

/** Options for the authenticator, and a code that binds the response to them. Both expire after 65 s. */
const ceremony = { optionsJson: Json, code: Secret }
const Ceremony = wire(ceremony)

/** Adds a passkey to the others of the user instead of replacing them. The extension `multiple_passkeys`. */
const add = Schema.optionalKey(Schema.Literal(true))

/** Starts the registration of a passkey: returns its options and a code. Only one with `add` fails at the maximum. */
export const initiateRegistration = Endpoint.post("/auth/passkey/initiate-passkey-registration", {
  tiers,
  session: "current",
  requires: ["user"],
  body: wire({ add }),
  /** `add` repeats that of the request. A service without the extension ignores it, and would replace the passkey. */
  success: wire({ ...ceremony, add }),
  errors: [PasskeyAuthenticationNotEnabled, LimitReached]
})

/** Registers a passkey. It replaces all previous ones of the user, unless the registration began with `add`. */
export const register = Endpoint.post("/auth/passkey/register", {
  tiers,
  session: "current",
  requires: ["user"],
  body: wire({
    credential: Json,
    code: VerificationCode,
    /** The extension `multiple_passkeys`. Default: the name of the authenticator's vendor, if it is known. */
    name: Schema.optionalKey(PasskeyName)
  }),
  success: wire({ userHandle: Schema.String }),
  errors: [
    ...verificationCodeErrors,
    PasskeyAuthenticationNotEnabled,
    PasskeyAuthenticationFailed,
    PasskeyRegistrationFailed,
    LimitReached
  ]
})

/** Starts a sign-in with a passkey: returns its options and a code. */
export const initiateAuthentication = Endpoint.post("/auth/passkey/initiate-passkey-authentication", {
  tiers,
  session: "current",
  body: wire({}),
  success: Ceremony,
  errors: [PasskeyAuthenticationNotEnabled]
})

/** Signs in with the response of an authenticator. */
export const signIn = Endpoint.post("/auth/passkey/sign-in", {
  tiers,
  body: wire({ authenticationResponse: Json, code: VerificationCode }),
  success: SignInResult,
  errors: [
    ...verificationCodeErrors,
    PasskeyAuthenticationNotEnabled,
    PasskeyAuthenticationFailed,
    MultiFactorAuthenticationRequired
  ]
})
