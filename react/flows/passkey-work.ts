/** What the states of a passkey ask for: the dialog, or the offer in the field. */
import * as Effect from "effect/Effect"
import type { MultiFactorAuthenticationRequired } from "../../core/errors/multi-factor.ts"
import type { RequestError } from "../../core/errors/request-error.ts"
import { Client } from "../../tiers/client.ts"
import type { Keystile } from "../runtime/keystile.ts"
import { changeSessionOnBegin } from "../runtime/change-session.ts"
import { afterSession } from "./after-session.ts"
import type { Work } from "./flow.ts"
import type { PasskeyEvent, PasskeyState } from "./passkey.ts"

export interface PasskeyNeeds {
  readonly keystile: Keystile
  readonly requireSecondFactor: (error: MultiFactorAuthenticationRequired) => Effect.Effect<void, RequestError>
  /** The passkey was right. */
  readonly used: () => void
}

/** Whether this page can offer passkeys in a field; asked before a challenge is. */
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
  requireSecondFactor,
  used
}: PasskeyNeeds): Work<PasskeyState, PasskeyEvent> => {
  const signIn = (autofill: boolean): Effect.Effect<PasskeyEvent, never, Client> => {
    // Until somebody chooses one, nothing that goes wrong with an offer is anything to tell people.
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
            used()
            return session
          }
        )
      },
      afterSession
    ).pipe(
      Effect.catchTag("MultiFactorAuthenticationRequired", (error) => {
        used()
        return requireSecondFactor(error)
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
