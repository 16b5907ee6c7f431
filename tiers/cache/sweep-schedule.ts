/** Repeats the removal of expired entries of a cache while there are any. */
import * as Predicate from "effect/Predicate"

/**
 * Returns a function that runs `sweep` after the interval, in milliseconds, and again while it returns true. The timer
 * does not keep a process alive.
 */
export const makeSweepSchedule = (sweep: () => boolean, interval: number): (() => void) => {
  let isScheduled = false
  const schedule = () => {
    if (isScheduled) return
    isScheduled = true
    const timer: unknown = setTimeout(() => {
      isScheduled = false
      if (sweep()) schedule()
    }, interval)
    if (Predicate.hasProperty(timer, "unref") && typeof timer.unref === "function") timer.unref()
  }
  return schedule
}
