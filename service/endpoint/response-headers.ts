/**
 * Headers that a handler adds to its answer, whatever that turns out to be: a success, a known error or a plain text.
 */
import { Context, Effect } from "effect"

/** By lower-case names. A new one for each request. */
export class ResponseHeaders extends Context.Service<ResponseHeaders, Map<string, string>>()(
  "keystile/service/ResponseHeaders"
) {}

/** Sets a header of the answer. The value must hold nothing that a request could have put there unchecked. */
export const setHeader = (name: string, value: string): Effect.Effect<void, never, ResponseHeaders> =>
  Effect.map(ResponseHeaders, (headers) => {
    headers.set(name, value)
  })
