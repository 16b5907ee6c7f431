/** Provides the transport over `fetch` to an effect. */
import * as Effect from "effect/Effect"
import { Transport } from "../../core/http/transport.ts"
import * as FetchTransport from "../../core/http/transport-fetch.ts"

export const overFetch = <A, E>(effect: Effect.Effect<A, E, Transport>): Effect.Effect<A, E> =>
  Effect.flatMap(FetchTransport.make, (transport) => Effect.provideService(effect, Transport, transport))
