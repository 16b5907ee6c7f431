/** The strength meter of a new password, and the check for forms. */
import { type ComponentProps, useEffect, useState } from "react"
import { strength } from "../messages/english/strength.ts"
import { useMessages } from "../messages/messages.ts"
import type { Estimate } from "../strength/estimate.ts"
import { className } from "../theme/class-name.ts"

/** Default score that a new password has to reach: more than 10^6 guesses. */
export const STRENGTH_THRESHOLD = 2

let loadPromise: Promise<typeof import("../strength/estimate-password.ts") | null> | undefined

const load = () =>
  (loadPromise ??= import("../strength/estimate-password.ts").catch(() => {
    loadPromise = undefined
    return null
  }))

/** Loads the estimator ahead of its first use. */
export const preloadPasswordStrength = (): void => void load()

/**
 * Estimates a password. Resolves with `null` if the estimator cannot be loaded; then the service alone decides.
 *
 * @param own Texts about the user that weaken a password that contains them: the email, the name.
 */
export const passwordStrength = async (password: string, own: ReadonlyArray<string> = []): Promise<Estimate | null> =>
  (await load())?.estimatePassword(password, own) ?? null

/** An estimate as texts. */
export interface StrengthInWords {
  /** 0 (guessed at once) to 4 (very hard to guess). */
  readonly score: number
  /** The score in the language of the page. */
  readonly word: string
  /** The advice in the language of the page; `null` without one. */
  readonly advice: string | null
}

/**
 * Returns the strength of a password as texts; `null` without a password or an estimate of it.
 *
 * @param own Texts about the user that weaken a password that contains them: the email, the name.
 */
export const useStrength = (password: string, own: ReadonlyArray<string>): StrengthInWords | null => {
  const messages = useMessages(strength)
  const [latest, setLatest] = useState<Estimate | null>(null)
  const known = own.join("\n")

  useEffect(() => {
    if (password === "") return undefined
    let current = true
    const ask = async () => {
      const next = await passwordStrength(password, known.split("\n"))
      if (current) setLatest(next)
    }
    void ask()
    return () => {
      current = false
    }
  }, [password, known])

  if (password === "" || latest === null) return null
  const { advice, score } = latest
  const words = [messages.strength0, messages.strength1, messages.strength2, messages.strength3, messages.strength4]
  return { score, word: words[score] ?? "", advice: advice === null ? null : messages[advice] }
}

/** Props of `<PasswordStrength>`. */
export interface PasswordStrengthProps extends Omit<ComponentProps<"div">, "children"> {
  /** The password to estimate. */
  readonly password: string
  /** Texts that others can guess: the user's email address and name. */
  readonly own?: ReadonlyArray<string> | undefined
}

/** Milliseconds without a key press after which the strength is announced. */
const TYPING_PAUSE = 600

/** Announces a text once it has not changed for a moment, so that typing is not interrupted at each key. */
const SettledStatus = ({ text }: { readonly text: string }) => {
  const [announced, setAnnounced] = useState("")
  useEffect(() => {
    const timer = setTimeout(() => setAnnounced(text), TYPING_PAUSE)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <p className="ks-visually-hidden" role="status">
      {announced}
    </p>
  )
}

/** The strength meter. Renders nothing without a password or an estimate of it. */
export const PasswordStrength = ({ className: given, own = [], password, ...props }: PasswordStrengthProps) => {
  const { strengthLabel } = useMessages(strength)
  const estimate = useStrength(password, own)
  if (estimate === null) return null
  const advice = estimate.advice === null ? "" : ` · ${estimate.advice}`
  return (
    <div {...props} className={className("ks-strength", given)} data-score={estimate.score}>
      <div className="ks-strength-track" aria-hidden="true">
        {[1, 2, 3, 4].map((step) => (
          <span
            className="ks-strength-step"
            key={step}
            data-state={step <= Math.max(1, estimate.score) ? "on" : "off"}
          />
        ))}
      </div>
      <p className="ks-hint ks-strength-word" aria-hidden="true">
        <strong>{estimate.word}</strong>
        {advice}
      </p>
      <SettledStatus text={`${strengthLabel}: ${estimate.word}${advice}`} />
    </div>
  )
}
