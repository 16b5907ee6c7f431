/** The hash of the page's address, which says what page of the settings is shown. */
import { useSyncExternalStore } from "react"
import { onAddressChange } from "../navigation/on-address-change.ts"

const decoded = (hash: string): string => {
  try {
    return decodeURIComponent(hash)
  } catch {
    return hash
  }
}

/** Without its `#`. */
export const useHash = (): string =>
  useSyncExternalStore(
    onAddressChange,
    () => decoded(globalThis.location.hash.slice(1)),
    () => ""
  )

/** Shows another page of the settings. */
export const goToHash = (id: string): void => {
  globalThis.location.hash = id
}
