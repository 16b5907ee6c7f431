/** The strength of a new password. A separate module, which sign-in forms do not load. */
import type { ComponentProps, ReactNode } from "react"
import { type StrengthInWords, useStrength } from "../components/password-strength.tsx"
import { strength } from "../messages/english/strength.ts"
import { useMessages } from "../messages/messages.ts"
import { usePartForm } from "./form-context.ts"

/** Props of `<Strength>`. */
export interface StrengthProps extends Omit<ComponentProps<"div">, "children"> {
  /** Renders an estimate. Default its word and advice. */
  readonly children?: ((estimate: StrengthInWords) => ReactNode) | undefined
}

/**
 * The strength of the typed password, with `data-score` from 0 to 4. Announced by screen readers. Renders nothing
 * without an estimate. The form rejects passwords below its threshold also without this component.
 */
export const Strength = ({ children = inWords, ...props }: StrengthProps) => {
  const { typed } = usePartForm("Strength")
  if (typed === undefined) throw new Error("<Strength> needs a new password: render it inside the <Form> of SignUp.")
  const { strengthLabel } = useMessages(strength)
  const estimate = useStrength(typed.password, [typed.email])
  if (estimate === null) return null
  return (
    <div role="status" aria-label={strengthLabel} data-score={estimate.score} {...props}>
      {children(estimate)}
    </div>
  )
}

const inWords = ({ advice, word }: StrengthInWords) => (advice === null ? word : `${word} · ${advice}`)
