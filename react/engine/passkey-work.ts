/** The effects of the passkey's states: the dialog, and conditional mediation. */
import * as Effect from "effect/Effect"
import type { MultiFactorAuthenticationRequired } from "../../core/errors/multi-factor.ts"
import { runLoad } from "../../core/loading/lazy-module.ts"
import { Client } from "../../tiers/client.ts"
import type { Keystile } from "./keystile.ts"
import { changeSessionOnBegin } from "./change-session.ts"
import { afterSession } from "../flows/after-session.ts"
import type { Work } from "./work.ts"
import type { PasskeyEvent, PasskeyState } from "../flows/passkey.ts"

interface PasskeyNeeds {
  readonly keystile: Keystile
  readonly requireSecondFactor: (error: MultiFactorAuthenticationRequired) => Promise<void>
  /** Called when the passkey was accepted. */
  readonly onUsed: () => void
}

/** Returns whether the page can offer passkeys by conditional mediation. Checked before a challenge is requested. */
const canOffer = Effect.promise(async () => {
  try {
    return (
      document.querySelector("input[autocomplete$=webauthn]") !== null &&
      (await globalThis.PublicKeyCredential.isConditionalMediationAvailable())
    )
  } catch {
    return false
  }
})

const unavailable: PasskeyEvent = { type: "unavailable" }

export const passkeyWork = ({
  keystile,
  onUsed,
  requireSecondFactor
}: PasskeyNeeds): Work<PasskeyState, PasskeyEvent> => {
  const signIn = (autofill: boolean): Effect.Effect<PasskeyEvent, never, Client> => {
    // Until the user chooses a passkey, errors of conditional mediation are not shown.
    let chosen = !autofill
    return changeSessionOnBegin(
      keystile,
      (begin) => {
        const onChosen = () => {
          chosen = true
          begin()
        }
        return Effect.map(
          Effect.flatMap(Client, (client) => client.signInWithPasskey({ autofill, onChosen })),
          (session) => {
            onUsed()
            return session
          }
        )
      },
      afterSession
    ).pipe(
      Effect.catchTag("MultiFactorAuthenticationRequired", (error) => {
        onUsed()
        return runLoad(() => requireSecondFactor(error))
      }),
      Effect.match({
        onFailure: (error): PasskeyEvent => (chosen ? { type: "refused", error } : unavailable),
        onSuccess: (): PasskeyEvent => ({ type: "done" })
      })
    )
  }
  return ({ step }) =>
    step === "asking"
      ? signIn(false)
      : step === "offering"
        ? Effect.flatMap(canOffer, (can) => (can ? signIn(true) : Effect.succeed(unavailable)))
        : null
}
