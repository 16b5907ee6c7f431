/** Makes the state of a provider on its runtime. */
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { ConfigurationError } from "../../core/config/configuration-error.ts"
import * as Client from "../../tiers/client.ts"
import type { Snapshot } from "../../tiers/snapshot/snapshot.ts"
import { type Keystile, makeSharedState, sharedStateOf, withSnapshot } from "./keystile.ts"
import { sharedStateOfApp } from "./provided-app.ts"
import { clientOptions, type ClientSource } from "./client-options.ts"
import { layerEarlyTransport } from "./early-transport.ts"
import { makeOwnRuntime } from "./own-runtime.ts"

interface KeystileWithCleanup {
  readonly keystile: Keystile
  /** Keeps the provider's own runtime alive; absent for a runtime or an app of the application. */
  readonly retain?: () => () => void
}

/** Returns the client of an app, of a runtime, or of a runtime of its own over the options. */
export const makeKeystile = (
  source: ClientSource,
  snapshot: Snapshot | null | undefined
): KeystileWithCleanup | ConfigurationError => {
  if (source.runtime !== undefined) return { keystile: withSnapshot(sharedStateOf(source.runtime), snapshot) }
  if (source.app !== undefined) return { keystile: withSnapshot(sharedStateOfApp(source.app), snapshot) }
  const runtime = makeOwnRuntime(
    Layer.provide(Client.layerNoDeps(clientOptions(source, snapshot)), layerEarlyTransport)
  )
  const error = Option.getOrNull(Exit.findErrorOption(runtime.build()))
  return error ?? { keystile: withSnapshot(makeSharedState(runtime), snapshot), retain: runtime.retain }
}
