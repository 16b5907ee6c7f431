/** The context of a provider's state, and the hooks that read it. */
import { createContext, use, useContext, useLayoutEffect, useSyncExternalStore } from "react"
import type { Keystile } from "../engine/keystile.ts"
import { currentPlatform } from "../../core/environment/variables.ts"
import { useOnServer } from "./on-server.ts"
import type { LoadedKeystile, ProviderContext } from "./provider-context.ts"

export const KeystileContext = createContext<ProviderContext | null>(null)

export const useProviderContext = (): ProviderContext => {
  const provided = useContext(KeystileContext)
  if (provided === null)
    throw new Error("No <KeystileProvider> around this component. Render it at the root of the application.")
  return provided
}

const promises = new WeakMap<LoadedKeystile, Promise<LoadedKeystile>>()

/** Returns a promise whose value `use` reads without suspending: `use` itself sets these fields on a promise. */
const fulfill = (opened: LoadedKeystile): Promise<LoadedKeystile> => {
  const known = promises.get(opened)
  if (known !== undefined) return known
  const made = Object.assign(Promise.resolve(opened), { status: "fulfilled", value: opened })
  promises.set(opened, made)
  return made
}

/** Returns the engine and the state on it. Suspends until the engine is loaded. */
export const useOpened = (): LoadedKeystile => {
  const { open, read } = useProviderContext()
  const { opened } = read()
  // React requires each render to call `use` that follows one which suspended by it.
  return use(opened === null ? open() : fulfill(opened))
}

/** Returns the engine and the state on it; `null` until the engine is loaded. */
export const useOpenedIfLoaded = (): LoadedKeystile | null => {
  const { read, subscribe } = useProviderContext()
  const readOpened = () => read().opened
  return useSyncExternalStore(subscribe, readOpened, readOpened)
}

/** Providers of pages that a server rendered from a snapshot. */
const hydratedProviders = new WeakSet<ProviderContext>()

/**
 * Same as `useOpenedIfLoaded`, but suspends while a page hydrates that a server rendered from a snapshot: the HTML of
 * the server, which has the engine, stays until the engine is loaded here.
 */
export const useOpenedForSnapshot = (): LoadedKeystile | null => {
  const provided = useProviderContext()
  const opened = useOpenedIfLoaded()
  // An update from above ends the hydration: React then renders what is still suspended as in a page without HTML.
  if (useOnServer() && provided.hasSnapshot && currentPlatform() === "browser") hydratedProviders.add(provided)
  // React requires each render to call `use` that follows one which suspended by it.
  if (opened !== null) return use(fulfill(opened))
  return hydratedProviders.has(provided) ? use(provided.open()) : null
}

/** Same as `useOpened`, without the functions of the engine. */
export const useKeystile = (): Keystile => useOpened().keystile

/** Delays the engine while `isDelayed`, so that it does not compete with the first field. */
export const useEngineDelay = (isDelayed: boolean): void => {
  const { delay } = useProviderContext()
  useLayoutEffect(() => (isDelayed ? delay() : undefined), [delay, isDelayed])
}
