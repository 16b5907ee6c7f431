/** What the states of a magic link ask for: the mail, and the session. */
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
  /** Has what the next step is shown by. */
  readonly prepare: Effect.Effect<unknown, RequestError>
  /** The mail is on its way. */
  readonly sent: () => void
  readonly requireSecondFactor: (error: MultiFactorAuthenticationRequired) => Effect.Effect<void, RequestError>
}

export const magicLinkWork =
  ({ keystile, prepare, requireSecondFactor, sent }: MagicLinkNeeds): Work<MagicLinkState, MagicLinkEvent> =>
  (state) => {
    switch (state.step) {
      case "sending":
        // First what the code is typed into: without it the mail would be for nothing.
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
