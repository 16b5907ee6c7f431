import { Effect } from "effect"
import { Deployment } from "./deployment.ts"
import { textError } from "./http-error-response.ts"
import type { ReceivedRequest } from "./received-request.ts"

/**
 * Returns the public URL of the service. Without one, returns the origin under which the caller reached this service,
 * from `Host` and `X-Forwarded-Proto`. A page cannot make a browser send other values of these headers, so a wrong
 * value misleads only its sender.
 */
export const ownUrl = Effect.fnUntraced(function* ({ headers }: Pick<ReceivedRequest, "headers">) {
  const { publicUrl } = yield* Deployment
  if (publicUrl !== null) return publicUrl
  const scheme = headers["x-forwarded-proto"] === "https" ? "https" : "http"
  const host = headers["host"] ?? ""
  const url = /^[\w.[\]:-]+$/.test(host) ? URL.parse(`${scheme}://${host}`) : null
  return url === null ? yield* textError(400, "The Host header is missing or cannot be read.") : url.origin
})
