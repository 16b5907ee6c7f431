/** The logos of the sign-in providers, which are loaded on demand. */
import { useEffect, useSyncExternalStore } from "react"
import { makeListeners } from "../../core/lightweight/listeners.ts"
import type { ProviderLogos } from "../../look/provider-logos.ts"

let logos: ProviderLogos | undefined
let loadPromise: Promise<void> | undefined
const listeners = makeListeners()

/**
 * Loads the logos before the project's providers are known, so that the buttons appear with them. Resolves also if
 * loading fails: the buttons have no logos then.
 */
export const preloadProviderLogos = (): Promise<void> =>
  (loadPromise ??= import("../../look/provider-logos.ts").then(
    ({ providerLogos }) => {
      logos = providerLogos
      listeners.notify()
    },
    () => void (loadPromise = undefined)
  ))

/** Returns the logos once they are loaded. */
export const useProviderLogos = (): ProviderLogos | undefined => {
  useEffect(() => void preloadProviderLogos(), [])
  return useSyncExternalStore(
    listeners.subscribe,
    () => logos,
    () => undefined
  )
}
