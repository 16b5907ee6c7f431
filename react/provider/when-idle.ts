/** Defers work until the browser is idle. */

/** Maximum delay on a page that is never idle, in milliseconds. */
const MAX_WAIT = 1000

/**
 * Starts work when the browser is idle, or at once without `requestIdleCallback`. Returns a function that cancels it,
 * or calls the function that the work returned, if any.
 */
export const whenIdle = (work: () => (() => void) | void): (() => void) | void => {
  if (!("requestIdleCallback" in globalThis)) return work()
  let stop: (() => void) | void = () => cancelIdleCallback(handle)
  const handle = requestIdleCallback(
    () => {
      stop = work()
    },
    { timeout: MAX_WAIT }
  )
  return () => stop?.()
}
