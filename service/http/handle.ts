/**
 * Handles one request:
 *
 * host → interceptor → route → caller → tier → restriction → impersonation → body → rate limit → handler → response
 *
 * | step                                     | file                         |
 * | ---------------------------------------- | ---------------------------- |
 * | socket, order of requests                | `../server/listen.ts`        |
 * | request of Node                          | `../server/node-request.ts`  |
 * | host, interceptor, log entry             | this one                     |
 * | route                                    | `require-route.ts`           |
 * | caller, tier, restriction, impersonation | `admit.ts`                   |
 * | body                                     | `body.ts`                    |
 * | rate limit                               | `run-implementation.ts`      |
 * | input, handler                           | `../endpoint/implement.ts`   |
 * | response of a success or an error        | `response.ts`                |
 * | response of Node                         | `../server/send-response.ts` |
 *
 * The files of `../server` are those of HTTP; `web-handler.ts` and `in-memory.ts` there replace them.
 *
 * The caller and the tier are checked by the headers, before a body of any size is read. A body that
 * cannot be parsed is reported before the caller, so a small body of a refused caller is read as well.
 */
import { Clock, Effect } from "effect"
import { MAX_VALUES, SMALL_BODY } from "../validation/body-limits.ts"
import type { Implementation } from "../endpoint/implement.ts"
import { logDefect } from "../process/log-defect.ts"
import type { ServiceRequest } from "../request/service-request.ts"
import type { ServiceResponse } from "../response/service-response.ts"
import { SpentCodes } from "../resources/verification-codes/verification-codes.ts"
import { retryAfterDeletion } from "../sql/retry-after-deletion.ts"
import { outageReason } from "../sql/unavailable.ts"
import { type Admission, admit } from "./admit.ts"
import { type AllowedHosts, isAllowedHost } from "./allowed-hosts.ts"
import { readBody } from "./body.ts"
import type { BodyMemory } from "./body-memory.ts"
import { corsHeaders, isPreflight, preflightResponse } from "./cors.ts"
import { usesNewerFamily, withBothNames, withOlderNames } from "./header-families.ts"
import type { Interceptor } from "./interceptor.ts"
import { type HandledRequest, type LogEntry, logEntryOf } from "./log-entry.ts"
import type { Observer } from "./observer.ts"
import type { OutageLog } from "./outage.ts"
import { makeProxyHeaderWarning } from "./proxy-header-warning.ts"
import { parseTarget } from "./request-target.ts"
import { requireRoute, type RoutedRequest } from "./require-route.ts"
import {
  complete,
  errorResponse,
  internalErrorResponse,
  newRequestId,
  textResponse,
  unavailableResponse
} from "./response.ts"
import { makeRouteTable } from "./route-table.ts"
import { runImplementation } from "./run-implementation.ts"

export interface HandleOptions {
  readonly allowedHosts: AllowedHosts
  /** The number of proxies before the service that append to `X-Forwarded-For`. */
  readonly trustedProxies: number
  /** The path under which clients reach the service, which targets of requests do not contain. Default: none. */
  readonly mountPath?: string
  readonly outage: OutageLog
  readonly bodyMemory: BodyMemory
  /** Runs around each request. */
  readonly intercept: Interceptor
  /** Runs around each request, for logs, metrics and traces. */
  readonly observe: Observer
  /** Called with each request after its response. */
  readonly record: (entry: LogEntry, handled: HandledRequest) => Effect.Effect<void>
}

/**
 * A body that takes longer to arrive has its caller checked again, in milliseconds: keys and tokens may be revoked
 * meanwhile.
 */
const CALLER_VALID_FOR = 1000

