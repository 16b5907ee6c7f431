/** Durations in milliseconds, for arithmetic with epoch milliseconds. */
export const MINUTE_MILLIS = 60_000
export const HOUR_MILLIS = 60 * MINUTE_MILLIS
export const DAY_MILLIS = 24 * HOUR_MILLIS
