/** A set of functions to call when something changed. (A stream would do too, and weighs 4 kB more in a browser.) */
export interface Listeners {
  readonly subscribe: (listener: () => void) => () => void
  readonly notify: () => void
}

export const makeListeners = (): Listeners => {
  const listeners = new Set<() => void>()
  return {
    subscribe: (listener) => {
      // A function of its own, so that the same listener given twice counts twice.
      const own = () => listener()
      listeners.add(own)
      return () => void listeners.delete(own)
    },
    notify: () => listeners.forEach((listener) => listener())
  }
}