/** Builds the function that handles requests with these implementations. */
export const makeHandle = <R>(
  implementations: ReadonlyArray<Implementation<R>>,
  { allowedHosts, bodyMemory, intercept, mountPath = "", observe, outage, record, trustedProxies }: HandleOptions
) => {
  const find = makeRouteTable(implementations)
  const warnOfProxyHeader = makeProxyHeaderWarning(trustedProxies)

  /** Names the headers by one family, finds the route, and observes the request. */
  const handle = (given: ServiceRequest) =>
    Effect.suspend(() => {
      const isNewer = usesNewerFamily(given)
      const request = isNewer ? { ...given, headers: withOlderNames(given.headers) } : given
      const url = parseTarget(request.target)
      const match = find(url.pathname)
      const id = newRequestId()
      const { headers, method } = request
      const handled = observe(
        { id, method, route: match?.route.path ?? null, traceparent: headers["traceparent"] },
        handleRouted({ id, request, url, match })
      )
      return isNewer
        ? Effect.map(handled, (response) => ({ ...response, headers: withBothNames(response.headers) }))
        : handled
    })

  /** Checks the host, runs the interceptor around the request, and records it with its response. */
  const handleRouted = Effect.fnUntraced(function* (routed: RoutedRequest<R>) {
    const { id, request, url } = routed
    const startedAt = yield* Clock.currentTimeMillis
    yield* warnOfProxyHeader(request)
    let body: unknown
    const respond = respondToAll(routed, (read) => {
      body = read
    })
    const outcome = !isAllowedHost(request.headers["host"], allowedHosts)
      ? { response: complete(request, foreignHost(allowedHosts), id), fault: null }
      : isPreflight(request)
        ? { response: yield* respond, fault: null }
        : yield* intercept(request, url.pathname, respond)
    const durationMillis = (yield* Clock.currentTimeMillis) - startedAt
    const { response } = outcome
    yield* record(logEntryOf(routed, outcome, startedAt, durationMillis), { request, body, response })
    return { ...response, headers: { ...response.headers, ...corsHeaders } }
  })

  /** Responds to errors and defects, too. Reports whether the database is available. */
  const respondToAll = (routed: RoutedRequest<R>, onBody: (body: unknown) => void) => {
    const { id, match, request } = routed
    const call = `${request.method} ${match?.route.path ?? ""}`
    return respond(routed, onBody).pipe(
      Effect.tap(({ status }) => (status < 400 ? outage.succeeds(call) : Effect.void)),
      Effect.catch((error) => errorResponse(request, error)),
      Effect.catchDefect((defect) => {
        const problem = outageReason(defect)
        if (problem !== null) return Effect.as(outage.begins(call, problem), unavailableResponse)
        return Effect.as(logDefect(`${call} failed`, defect), internalErrorResponse)
      }),
      Effect.map((response) => complete(request, response, id))
    )
  }

  /** Requires a route, admits the caller, reads the body and runs the implementation. */
  const respond = Effect.fnUntraced(function* (routed: RoutedRequest<R>, onBody: (body: unknown) => void) {
    const { id, request, url } = routed
    if (isPreflight(request)) return preflightResponse
    const { match, overloads } = yield* requireRoute(routed, find, mountPath)
    const admitCaller = admit(overloads, request.headers)
    const admittedAt = yield* Clock.currentTimeMillis
    const admission = yield* Effect.tapError(admitCaller, () => readRefusedBody(request))
    const { bodyLimit } = admission.implementation
    const run = Effect.gen(function* () {
      const body = yield* readBody(request, { bytes: bodyLimit, values: MAX_VALUES })
      onBody(body)
      const isRecent = (yield* Clock.currentTimeMillis) - admittedAt <= CALLER_VALID_FOR
      const current = isRecent ? admission : yield* admitCaller
      const received = {
        title: `${request.method} ${match.route.path}`,
        headers: request.headers,
        params: match.params,
        query: url.search === "" ? {} : Object.fromEntries(new URLSearchParams(url.search)),
        body
      }
      const runFor = (admission: Admission<R>) =>
        runImplementation({ id, request, received }, admission, trustedProxies)
      return yield* retryAfterDeletion(runFor(current), Effect.flatMap(admitCaller, runFor)).pipe(
        Effect.provideService(SpentCodes, new Set())
      )
    })
    return yield* bodyMemory.hold(lengthOf(request, bodyLimit), run)
  })

  return handle
}

/** Fails if the body of a refused caller is small and cannot be parsed. A longer one is not read. */
const readRefusedBody = (request: ServiceRequest) =>
  Number(request.headers["content-length"] ?? 0) > SMALL_BODY
    ? Effect.void
    : Effect.catchTag(readBody(request, { bytes: SMALL_BODY }), "RawResponse", () => Effect.void)

/** The length of a body that is about to be read: at most the limit, and the limit where the length is not declared. */
const lengthOf = ({ headers }: ServiceRequest, limit: number): number => {
  const declared = headers["content-length"]
  if (declared !== undefined) return Math.min(Number(declared) || 0, limit)
  return headers["transfer-encoding"] === undefined ? 0 : limit
}

const foreignHost = (allowed: AllowedHosts): ServiceResponse =>
  textResponse(
    403,
    typeof allowed === "object" && "only" in allowed
      ? "This service accepts requests to its public URL only."
      : "This service accepts requests to the names of its own machine only."
  )
