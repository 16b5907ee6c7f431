/** A set of functions to call when something changed. (A stream would do too, and weighs 4 kB more in a browser.) */
export interface Listeners {
  readonly subscribe: (listener: () => void) => () => void
  readonly notify: () => void
}

/** `watch` starts with the first listener, and what it gives back is called when the last one left. */
export const makeListeners = (watch: () => () => void = () => () => {}): Listeners => {
  const listeners = new Set<() => void>()
  let unwatch = () => {}
  return {
    subscribe: (listener) => {
      // A function of its own, so that the same listener given twice counts twice.
      const own = () => listener()
      listeners.add(own)
      if (listeners.size === 1) unwatch = watch()
      return () => {
        if (listeners.delete(own) && listeners.size === 0) unwatch()
      }
    },
    notify: () => listeners.forEach((listener) => listener())
  }
}
