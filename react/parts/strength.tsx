/** How strong the password of a new account is. A file of its own, so that a form of sign-in brings nothing of it. */
import type { ComponentProps, ReactNode } from "react"
import { type StrengthInWords, useStrength } from "../components/password-strength.tsx"
import { strength } from "../messages/english/strength.ts"
import { useMessages } from "../messages/messages.ts"
import { usePartForm } from "./form-context.ts"

export interface StrengthProps extends Omit<ComponentProps<"div">, "children"> {
  /** What stands inside, for an estimate. Default its word and its advice. */
  readonly children?: ((estimate: StrengthInWords) => ReactNode) | undefined
}

/**
 * How strong the password is that was typed, from 0 to 4 as `data-score`; told to who listens. Not there until there is
 * an estimate. A password below the form's threshold is not sent, whether or not this part is there.
 */
export const Strength = ({ children = inWords, ...props }: StrengthProps) => {
  const { typed } = usePartForm("Strength")
  if (typed === undefined) throw new Error("<Strength> is about a new password: put it into the <Form> of SignUp.")
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
