/** The estimate of a password. */
import type { strength } from "../messages/english/strength.ts"

/** Key of the text with the advice. */
export type Advice = Extract<keyof typeof strength, `advice${string}`>

/** Estimates how hard a password is to guess. */
export interface Estimate {
  /** 0 (guessed at once) to 4 (very hard to guess). */
  readonly score: number
  /** The advice to improve the password; `null` without one. */
  readonly advice: Advice | null
}
