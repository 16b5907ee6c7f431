/** What the ways to sign in have in common on a page: the address that was typed, and what may come after them. */
import type * as Effect from "effect/Effect"
import { createContext, useContext } from "react"
import type { MultiFactorAuthenticationRequired } from "../../../core/errors/multi-factor.ts"
import type { RequestError } from "../../../core/errors/request-error.ts"
import type { MagicLinkEvent, MagicLinkState } from "../../flows/magic-link.ts"
import type { RunningFlow } from "../../flows/use-flow.ts"

export interface Draft {
  readonly read: () => string
  readonly write: (email: string) => void
}

export interface Steps {
  readonly magicLink: RunningFlow<MagicLinkState, MagicLinkEvent>
  /** What was typed as the address, by whichever form. */
  readonly draft: Draft
  /** Passkeys are offered in the field for the address. */
  readonly autofill: boolean
  /** Puts the second factor in the place of the first. */
  readonly requireSecondFactor: (error: MultiFactorAuthenticationRequired) => Effect.Effect<void, RequestError>
  /** Keeps the method as the one that was used last. */
  readonly remember: (method: string) => void
}

export const StepsContext = createContext<Steps | null>(null)

export const useSteps = (): Steps => {
  const steps = useContext(StepsContext)
  if (steps === null) throw new Error("There are no steps of sign-in around this form.")
  return steps
}

export const makeDraft = (): Draft => {
  let email = ""
  return {
    read: () => email,
    write: (next) => {
      email = next
    }
  }
}
