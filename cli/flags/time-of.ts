/** Reads the time of a flag. */
import { Data, Effect } from "effect"

export class TimeUnreadable extends Data.TaggedError("TimeUnreadable")<{ readonly flag: string }> {
  override get message(): string {
    return `--${this.flag} has to be a date, 2026-01-31, or a time, 2026-01-31T12:00Z.`
  }
}

/** ISO 8601: a date, or a date and a time with its zone. A time without a zone would depend on the machine. */
const TIME = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2}))?$/

/** Returns the time in epoch milliseconds; `null` without the flag. */
export const timeOf = (flag: string, text: string | undefined): Effect.Effect<number | null, TimeUnreadable> => {
  if (text === undefined) return Effect.succeed(null)
  const millis = TIME.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(millis) ? Effect.fail(new TimeUnreadable({ flag })) : Effect.succeed(millis)
}
