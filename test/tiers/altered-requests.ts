/** A transport that alters or delays requests, to provoke errors that depend on timing. */
import { Effect, Layer } from "effect"
import { Transport, type TransportRequest } from "../../core/http/transport.ts"

export type Send = Transport["Service"]["send"]
export type Alter = (request: TransportRequest, send: Send) => ReturnType<Send>

/** The transport that is at hand, with this in between where the end of the address matches. */
export const layerAlteredRequests = (path: RegExp, alter: Alter): Layer.Layer<Transport, never, Transport> =>
  Layer.effect(
    Transport,
    Effect.map(Transport, ({ send }) => ({
      send: (request) => (path.test(request.url) ? alter(request, send) : send(request))
    }))
  )
