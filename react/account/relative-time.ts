/** Formats the time since a date, and the days until one. */

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const units = [
  ["year", 365 * DAY],
  ["month", 30 * DAY],
  ["day", DAY],
  ["hour", HOUR],
  ["minute", MINUTE]
] as const

/** Returns `now`, `5 minutes ago` or `yesterday` in a language. A date in the future is `now`. */
export const relativeTime = (date: Date, now: number, language: string): string => {
  const passed = Math.max(0, now - date.getTime())
  const format = new Intl.RelativeTimeFormat(language, { numeric: "auto" })
  const [unit, millis] = units.find(([, millis]) => passed >= millis) ?? ["second", Infinity]
  // Without the sign: `format(-0)` is `0 seconds ago` where `format(0)` is `now`.
  const count = Math.floor(passed / millis)
  return format.format(count === 0 ? 0 : -count, unit)
}

/** Returns `today`, `tomorrow` or `in 6 days` in a language. A date in the past is `today`. */
export const daysUntil = (date: Date, now: number, language: string): string => {
  const days = Math.max(0, Math.floor((date.getTime() - now) / DAY))
  return new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(days, "day")
}
