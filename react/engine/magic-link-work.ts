/** The effects of the magic link's states: the mail, and the session. */
import * as Effect from "effect/Effect"
import type { MultiFactorAuthenticationRequired } from "../../core/errors/multi-factor.ts"
import { runLoad } from "../../core/loading/lazy-module.ts"
import { Client } from "../../tiers/client.ts"
import type { Keystile } from "./keystile.ts"
import { takeProof } from "./proof-work.ts"
import { changeSession } from "./change-session.ts"
import type { Work } from "./work.ts"
import { afterSession } from "../flows/after-session.ts"
import type { MagicLinkEvent, MagicLinkState } from "../flows/magic-link.ts"

interface MagicLinkNeeds {
  readonly keystile: Keystile
  /** Loads the next step. Rejects with `LoadFailure`, as does `requireSecondFactor`. */
  readonly prepare: () => Promise<void>
  /** Resolves with the proof for a sign-up, see `FormProof`. */
  readonly proof: (signal: AbortSignal) => Promise<string | undefined>
  /** Called when the mail was sent. */
  readonly onSent: () => void
  readonly requireSecondFactor: (error: MultiFactorAuthenticationRequired) => Promise<void>
}

export const magicLinkWork =
  ({ keystile, onSent, prepare, proof, requireSecondFactor }: MagicLinkNeeds): Work<MagicLinkState, MagicLinkEvent> =>
  (state) => {
    switch (state.step) {
      case "sending":
      case "resending":
        // Loads the next step first: without it the mailed code could not be entered.
        return runLoad(prepare).pipe(
          Effect.andThen(takeProof(proof)),
          Effect.flatMap((taken) => Effect.flatMap(Client, (client) => client.sendMagicLinkEmail(state.email, taken))),
          Effect.match({
            onFailure: (error): MagicLinkEvent => ({ type: "notSent", error }),
            onSuccess: ({ expiresAt, nonce }): MagicLinkEvent => {
              onSent()
              return { type: "sent", nonce, expiresAt, sentAt: Date.now() }
            }
          })
        )
      case "checking": {
        const { code: otp, nonce } = state
        return changeSession(
          keystile,
          Effect.flatMap(Client, (client) => client.signInWithMagicLink({ otp, nonce })),
          afterSession
        ).pipe(
          Effect.catchTag("MultiFactorAuthenticationRequired", (error) => runLoad(() => requireSecondFactor(error))),
          Effect.match({
            onFailure: (error): MagicLinkEvent => ({ type: "refused", error }),
            onSuccess: (): MagicLinkEvent => ({ type: "done" })
          })
        )
      }
      default:
        return null
    }
  }
