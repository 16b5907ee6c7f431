/** Endpoints of passkeys (WebAuthn): registration and sign-in. */
import * as Schema from "effect/Schema"
import { MultiFactorAuthenticationRequired } from "../errors/multi-factor.ts"
import {
  PasskeyAuthenticationFailed,
  PasskeyAuthenticationNotEnabled,
  PasskeyRegistrationFailed
} from "../errors/passkey.ts"
import { verificationCodeErrors } from "../errors/verification-code.ts"
import * as Endpoint from "../http/endpoint.ts"
import { Json } from "../schema/fields/json.ts"
import { Secret } from "../schema/fields/secret.ts"
import { VerificationCode } from "../schema/fields/verification-code.ts"
import { SignInResult } from "../schema/sign-in-result.ts"
import { wire } from "../schema/wire.ts"

const tiers = ["client", "server", "admin"] as const

/** Options for the authenticator, and a code that binds the response to them. Both expire after 65 s. */
const Ceremony = wire({ optionsJson: Json, code: Secret })

export const initiateRegistration = Endpoint.post("/auth/passkey/initiate-passkey-registration", {
  tiers,
  session: "current",
  requires: ["user"],
  body: wire({}),
  success: Ceremony,
  errors: [PasskeyAuthenticationNotEnabled]
})

/** Registers a passkey. It replaces the user's previous one. */
export const register = Endpoint.post("/auth/passkey/register", {
  tiers,
  session: "current",
  requires: ["user"],
  body: wire({ credential: Json, code: VerificationCode }),
  success: wire({ userHandle: Schema.String }),
  errors: [
    ...verificationCodeErrors,
    PasskeyAuthenticationNotEnabled,
    PasskeyAuthenticationFailed,
    PasskeyRegistrationFailed
  ]
})

export const initiateAuthentication = Endpoint.post("/auth/passkey/initiate-passkey-authentication", {
  tiers,
  session: "current",
  body: wire({}),
  success: Ceremony,
  errors: [PasskeyAuthenticationNotEnabled]
})

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
