/** State that the sign-in methods of a page share. */
import { createContext, useContext } from "react"
import type { MultiFactorAuthenticationRequired } from "../../../core/errors/multi-factor.ts"
import type { EmailDraft } from "../../forms/use-email-draft.ts"
import type { FormProof } from "../../forms/form-proof.ts"
import type { MagicLinkEvent, MagicLinkState } from "../../flows/magic-link.ts"
import type { FlowHandle } from "../../runtime/use-flow.ts"

export interface Steps {
  readonly magicLink: FlowHandle<MagicLinkState, MagicLinkEvent>
  /** The typed email address, shared by all forms. */
  readonly draft: EmailDraft
  /** The proof for a sign-up, shared by all forms. */
  readonly proof: FormProof
  /** Passkeys are offered in the email field. */
  readonly autofill: boolean
  /** Shows the second factor. Rejects with `LoadFailure`. */
  readonly requireSecondFactor: (error: MultiFactorAuthenticationRequired) => Promise<void>
  /** Saves the method as the last used one. */
  readonly saveMethod: (method: string) => void
}

export const StepsContext = createContext<Steps | null>(null)

export const useSteps = (): Steps => {
  const steps = useContext(StepsContext)
  if (steps === null) throw new Error("Render this form inside <SignInSteps>.")
  return steps
}
