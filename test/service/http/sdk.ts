/** The SDK's client tier for a service on a port. */
import { Layer } from "effect"
import { layer as fetchTransport } from "../../../core/http/transport-fetch.ts"
import * as Client from "../../../tiers/client.ts"
import { keys, PROJECT_ID } from "../fixture.ts"

/** A client without a session, over `fetch`. */
export const clientAt = (baseUrl: string) =>
  Client.layerNoDeps({
    projectId: PROJECT_ID,
    publishableClientKey: keys.publishableClientKey,
    baseUrl,
    tokenStore: "memory"
  }).pipe(Layer.provide(fetchTransport))
