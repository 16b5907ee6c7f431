/** The hash of the page's address, which says what page of the settings is shown. */
import { useSyncExternalStore } from "react"

const subscribe = (listener: () => void) => {
  addEventListener("hashchange", listener)
  addEventListener("popstate", listener)
  return () => {
    removeEventListener("hashchange", listener)
    removeEventListener("popstate", listener)
  }
}

const decoded = (hash: string): string => {
  try {
    return decodeURIComponent(hash)
  } catch {
    return hash
  }
}

/** Without its `#`. */
export const useHash = (): string =>
  useSyncExternalStore(subscribe, () => decoded(globalThis.location.hash.slice(1)), () => "")

/** Shows another page of the settings. */
export const goToHash = (id: string): void => {
  globalThis.location.hash = id
}
