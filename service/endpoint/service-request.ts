/**
 * A request and an answer as the service sees them, whoever carries them: a Node server, a web `Request`, or a call in
 * memory.
 */
import { Data, type Effect } from "effect"

/** The body is longer than its route takes. */
export class BodyTooLarge extends Data.TaggedError("BodyTooLarge")<{ readonly limit: number }> {}

/** The body did not arrive whole. */
export class BodyIncomplete extends Data.TaggedError("BodyIncomplete")<{}> {}

export interface ServiceRequest {
  readonly method: string
  /** Path and query, as they stand in the request line. */
  readonly target: string
  /** By lower-case names. */
  readonly headers: Readonly<Record<string, string | undefined>>
  /** Lower-case names of the headers that came more than once, where the carrier knows. */
  readonly repeated?: ReadonlyArray<string>
  /** Where the connection comes from, where the carrier knows: an IP address. */
  readonly address?: string | undefined
  /** Reads the body, up to so many bytes. */
  readonly body: (limit: number) => Effect.Effect<Uint8Array, BodyTooLarge | BodyIncomplete>
}

export interface ServiceResponse {
  readonly status: number
  /** By lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** The connection is to end before the answer, or within its body. */
  readonly breaks?: "before" | "within"
}
