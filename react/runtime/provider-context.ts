/**
 * The state of a provider before and after the engine is loaded. Needs no Effect: components of the first paint read
 * it, and the others suspend until `open` resolves.
 */
import type { ConfigurationError } from "../../core/config/configuration-error.ts"
import type { SignInSettings } from "./sign-in-settings.ts"
import type { Engine } from "./engine-module.ts"
import type { Keystile } from "../engine/keystile.ts"
import type { Site } from "../engine/site.ts"

/** The loaded engine, and the state of a provider on it. */
export interface LoadedKeystile {
  readonly engine: Engine
  readonly keystile: Keystile
}

/** The content of the sign-in pages before the engine is loaded. */
export interface FirstView {
  /** Requests the project, unless its settings are known to be current. The engine's first call takes the response. */
  readonly requestProject: () => void
  /** Same as `requestProject`, after the next frame: sending a request delays the paint of settings at hand. */
  readonly requestProjectAfterPaint: () => void
  /** Returns the settings: of the snapshot, or of the response. The same object until they change. */
  readonly settings: () => SignInSettings | null
  /** Returns the settings that a server renders: those of the snapshot. */
  readonly settingsOnServer: () => SignInSettings | null
  /** Returns whether a user is signed in; `undefined` if only the engine can find out. */
  readonly isSignedIn: () => boolean | undefined
  /** Returns what a server renders. */
  readonly isSignedInOnServer: () => boolean | undefined
  readonly subscribe: (listener: () => void) => () => void
}

export interface ProviderState {
  readonly opened: LoadedKeystile | null
  /** The error of a provider whose options are incomplete or invalid. */
  readonly misconfigured: ConfigurationError | null
}

export interface ProviderContext {
  /** `null` for a runtime or an app of the application, which has its own. */
  readonly site: Site | null
  readonly firstView: FirstView
  /** True if a server read user and project for the page. */
  readonly hasSnapshot: boolean
  /** Returns the same object until something changes. */
  readonly read: () => ProviderState
  readonly subscribe: (listener: () => void) => () => void
  /**
   * Loads the engine after the first paint. Rejects with `LoadFailure` if it cannot be loaded; the next call tries
   * again. Stays pending if the provider is misconfigured, since the provider replaces its children then.
   */
  readonly open: () => Promise<LoadedKeystile>
  /**
   * Delays the engine until the first field is shown, for at most a second. Returns a function that ends the delay.
   */
  readonly delay: () => () => void
  /** Returns `false` until the frame after the provider's first render, in which the browser first paints it. */
  readonly hasFrame: () => boolean
  /** Keeps the provider's own runtime alive until the returned function is called. */
  readonly retain: () => () => void
}
