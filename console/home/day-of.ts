const format = new Intl.DateTimeFormat(undefined, { month: "short", day: "numeric", timeZone: "UTC" })

/** Formats a day of the metrics, `YYYY-MM-DD` in UTC: `Nov 27`. */
export const dayOf = (day: string): string => {
  const date = new Date(`${day}T00:00:00Z`)
  return Number.isNaN(date.getTime()) ? day : format.format(date)
}
