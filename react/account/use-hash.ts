/** The URL's hash, which selects a settings page. */
import { useSyncExternalStore } from "react"
import { onUrlChange } from "../navigation/on-url-change.ts"

const decode = (hash: string): string => {
  try {
    return decodeURIComponent(hash)
  } catch {
    return hash
  }
}

/** Returns the decoded hash without `#`. */
export const readHash = (): string => decode(globalThis.location.hash.slice(1))

/** Same as `readHash`, and renders again when it changes. */
export const useHash = (): string => useSyncExternalStore(onUrlChange, readHash, () => "")

/** The hash of a team's page. */
export const teamHash = (teamId: string): string => `team-${teamId}`

/** Shows another settings page. */
export const goToHash = (id: string): void => {
  globalThis.location.hash = id
}
