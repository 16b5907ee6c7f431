/** Loads code whose failure to load is no error of the page. */

/** Time after which a failed load is repeated, in milliseconds. */
export const LOAD_AGAIN = 10_000

/**
 * Loads until it succeeds: a failed load is repeated after ten seconds, and when the device is online again. Returns a
 * function that stops the repetition, after which `onLoaded` is not called.
 */
export const loadUntilDone = <Loaded>(
  load: () => Promise<Loaded>,
  onLoaded: (loaded: Loaded) => void = () => {}
): (() => void) => {
  let isStopped = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = () => {
    isStopped = true
    clearTimeout(timer)
    removeEventListener("online", tryToLoad)
  }
  const tryToLoad = () =>
    void load().then(
      (loaded) => {
        if (isStopped) return
        stop()
        onLoaded(loaded)
      },
      () => {
        clearTimeout(timer)
        if (!isStopped) timer = setTimeout(tryToLoad, LOAD_AGAIN)
      }
    )
  addEventListener("online", tryToLoad)
  tryToLoad()
  return stop
}
