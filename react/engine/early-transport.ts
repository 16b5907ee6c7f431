/** The default transport, which takes the responses to early requests. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Transport } from "../../core/http/transport.ts"
import * as FetchTransport from "../../core/http/transport-fetch.ts"
import { takeEarlyResponse } from "./early-responses.ts"

const transports = new WeakMap<Transport["Service"], Transport["Service"]>()

/** Returns the same transport each time, so that providers share their refreshes. */
const withEarlyResponses = (transport: Transport["Service"]): Transport["Service"] => {
  const known = transports.get(transport)
  if (known !== undefined) return known
  const made: Transport["Service"] = {
    send: (request) =>
      Effect.suspend(() => {
        const response = takeEarlyResponse(request)
        return response === undefined ? transport.send(request) : FetchTransport.sendRequest(request, () => response)
      })
  }
  transports.set(transport, made)
  return made
}

export const layerEarlyTransport: Layer.Layer<Transport> = Layer.effect(
  Transport,
  Effect.map(FetchTransport.make, withEarlyResponses)
)
