import { Context, Effect } from "effect"
import { Deployment } from "./deployment.ts"
import { textError } from "../response/raw-response.ts"
import type { ReceivedRequest } from "../request/received-request.ts"

/**
 * Returns the public URL of the service. Without one, returns the origin under which the caller reached this service,
 * from `Host` and `X-Forwarded-Proto`. A page cannot make a browser send other values of these headers, so a wrong
 * value misleads only its sender.
 */
export const ownUrl = Effect.fnUntraced(function* ({ headers }: Pick<ReceivedRequest, "headers">) {
  const { publicUrl } = yield* Deployment
  const url = publicUrl ?? requestOrigin(headers)
  return url ?? (yield* textError(400, "The Host header is missing or cannot be read."))
})

const requestOrigin = (headers: ReceivedRequest["headers"]): string | null => {
  const scheme = headers["x-forwarded-proto"] === "https" ? "https" : "http"
  const host = headers["host"] ?? ""
  const url = /^[\w.[\]:-]+$/.test(host) ? URL.parse(`${scheme}://${host}`) : null
  return url === null ? null : url.origin
}

/** The headers of the current request. Empty outside of requests. */
export const CurrentHeaders = Context.Reference<ReceivedRequest["headers"]>("keystile/service/CurrentHeaders", {
  defaultValue: () => ({})
})

/** Returns the URL of the service as `ownUrl` does, and that of this machine where it is not known. */
export const serviceUrl: Effect.Effect<string> = Effect.gen(function* () {
  const { publicUrl } = yield* Deployment
  return publicUrl ?? requestOrigin(yield* CurrentHeaders) ?? "http://localhost"
})
