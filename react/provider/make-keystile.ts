/** Makes the state of a provider from its props. */
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import type { ConfigurationError } from "../../core/config/configuration-error.ts"
import { publicEnvironment } from "../../core/environment/public-environment.ts"
import { currentPlatform, variables } from "../../core/environment/variables.ts"
import * as Client from "../../tiers/client.ts"
import type { ClientApp } from "../../tiers/promise/client-app.ts"
import type { Snapshot } from "../../tiers/snapshot/snapshot.ts"
import { type ClientRuntime, type Keystile, makeSharedState, sharedStateOf, withSnapshot } from "../runtime/keystile.ts"
import { sharedStateOfApp } from "../runtime/provided-app.ts"
import { makeOwnRuntime } from "./own-runtime.ts"

/** Options of the client that a provider makes. `undefined` counts as absent. */
export interface ClientProps extends Omit<Client.ClientOptions, "tokenStore"> {
  readonly tokenStore?: Client.ClientOptions["tokenStore"]
  readonly runtime?: undefined
  readonly app?: undefined
}

/** Where the client of a provider comes from. */
export type ClientSource =
  | ClientProps
  | { readonly runtime: ClientRuntime; readonly app?: undefined }
  | { readonly app: ClientApp; readonly runtime?: undefined }

export interface MadeKeystile {
  readonly keystile: Keystile
  /** Keeps the provider's own runtime alive; absent for a runtime or an app of the application. */
  readonly retain?: () => () => void
}

/** Returns the client of an app, of a runtime, or of a runtime of its own over the options. */
export const makeKeystile = (
  source: ClientSource,
  snapshot: Snapshot | null | undefined
): MadeKeystile | ConfigurationError => {
  if (source.runtime !== undefined) return { keystile: withSnapshot(sharedStateOf(source.runtime), snapshot) }
  if (source.app !== undefined) return { keystile: withSnapshot(sharedStateOfApp(source.app), snapshot) }
  const { tokenStore = "cookie", ...options } = withoutUndefined(source)
  const runtime = makeOwnRuntime(
    Client.layer({
      redirectMethod: "window",
      ...options,
      projectId: options.projectId ?? publicEnvironment()[variables.projectId] ?? snapshot?.projectId,
      // A server renders without cookies: the session is that of the snapshot, and no request is sent.
      tokenStore: tokenStore === "cookie" && currentPlatform() === "server" ? null : tokenStore
    })
  )
  const error = Option.getOrNull(Exit.findErrorOption(runtime.build()))
  return error ?? { keystile: withSnapshot(makeSharedState(runtime), snapshot), retain: runtime.retain }
}

/** An option given as `undefined` counts as absent. */
const withoutUndefined = <Options extends object>(options: Options): Options =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Options
