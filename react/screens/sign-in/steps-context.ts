/** State that the sign-in methods of a page share. */
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
  /** The typed email address, shared by all forms. */
  readonly draft: Draft
  /** Passkeys are offered in the email field. */
  readonly autofill: boolean
  /** Shows the second factor. */
  readonly requireSecondFactor: (error: MultiFactorAuthenticationRequired) => Effect.Effect<void, RequestError>
  /** Saves the method as the last used one. */
  readonly remember: (method: string) => void
}

export const StepsContext = createContext<Steps | null>(null)

export const useSteps = (): Steps => {
  const steps = useContext(StepsContext)
  if (steps === null) throw new Error("Render this form inside <SignInSteps>.")
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
