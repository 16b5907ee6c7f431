/** A duration in a form: the default, or a number of minutes, hours or days. */
import { MAX_SESSION_MILLIS, MIN_SESSION_MILLIS } from "../../core/schema/fields/session-duration.ts"

type DurationUnit = "days" | "hours" | "minutes"

export interface DurationDraft {
  readonly mode: "default" | "own"
  readonly amount: string
  readonly unit: DurationUnit
}

const units: Readonly<Record<DurationUnit, number>> = { days: 86_400_000, hours: 3_600_000, minutes: 60_000 }

const unitNames: ReadonlyArray<DurationUnit> = ["days", "hours", "minutes"]

/**
 * Returns the form of a saved duration, in the largest unit of which it is a whole number.
 *
 * @param suggested the duration of a form that is switched to an own one, in milliseconds
 */
export const durationDraft = (saved: number | undefined, suggested: number): DurationDraft => {
  const millis = saved ?? suggested
  const unit = unitNames.find((name) => millis % units[name] === 0) ?? "minutes"
  return { mode: saved === undefined ? "default" : "own", unit, amount: String(millis / units[unit]) }
}

/** Returns the milliseconds of a form without a problem; `null` for the default. */
export const durationOf = ({ amount, mode, unit }: DurationDraft): number | null =>
  mode === "default" ? null : Math.round(Number(amount) * units[unit])

/** Returns the problem of a form; `null` without one. */
export const durationProblem = (draft: DurationDraft): string | null => {
  const millis = draft.mode === "own" && draft.amount.trim() === "" ? NaN : durationOf(draft)
  const isRight = millis === null || (millis >= MIN_SESSION_MILLIS && millis <= MAX_SESSION_MILLIS)
  return isRight ? null : "Enter a time from 15 minutes to 367 days."
}
