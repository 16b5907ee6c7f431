/** Checks a new password, for sign-up, password reset and account settings. */
import { useContext } from "react"
import { passwordStrength, STRENGTH_THRESHOLD } from "../components/password-strength.tsx"
import { strength } from "../messages/english/strength.ts"
import { useMessages } from "../messages/messages.ts"
import { usePasswordMinLength } from "./use-password-min-length.ts"
import { checkNewPassword } from "./field-checks.ts"
import { StrengthContext } from "./strength-context.ts"

/** Timeout for loading the strength estimator, in milliseconds. After it the service alone decides. */
const LOAD_MILLIS = 3000

/**
 * Returns the check of a new password: its length, then its strength. The check resolves with `true` or with an error
 * text, which replaces the meter and so repeats its advice.
 *
 * @param own The component's own threshold. Default the provider's, which is `STRENGTH_THRESHOLD`.
 */
export const useNewPasswordCheck = (own?: number) => {
  const messages = useMessages()
  const texts = useMessages(strength)
  const provided = useContext(StrengthContext)
  const minLength = usePasswordMinLength()
  const threshold = own ?? provided ?? STRENGTH_THRESHOLD
  /** @param known Texts about the user that weaken a password that contains them: the email, the name. */
  return async (password: string, known: ReadonlyArray<string> = []): Promise<true | string> => {
    const checked = checkNewPassword(messages, minLength)(password)
    if (checked !== true || threshold <= 0) return checked
    const timeout = new Promise<null>((resolve) => setTimeout(() => resolve(null), LOAD_MILLIS))
    const estimate = await Promise.race([passwordStrength(password, known), timeout])
    if (estimate === null || estimate.score >= threshold) return true
    return estimate.advice === null ? texts.tooWeak : `${texts.tooWeak} · ${texts[estimate.advice]}`
  }
}
