// @ts-check
// What the measurements of requests and of pages share.

import { visitors } from "../service/filled.mjs"

/** Returns a function with a user for each run. They are distributed over all users. @param {number} users */
export const visitor = (users) => {
  const known = visitors(users)
  return (/** @type {number} */ run) => known[(run * 37) % known.length] ?? { userId: "", email: "" }
}

/** Returns the median and the 95th percentile. @param {ReadonlyArray<number>} times in milliseconds */
export const percentiles = (times) => {
  const sorted = [...times].sort((a, b) => a - b)
  const at = (/** @type {number} */ share) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  return { p50: at(0.5), p95: at(0.95) }
}
