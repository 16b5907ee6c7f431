/** Formats the time since a date, and the days until one. Days are those of the calendar in the user's time zone. */

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Returns the number of midnights between two dates. */
const calendarDays = (from: Date, to: Date): number => (dayOf(to) - dayOf(from)) / DAY

/** Returns midnight in UTC of the local date, since local days can have 23 or 25 hours. */
const dayOf = (date: Date): number => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate())

/** Returns the largest unit that has passed, and how many of them. */
const countElapsed = (date: Date, now: number): [count: number, unit: Intl.RelativeTimeFormatUnit] => {
  const passed = now - date.getTime()
  if (passed < MINUTE) return [0, "second"]
  if (passed < HOUR) return [Math.floor(passed / MINUTE), "minute"]
  const days = calendarDays(date, new Date(now))
  if (passed < DAY || days === 0) return [Math.floor(passed / HOUR), "hour"]
  if (passed < 30 * DAY) return [days, "day"]
  if (passed < 365 * DAY) return [Math.floor(passed / (30 * DAY)), "month"]
  return [Math.floor(passed / (365 * DAY)), "year"]
}

/** Returns `now`, `5 minutes ago` or `yesterday` in a language. A date in the future is `now`. */
export const relativeTime = (date: Date, now: number, language: string): string => {
  const [count, unit] = countElapsed(date, now)
  // A month has 30 days here, so `last month` could be the month before that.
  const numeric = unit === "month" || unit === "year" ? "always" : "auto"
  // Without the sign: `format(-0)` is `0 seconds ago` where `format(0)` is `now`.
  return new Intl.RelativeTimeFormat(language, { numeric }).format(count === 0 ? 0 : -count, unit)
}

/** Returns `today`, `tomorrow` or `in 6 days` in a language. A date in the past is `today`. */
export const daysUntil = (date: Date, now: number, language: string): string => {
  const days = Math.max(0, calendarDays(new Date(now), date))
  return new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(days, "day")
}
