/** The effects of the magic link's states: the mail, and the session. */
import * as Effect from "effect/Effect"
import type { MultiFactorAuthenticationRequired } from "../../core/errors/multi-factor.ts"
import type { RequestError } from "../../core/errors/request-error.ts"
import { Client } from "../../tiers/client.ts"
import type { Keystile } from "../runtime/keystile.ts"
import { changeSession } from "../runtime/change-session.ts"
import type { Work } from "./flow.ts"
import { afterSession } from "./after-session.ts"
import type { MagicLinkEvent, MagicLinkState } from "./magic-link.ts"

export interface MagicLinkNeeds {
  readonly keystile: Keystile
  /** Loads the next step. */
  readonly prepare: Effect.Effect<unknown, RequestError>
  /** Called when the mail was sent. */
  readonly sent: () => void
  readonly requireSecondFactor: (error: MultiFactorAuthenticationRequired) => Effect.Effect<void, RequestError>
}

export const magicLinkWork =
  ({ keystile, prepare, requireSecondFactor, sent }: MagicLinkNeeds): Work<MagicLinkState, MagicLinkEvent> =>
  (state) => {
    switch (state.step) {
      case "sending":
        // Loads the next step first: without it the mailed code could not be entered.
        return prepare.pipe(
          Effect.andThen(Effect.flatMap(Client, (client) => client.sendMagicLinkEmail(state.email))),
          Effect.match({
            onFailure: (error): MagicLinkEvent => ({ type: "notSent", error }),
            onSuccess: ({ nonce }): MagicLinkEvent => {
              sent()
              return { type: "sent", nonce }
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
          Effect.catchTag("MultiFactorAuthenticationRequired", requireSecondFactor),
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
