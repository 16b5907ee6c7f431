/** Formats times and durations. */
import { counted } from "./counted.ts"

const MINUTE = 60_000
const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

const clockTime = new Intl.DateTimeFormat(undefined, {
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hour12: false
})
const dateTime = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium", hour12: false })

/** `14:02:11` */
export const timeOf = (at: number | string): string => clockTime.format(new Date(at))

export const dateTimeOf = (at: Date | number | string): string => dateTime.format(new Date(at))

/** `2 days`, `10 min`: at most the two largest units. */
export const spanOf = (millis: number): string => {
  const days = Math.floor(millis / DAY)
  const hours = Math.floor((millis % DAY) / HOUR)
  const minutes = Math.floor((millis % HOUR) / MINUTE)
  const seconds = Math.floor((millis % MINUTE) / 1000)
  const parts = [
    ...(days > 0 ? [counted(days, "day")] : []),
    ...(hours > 0 ? [`${hours} h`] : []),
    ...(minutes > 0 ? [`${minutes} min`] : []),
    ...(seconds > 0 || millis < 1000 ? [`${seconds} s`] : [])
  ]
  return parts.slice(0, 2).join(" ")
}

/** `Just now`, `12 min ago`, `Yesterday`, `3 days ago`, `5 months ago`, `2 years ago`. */
export const agoOf = (at: number, now: number): string => {
  const past = now - at
  if (past < MINUTE) return "Just now"
  if (past < HOUR) return `${Math.floor(past / MINUTE)} min ago`
  if (past < DAY) return `${Math.floor(past / HOUR)} h ago`
  const days = Math.floor(past / DAY)
  if (days < 61) return days === 1 ? "Yesterday" : `${days} days ago`
  return days < 731 ? `${Math.floor(days / 30.4)} months ago` : `${Math.floor(days / 365.25)} years ago`
}

/** `In 28 days`, `Never`. */
export const untilOf = (at: number, now: number): string => {
  const left = at - now
  if (left > 20 * 365 * DAY) return "Never"
  if (left <= 0) return agoOf(at, now)
  return left < DAY ? "Today" : `In ${counted(Math.floor(left / DAY), "day")}`
}
