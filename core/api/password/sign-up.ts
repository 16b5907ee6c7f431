/** Creates a user with a password. */
import * as Schema from "effect/Schema"
import { PasswordAuthenticationNotEnabled } from "../../errors/password.ts"
import { PasswordBreached, PasswordTooShort } from "../../errors/password-rules.ts"
import { SignUpProofInvalid, SignUpProofRequired } from "../../errors/sign-up-proof.ts"
import { SignUpNotEnabled, SignUpRejected, UserEmailAlreadyExists } from "../../errors/user.ts"
import * as Endpoint from "../../http/endpoint.ts"
import { StrictEmail } from "../../schema/fields/email.ts"
import { Password } from "../../schema/fields/password.ts"
import { Url } from "../../schema/fields/url.ts"
import { PasswordSignInResult } from "../../schema/session.ts"
import { SignUpProof } from "../../schema/fields/sign-up-proof.ts"
import { wire } from "../../schema/wire.ts"

/**
 * Creates a user and mails a verification link to `verificationCallbackUrl`. Without that URL, or if it is not trusted,
 * no mail is sent. Services before Stack Auth 2.8 require it.
 *
 * The checks are in this order: password sign-in is enabled, the length of the password, sign-up is enabled, the
 * proof, the address is available, the password is not in the list of breached ones.
 *
 * `signUpProof` is an extension of the wire: the proof that the project requires. A proof is valid for one request. The
 * server and admin tiers need none.
 */
export const signUp = Endpoint.post("/auth/password/sign-up", {
  tiers: ["client", "server", "admin"],
  session: "current",
  body: wire({
    email: StrictEmail,
    password: Password,
    verificationCallbackUrl: Schema.optionalKey(Url),
    signUpProof: Schema.optionalKey(SignUpProof)
  }),
  success: PasswordSignInResult,
  errors: [
    PasswordAuthenticationNotEnabled,
    PasswordTooShort,
    SignUpNotEnabled,
    SignUpProofRequired,
    SignUpProofInvalid,
    SignUpRejected,
    UserEmailAlreadyExists,
    PasswordBreached
  ]
})
