/** A set of listeners. `PubSub` or `SubscriptionRef` would add 2.9 or 4.3 kB gzip: see README.md. */
export interface Listeners {
  readonly subscribe: (listener: () => void) => () => void
  readonly notify: () => void
}

/**
 * Makes a set of listeners. `watch` runs when the first one subscribes; its result runs when the last one unsubscribes.
 */
export const makeListeners = (watch: () => () => void = () => () => {}): Listeners => {
  const listeners = new Set<() => void>()
  let unwatch = () => {}
  return {
    subscribe: (listener) => {
      // Wrapped, so that a listener that subscribes twice is called twice.
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
