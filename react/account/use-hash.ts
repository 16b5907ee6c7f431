/** The URL's hash, which selects a settings page. */
import { useSyncExternalStore } from "react"
import { onAddressChange } from "../navigation/on-address-change.ts"

const decode = (hash: string): string => {
  try {
    return decodeURIComponent(hash)
  } catch {
    return hash
  }
}

/** Returns the decoded hash without `#`. */
export const useHash = (): string =>
  useSyncExternalStore(
    onAddressChange,
    () => decode(globalThis.location.hash.slice(1)),
    () => ""
  )

/** Shows another settings page. */
export const goToHash = (id: string): void => {
  globalThis.location.hash = id
}
