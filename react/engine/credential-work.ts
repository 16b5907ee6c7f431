/** Signing in and up with email and password. */
import * as Effect from "effect/Effect"
import { MultiFactorAuthenticationRequired } from "../../core/errors/multi-factor.ts"
import type { RequestError } from "../../core/errors/request-error.ts"
import { runLoad } from "../../core/loading/lazy-module.ts"
import type { SignInError } from "../../tiers/calls/credential.ts"
import type { Credential, SignUpError } from "../../tiers/calls/sign-up.ts"
import { Client } from "../../tiers/client.ts"
import { changeSession } from "./change-session.ts"
import type { Keystile } from "./keystile.ts"
import { takeProof } from "./proof-work.ts"

interface CredentialNeeds {
  readonly keystile: Keystile
  readonly type: "sign-in" | "sign-up"
  readonly credential: Credential
  /** Resolves with the proof for a sign-up, see `FormProof`. */
  readonly proof: (signal: AbortSignal) => Promise<string | undefined>
  /** Called when the service has accepted the credential, before the second factor. */
  readonly onAccepted: () => void
  /** Called when the user is signed in. */
  readonly onDone: () => void
  /** Shows the second factor. Rejects with `LoadFailure`. */
  readonly requireSecondFactor: (error: MultiFactorAuthenticationRequired) => Promise<void>
}

type CredentialError = Exclude<SignInError | SignUpError, MultiFactorAuthenticationRequired> | RequestError

/** Sends the credential and redirects to `afterSignIn` or `afterSignUp`. */
export const credentialWork = ({
  credential,
  keystile,
  onAccepted,
  onDone,
  proof,
  requireSecondFactor,
  type
}: CredentialNeeds): Effect.Effect<void, CredentialError, Client> => {
  const change: Effect.Effect<void, SignInError | SignUpError, Client> = Effect.flatMap(
    Client,
    (client): Effect.Effect<void, SignInError | SignUpError> =>
      type === "sign-in"
        ? client.signInWithCredential(credential)
        : Effect.flatMap(takeProof(proof), (taken) => client.signUpWithCredential({ ...credential, ...taken }))
  )
  return changeSession(
    keystile,
    Effect.tap(change, () =>
      Effect.sync(() => {
        onAccepted()
        onDone()
      })
    ),
    type === "sign-in" ? "afterSignIn" : "afterSignUp"
  ).pipe(
    Effect.catch((error): Effect.Effect<void, CredentialError> => {
      if (!(error instanceof MultiFactorAuthenticationRequired)) return Effect.fail(error)
      onAccepted()
      return runLoad(() => requireSecondFactor(error))
    })
  )
}
