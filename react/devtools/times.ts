/** Formats times for the panel. */

/** Formats the time of day: `14:03:09`. */
export const timeOfDay = (time: number): string => new Date(time).toTimeString().slice(0, 8)

/** Formats a duration of at least a second: `9 s`, `2 min 5 s`, `3 h 10 min`. Shorter ones are `0 s`. */
export const duration = (millis: number): string => {
  const seconds = Math.floor(millis / 1000)
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** Formats a moment beside the distance to it: `14:03:09, in 9 s`, `14:03:09, 5 s ago`. */
export const formatMoment = (time: number, now: number): string =>
  `${timeOfDay(time)}, ${time >= now ? `in ${duration(time - now)}` : `${duration(now - time)} ago`}`
