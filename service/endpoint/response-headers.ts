/** Headers that a handler adds to its response, a success or an error. */
import { Context, Effect } from "effect"

/** Values by lower-case names. Each request has a map of its own. */
export class ResponseHeaders extends Context.Service<ResponseHeaders, Map<string, string>>()(
  "keystile/service/ResponseHeaders"
) {}

/** Sets a response header. The value must not contain unchecked text of the request. */
export const setHeader = (name: string, value: string): Effect.Effect<void, never, ResponseHeaders> =>
  Effect.map(ResponseHeaders, (headers) => {
    headers.set(name, value)
  })
