/** Work that can wait until a page has nothing more urgent to do. */

/** How long it waits at most on a page that is never idle, in milliseconds. */
const PATIENCE = 1000

/**
 * Begins when the browser is idle, or at once where no browser says when that is. What the work gives back stops it;
 * so does what this gives back, also before the work has begun.
 */
export const whenIdle = (work: () => () => void): (() => void) => {
  if (!("requestIdleCallback" in globalThis)) return work()
  let stop = () => cancelIdleCallback(handle)
  const handle = requestIdleCallback(
    () => {
      stop = work()
    },
    { timeout: PATIENCE }
  )
  return () => stop()
}
