/** Headers of responses. */
import { Context, Effect } from "effect"

/**
 * The headers that a handler adds to its response, a success or an error: values by lower-case names. Each request has
 * a map of its own.
 */
export class ResponseHeaders extends Context.Service<ResponseHeaders, Map<string, string>>()(
  "keystile/service/ResponseHeaders"
) {}

/** Sets a response header. The value must not contain unchecked text of the request. */
export const setHeader = (name: string, value: string): Effect.Effect<void, never, ResponseHeaders> =>
  Effect.map(ResponseHeaders, (headers) => {
    headers.set(name, value)
  })

/** Returns the `Retry-After` header of a 429 or 503 (RFC 9110, section 10.2.3): seconds, rounded up, at least 1. */
export const retryAfter = (seconds: number): Readonly<Record<"retry-after", string>> => ({
  "retry-after": String(Math.max(1, Math.ceil(seconds)))
})
