/** What is said about a password. */
import type { strength } from "../messages/english/strength.ts"

/** The text that says what to do about it. */
export type Advice = Extract<keyof typeof strength, `advice${string}`>

export interface Estimate {
  /** From 0, guessed at once, to 4, out of reach. */
  readonly score: number
  /** What would make it better, if anything. */
  readonly advice: Advice | null
}
