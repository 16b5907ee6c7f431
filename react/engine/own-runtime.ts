/** The `ManagedRuntime` of a provider that was given options: disposed when the provider is unmounted. */
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import type * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import type { Client } from "../../tiers/client.ts"
import type { ClientRuntime } from "./keystile.ts"

export interface OwnRuntime<E> extends ClientRuntime {
  /** Builds the layer now. Fails if it cannot be built. */
  readonly build: () => Exit.Exit<void, E>
  /** Keeps the runtime alive until the returned function is called. The last release disposes it. */
  readonly retain: () => () => void
}

/**
 * Makes a runtime over a layer, which is built on first use.
 *
 * A provider retains the runtime in an effect. StrictMode runs that effect twice within one commit, so a release
 * disposes only if nothing retains the runtime in the microtask after it. An `<Activity>` may show a provider again
 * later: the next use then builds the layer anew.
 */
export const makeOwnRuntime = <E>(layer: Layer.Layer<Client, E>): OwnRuntime<E> => {
  let current: ManagedRuntime.ManagedRuntime<Client, E> | undefined
  let retained = 0
  const runtime = () => (current ??= ManagedRuntime.make(layer))

  const disposeUnused = () => {
    if (retained > 0) return
    const unused = current
    current = undefined
    void unused?.dispose()
  }

  return {
    build: () => runtime().runSyncExit(Effect.void),
    runFork: (effect, options) => runtime().runFork(effect, options),
    retain: () => {
      retained++
      return () => {
        retained--
        queueMicrotask(disposeUnused)
      }
    }
  }
}
