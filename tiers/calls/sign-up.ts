/** Signing up with a password: the same in every tier. Loaded when it is first done. */
import * as Effect from "effect/Effect"
import * as SignUpApi from "../../core/api/password/sign-up.ts"
import type { CallbackUrlMissing, SignUpProofFailed } from "../../core/errors/local-errors.ts"
import type { CookiesBlocked } from "../../core/errors/local-session-errors.ts"
import type { PasswordTooLong } from "../../core/errors/password-rules.ts"
import { call } from "../../core/call/call.ts"
import { callbackUrlOr } from "./callback-url.ts"
import type { CallDependencies } from "./call-dependencies.ts"
import { newPassword } from "./new-password.ts"
import type { SecretText } from "./redact.ts"
import { requirePersistentSession } from "./require-persistent-session.ts"
import type { CallError } from "./call-error.ts"
import {
  type MadeSignUpProof,
  makeSignUpProof,
  type MakeSignUpProofError,
  type SignUpProofOption,
  withSignUpProof
} from "./sign-up-proof.ts"

/** An email address and a password. */
export interface Credential {
  /** The email address. */
  readonly email: string
  /** The password. */
  readonly password: SecretText
}

/** Email address and password of a new user. */
export interface SignUpInput extends Credential, SignUpProofOption {
  /**
   * The URL of the link in the verification mail: a page of a trusted domain. In a browser it is the page
   * `emailVerification` of the handler unless given.
   */
  readonly verificationCallbackUrl?: string | undefined
}

/** The errors of `signUpWithCredential`. */
export type SignUpError =
  CallError<typeof SignUpApi.signUp> | PasswordTooLong | CallbackUrlMissing | CookiesBlocked | SignUpProofFailed

/** The sign-up with a password. */
export interface SignUpCalls {
  /** Creates a user and signs them in. */
  readonly signUpWithCredential: (input: SignUpInput) => Effect.Effect<void, SignUpError>
  /**
   * Makes the proof for `signUpWithCredential` or `sendMagicLinkEmail` in advance, e.g. while the user fills in the
   * form; `null` if the project requires none.
   */
  readonly makeSignUpProof: () => Effect.Effect<MadeSignUpProof | null, MakeSignUpProofError>
}

export const signUpCalls = (dependencies: CallDependencies): SignUpCalls => {
  const { bind, navigation, session } = dependencies
  return {
    signUpWithCredential: Effect.fnUntraced(function* (input) {
      const password = yield* newPassword(input.password)
      const verificationCallbackUrl = yield* callbackUrlOr(input.verificationCallbackUrl, navigation, {
        action: "sign up",
        option: "verificationCallbackUrl",
        page: "emailVerification"
      })
      yield* requirePersistentSession(dependencies)
      const body = { email: input.email, password, verificationCallbackUrl }
      const tokens = yield* withSignUpProof(dependencies, input.signUpProof, (proof) =>
        bind(call(SignUpApi.signUp, { body: { ...body, ...proof } }))
      )
      yield* session.start(tokens)
    }),
    makeSignUpProof: () => makeSignUpProof(dependencies)
  }
}
