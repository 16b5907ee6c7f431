/** Resolves after the browser has painted. */

/** Time after which a page that paints no frames counts as painted, in milliseconds. */
const MAX_WAIT = 1000

/** Resolves after the next frame; at once in a hidden page, which has none, and without a browser. */
export const afterPaint = (): Promise<void> =>
  new Promise((resolve) => {
    if (!("requestAnimationFrame" in globalThis) || globalThis.document?.visibilityState === "hidden") return resolve()
    const timer = setTimeout(resolve, MAX_WAIT)
    requestAnimationFrame(() => {
      clearTimeout(timer)
      // A task that is queued in a frame runs after the frame is painted.
      setTimeout(resolve, 0)
    })
  })
