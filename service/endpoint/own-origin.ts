/** The origin under which the caller reached this service: what it puts before its own paths when it sends them on. */
import { Effect } from "effect"
import { textError } from "./http-error-response.ts"
import type { ReceivedRequest } from "./received-request.ts"

/**
 * From the `Host` header, which the host guard has looked at, and from what a proxy says about the scheme. Whoever
 * sends a wrong one only misleads themselves: a page cannot make a browser send either.
 */
export const ownOrigin = Effect.fnUntraced(function* ({ headers }: Pick<ReceivedRequest, "headers">) {
  const scheme = headers["x-forwarded-proto"] === "https" ? "https" : "http"
  const host = headers["host"] ?? ""
  const url = /^[\w.[\]:-]+$/.test(host) ? URL.parse(`${scheme}://${host}`) : null
  return url === null ? yield* textError(400, "The Host header is missing or cannot be read.") : url.origin
})
