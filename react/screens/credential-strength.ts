/** Whether a new password is strong enough (specification, section 5). */
import { createContext, useContext } from "react"
import { passwordStrength, STRENGTH_THRESHOLD } from "../components/password-strength.tsx"
import { strength } from "../messages/english/strength.ts"
import { useMessages } from "../messages/messages.ts"

/** What the provider says that a password has to reach. */
export const StrengthContext = createContext<number | undefined>(undefined)

/** How long the check may take to load, in milliseconds, before the service alone decides. */
const LOAD_MILLIS = 3000

/** `true`, or what to do about the password. */
export const useStrengthCheck = (own: number | undefined) => {
  const messages = useMessages(strength)
  const given = useContext(StrengthContext)
  const threshold = own ?? given ?? STRENGTH_THRESHOLD
  return async (password: string, email: string): Promise<true | string> => {
    if (threshold <= 0) return true
    const tooLate = new Promise<null>((resolve) => setTimeout(() => resolve(null), LOAD_MILLIS))
    const estimate = await Promise.race([passwordStrength(password, [email]), tooLate])
    return estimate === null || estimate.score >= threshold || messages.tooWeak
  }
}
