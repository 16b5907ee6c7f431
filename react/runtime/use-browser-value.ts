/** Values that only a browser has. */
import { useSyncExternalStore } from "react"

/** Subscribes to a store that never changes. */
export const subscribeToNothing = () => () => {}

/** Returns a value of the browser; `onServer` during server rendering and hydration. It is read at each render. */
export const useBrowserValue = <Value>(read: () => Value, onServer: Value): Value =>
  useSyncExternalStore(subscribeToNothing, read, () => onServer)
