/**
 * Handles a request to the control API:
 *
 * guard → route → body → handler → response
 *
 * No faults and no rate limits apply, requests are not logged, and responses have no CORS headers.
 */
import { Effect } from "effect"
import { rawJson } from "../../response/raw-response.ts"
import type { ServiceRequest } from "../../request/service-request.ts"
import type { ServiceResponse } from "../../response/service-response.ts"
import { retrySoon, unavailableText } from "../../http/response.ts"
import { readBody } from "../../http/body.ts"
import type { HandleOptions } from "../../http/handle.ts"
import { makeRouteTable } from "../../http/route-table.ts"
import { logDefect } from "../../process/log-defect.ts"
import { retryAfterDeletion } from "../../sql/retry-after-deletion.ts"
import { outageReason } from "../../sql/unavailable.ts"
import { guardControl, guardVisit } from "./guard.ts"
import { CONSOLE_PATH, CONTROL_PREFIX, type ControlRoute, problem } from "./route.ts"
import { createHash } from "node:crypto"

/** The maximum length of a body, in bytes, of most routes. */
const BODY_LIMIT = 100_000

/** Returns whether a request is for the control API or the console. */
export const isControl = ({ target }: ServiceRequest): boolean => /^\/(?:$|\?|_keystile(?:[/?]|$))/.test(target)

/** Builds the handler of requests for these routes. */
export const makeHandleControl = <R>(
  routes: ReadonlyArray<ControlRoute<R>>,
  { allowedHosts, outage }: Pick<HandleOptions, "allowedHosts" | "outage">
) => {
  const find = makeRouteTable(routes)

  const respond = Effect.fnUntraced(function* (request: ServiceRequest) {
    yield* isVisit(request) ? guardVisit(request, allowedHosts) : guardControl(request, allowedHosts)
    const url = URL.parse(`http://service${request.target}`)
    const match = url === null ? null : find(url.pathname)
    if (url === null || match === null) {
      return yield* problem(
        404,
        `There is nothing at this path of the control API; ${CONTROL_PREFIX} tells what there is.`
      )
    }
    const [route] = match.route.methods.get(request.method) ?? []
    if (route === undefined) {
      return yield* problem(405, `${match.route.path} takes ${[...match.route.methods.keys()].join(", ")}.`)
    }
    const body = yield* readBody(
      { ...request, body: orNothing(request.body) },
      { bytes: route.bodyLimit ?? BODY_LIMIT }
    ).pipe(Effect.catchTag("BodyParsingError", () => Effect.fail(problem(400, "The body is no JSON."))))
    const call = `${request.method} ${route.path}`
    const query = Object.fromEntries(url.searchParams)
    const handled = route.handle({ params: match.params, query, body })
    const success = yield* retryAfterDeletion(handled, handled).pipe(
      Effect.catchDefect((defect) => {
        const reason = outageReason(defect)
        return reason === null ? Effect.die(defect) : Effect.andThen(outage.begins(call, reason), away)
      })
    )
    yield* outage.succeeds(call)
    const text = JSON.stringify(success)
    const type = { "content-type": "application/json; charset=utf-8" }
    if (request.method !== "GET") return { status: route.status, headers: type, body: text }
    // Clients poll, and mostly nothing has changed.
    const etag = `"${createHash("sha256").update(text).digest("base64url")}"`
    if (request.headers["if-none-match"] === etag) return { status: 304, headers: { etag }, body: "" }
    return { status: route.status, headers: { ...type, etag }, body: text }
  })

  return (request: ServiceRequest): Effect.Effect<ServiceResponse, never, R> =>
    respond(request).pipe(
      Effect.catch((error) => Effect.succeed(error.response)),
      Effect.catchDefect((defect) =>
        Effect.as(logDefect(`${request.method} of the control API failed`, defect), fault)
      ),
      Effect.map((response) => ({ ...response, headers: { ...ownHeaders, ...response.headers } }))
    )
}

/** Links on other sites may open the page, which itself contains no data. */
const isVisit = ({ method, target }: ServiceRequest): boolean =>
  method === "GET" && (target === CONSOLE_PATH || target.startsWith(`${CONSOLE_PATH}?`))

const fault: ServiceResponse = problem(500, "The service failed: see its log.").response

const away = rawJson(503, { error: unavailableText }, retrySoon)

/** Prevents caching and embedding. */
const ownHeaders = {
  "cache-control": "no-store",
  "content-security-policy": "frame-ancestors 'none'",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff"
}

/** Reads an empty body as an empty object. */
const orNothing =
  (read: ServiceRequest["body"]): ServiceRequest["body"] =>
  (limit) =>
    Effect.map(read(limit), (bytes) => (bytes.length === 0 ? new TextEncoder().encode("{}") : bytes))
