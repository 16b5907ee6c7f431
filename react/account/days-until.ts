/** When something is, in days, in the words of a language. */

const DAY_MILLIS = 86_400_000

/** `today`, `tomorrow`, `in 6 days`. What is over is said like today. */
export const daysUntil = (date: Date, now: number, language: string): string => {
  const days = Math.max(0, Math.floor((date.getTime() - now) / DAY_MILLIS))
  return new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(days, "day")
}
