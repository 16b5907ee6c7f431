/** The slot for the widget that makes the proof of a sign-up. */
import { type ComponentType, createContext } from "react"

/** Props of `<SignUpProofWidget>`. */
export interface SignUpProofWidgetProps {
  /** The project's check: `turnstile`, `custom`, or the name of a check that a newer service has. */
  readonly type: string
  /** The public key of a Turnstile widget. */
  readonly siteKey: string | undefined
  /** Call it with a proof, and with `null` when that has expired. */
  readonly onProof: (proof: string | null) => void
  /** Call it when the widget cannot make a proof. */
  readonly onError: (cause: unknown) => void
}

/** A component of the application that makes the proof of a sign-up. */
export type SignUpProofWidget = ComponentType<SignUpProofWidgetProps>

/** The provider's `signUpProofWidget`. */
export const ProofWidgetContext = createContext<SignUpProofWidget | null>(null)
