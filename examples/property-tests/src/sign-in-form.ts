/** The state of a sign-in form after it is submitted. */
import { Effect } from "effect"
import type { KnownError, RequestError } from "keystile"
import * as Client from "keystile/client"

export interface Credential {
  readonly email: string
  readonly password: string
}

export type FormState =
  | { readonly state: "signed in" }
  | { readonly state: "second factor" }
  /** `field` is the field with the text. `null`: the text is above the form. */
  | { readonly state: "refused"; readonly field: "password" | null; readonly text: string; readonly mayRetry: boolean }

/** Failures of signing in with a password. */
export type SignInFailure =
  | Extract<
      KnownError,
      {
        readonly _tag:
          "EmailPasswordMismatch" | "PasswordAuthenticationNotEnabled" | "MultiFactorAuthenticationRequired"
      }
    >
  | RequestError

const refusedState = (text: string, mayRetry: boolean, field: "password" | null = null): FormState => ({
  state: "refused",
  field,
  text,
  mayRetry
})

/** Without `default`, so that a failure that the library adds is a type error here. */
export const stateAfter = (failure: SignInFailure): FormState => {
  switch (failure._tag) {
    case "EmailPasswordMismatch":
      return refusedState("The email address or the password is wrong.", true, "password")
    case "PasswordAuthenticationNotEnabled":
      return refusedState("Sign in another way: passwords are switched off here.", false)
    case "MultiFactorAuthenticationRequired":
      return { state: "second factor" }
    case "RequestError":
      switch (failure.reason._tag) {
        case "Offline":
          return refusedState("You are offline.", true)
        case "RateLimited":
          return refusedState("Too many attempts. Wait a little.", true)
        default:
          return refusedState("Signing in does not work at the moment.", true)
      }
  }
}

export const submit = Effect.fn("submit")(function* (credential: Credential) {
  const client = yield* Client.Client
  return yield* client.signInWithCredential(credential).pipe(
    Effect.map((): FormState => ({ state: "signed in" })),
    Effect.catchTag("CookiesBlocked", () => Effect.succeed(refusedState("Allow cookies for this page.", true))),
    Effect.catch((failure) => Effect.succeed(stateAfter(failure)))
  )
})
