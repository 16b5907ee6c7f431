/** The effect of the second factor's states: the session. */
import * as Effect from "effect/Effect"
import type { MultiFactorAuthenticationRequired } from "../../core/errors/multi-factor.ts"
import type { NewSession } from "../../tiers/calls/call-dependencies.ts"
import { Client } from "../../tiers/client.ts"
import type { Keystile } from "./keystile.ts"
import { changeSession } from "./change-session.ts"
import { afterSession } from "../flows/after-session.ts"
import type { Work } from "./work.ts"
import type { SecondFactorEvent, SecondFactorState } from "../flows/second-factor.ts"

interface SecondFactorNeeds {
  readonly keystile: Keystile
  /** The error of the first factor, with the code of the attempt. */
  readonly error: MultiFactorAuthenticationRequired
  readonly onComplete?: ((session: NewSession) => void) | undefined
}

export const secondFactorWork =
  ({ error, keystile, onComplete }: SecondFactorNeeds): Work<SecondFactorState, SecondFactorEvent> =>
  (state) =>
    state.step !== "checking"
      ? null
      : changeSession(
          keystile,
          Effect.tap(
            Effect.flatMap(Client, (client) => client.completeMultiFactor({ error, ...state.code })),
            (session) => Effect.sync(() => onComplete?.(session))
          ),
          afterSession
        ).pipe(
          Effect.match({
            onSuccess: (): SecondFactorEvent => ({ type: "done" }),
            onFailure: (error): SecondFactorEvent => {
              switch (error._tag) {
                case "InvalidTotpCode":
                case "InvalidRecoveryCode":
                case "CookiesBlocked":
                case "RequestError":
                  return { type: "refused", error }
                default:
                  return { type: "expired" }
              }
            }
          })
        )
