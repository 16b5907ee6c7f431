/** Formats the days until a date. */

const DAY_MILLIS = 86_400_000

/** Returns `today`, `tomorrow` or `in 6 days` in a language. A date in the past is `today`. */
export const daysUntil = (date: Date, now: number, language: string): string => {
  const days = Math.max(0, Math.floor((date.getTime() - now) / DAY_MILLIS))
  return new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(days, "day")
}
