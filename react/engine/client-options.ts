/** The options of the client that a provider makes from its props. */
import { publicEnvironment } from "../../core/environment/public-environment.ts"
import { currentPlatform, variables } from "../../core/environment/variables.ts"
import { omitUndefined } from "../../tiers/calls/omit-undefined.ts"
import type { ClientOptions } from "../../tiers/client.ts"
import type { ClientApp } from "../../tiers/promise/client-app.ts"
import type { Snapshot } from "../../tiers/snapshot/snapshot.ts"
import type { ClientRuntime } from "./keystile.ts"

/** Options of the client that a provider makes. `undefined` counts as absent. */
export interface ClientProps extends Omit<ClientOptions, "tokenStore"> {
  /** The storage of the tokens. Default `cookie`. */
  readonly tokenStore?: ClientOptions["tokenStore"]
  /** Not with options of a client. */
  readonly runtime?: undefined
  /** Not with options of a client. */
  readonly app?: undefined
}

/** The source of a provider's client. */
export type ClientSource =
  | ClientProps
  | { readonly runtime: ClientRuntime; readonly app?: undefined }
  | { readonly app: ClientApp; readonly runtime?: undefined }

/** Returns the options with their defaults. */
export const clientOptions = (
  props: ClientProps,
  snapshot: Pick<Snapshot, "projectId"> | null | undefined
): ClientOptions => {
  const { tokenStore = "cookie", ...options } = omitUndefined(props)
  return {
    redirectMethod: "window",
    ...options,
    projectId: options.projectId ?? publicEnvironment()[variables.projectId] ?? snapshot?.projectId,
    // A server renders without cookies: the session is that of the snapshot, and no request is sent.
    tokenStore: tokenStore === "cookie" && currentPlatform() === "server" ? null : tokenStore
  }
}
