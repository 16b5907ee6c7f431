/** A request, independent of the transport: Node's HTTP server, a web `Request`, or a call in memory. */
import { Data, type Effect } from "effect"

/** The body is longer than the limit of its route. */
export class BodyTooLarge extends Data.TaggedError("BodyTooLarge")<{ readonly limit: number }> {}

/** The body did not arrive completely. */
export class BodyIncomplete extends Data.TaggedError("BodyIncomplete")<{}> {}

export interface ServiceRequest {
  readonly method: string
  /** Path and query of the request line. */
  readonly target: string
  /** By lower-case names. */
  readonly headers: Readonly<Record<string, string | undefined>>
  /** Lower-case names of repeated headers, if the transport reports them. */
  readonly repeated?: ReadonlyArray<string>
  /** The IP address of the client, if the transport reports it. */
  readonly address?: string | undefined
  /** Reads the body, up to `limit` bytes. */
  readonly body: (limit: number) => Effect.Effect<Uint8Array, BodyTooLarge | BodyIncomplete>
}
