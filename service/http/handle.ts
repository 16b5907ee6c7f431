/**
 * Handles one request:
 *
 * host → interceptor → route → caller → tier → restriction → impersonation → body → rate limit → handler → response
 *
 * The caller and the tier are checked by the headers, before a body of any size is read. A body that
 * cannot be parsed is reported before the caller, so a small body of a refused caller is read as well.
 */
import { Clock, Effect, Result } from "effect"
import { auditRequest } from "../audit/audit-request.ts"
import { isAudited } from "../audit/audited-endpoints.ts"
import { QueueCaller } from "../crypto/queue-caller.ts"
import { ResponseHeaders } from "../endpoint/response-headers.ts"
import { MAX_VALUES, SMALL_BODY } from "../endpoint/body-limits.ts"
import { Caller } from "../endpoint/caller.ts"
import { CurrentDevice, userAgentOf } from "../endpoint/client-device.ts"
import { CurrentHeaders } from "../endpoint/own-url.ts"
import { textError } from "../endpoint/raw-response.ts"
import type { Implementation } from "../endpoint/implement.ts"
import type { ServiceRequest } from "../endpoint/service-request.ts"
import { limitedEndpoints } from "./rate-limits/limited-endpoints.ts"
import { RateLimits } from "./rate-limits/rate-limits.ts"
import { RequestedLanguages } from "../mail/mail-language.ts"
import { logDefect } from "../endpoint/log-defect.ts"
import { ProjectStore } from "../resources/projects/project-store.ts"
import { SpentCodes } from "../resources/verification-codes/verification-codes.ts"
import { retryAfterDeletion } from "../sql/retry-after-deletion.ts"
import { unavailable } from "../sql/unavailable.ts"
import {
  complete,
  errorResponse,
  internalErrorResponse,
  newRequestId,
  successResponse,
  textResponse,
  unavailableResponse
} from "./response.ts"
import { absentPath } from "./absent-path.ts"
import { type Admission, admit } from "./admit.ts"
import { readBody } from "./body.ts"
import type { BodyMemory } from "./body-memory.ts"
import { clientAddress, networkOf } from "./client-address.ts"
import { corsHeaders, isPreflight, preflightResponse } from "./cors.ts"
import { usesNewerFamily, withBothNames, withOlderNames } from "./header-families.ts"
import { type AllowedHosts, isAllowedHost } from "./allowed-hosts.ts"
import type { Outage } from "./outage.ts"
import type { HandledRequest } from "./handled-request.ts"
import type { Interceptor } from "./interceptor.ts"
import { type LogEntry, logEntryOf } from "./log-entry.ts"
import type { Observer } from "./observer.ts"
import { repeatedHeader } from "./repeated-header.ts"
import { parseTarget, type RequestTarget } from "./request-target.ts"
import { makeRouteTable, type Match } from "./route-table.ts"

export interface HandleOptions {
  readonly allowedHosts: AllowedHosts
  /** The number of proxies before the service that append to `X-Forwarded-For`. */
  readonly trustedProxies: number
  /** The path under which clients reach the service, which targets of requests do not contain. Default: none. */
  readonly mountPath?: string
  readonly outage: Outage
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

/** Builds the function that answers requests with these implementations. */
export const makeHandle = <R>(
  implementations: ReadonlyArray<Implementation<R>>,
  { allowedHosts, bodyMemory, intercept, mountPath = "", observe, outage, record, trustedProxies }: HandleOptions
) => {
  const find = makeRouteTable(implementations)

  const answer = Effect.fnUntraced(function* (
    request: ServiceRequest,
    url: RequestTarget,
    match: Match<Implementation<R>> | null,
    id: string,
    onBody: (body: unknown) => void
  ) {
    if (isPreflight(request)) return preflightResponse
    const repeated = repeatedHeader(request)
    if (repeated !== null) return yield* textError(400, `The header ${repeated} came more than once.`)
    if (match === null && url.pathname.endsWith("/")) {
      const withoutSlash = url.pathname.slice(0, -1)
      // Redirects to existing routes only, so that `//host/` does not lead to another host.
      if (find(withoutSlash) !== null) {
        return yield* textError(308, "Use the path without the slash at its end.", {
          location: `${mountPath}${withoutSlash}${url.search}`
        })
      }
    }
    if (match === null) return yield* textError(404, absentPath(url.pathname))
    const { route } = match
    const overloads = route.methods.get(request.method)
    if (overloads === undefined) {
      const allow = [...route.methods.keys(), "OPTIONS"].join(", ")
      return yield* textError(405, `${route.path} takes ${allow}.`, { allow })
    }
    const admitted = admit(overloads, request.headers)
    const admittedAt = yield* Clock.currentTimeMillis
    const admission = yield* Effect.result(admitted)
    if (Result.isFailure(admission)) {
      yield* readRefusedBody(request)
      return yield* Effect.fail(admission.failure)
    }
    const { bodyLimit } = admission.success.implementation
    return yield* bodyMemory.hold(
      lengthOf(request, bodyLimit),
      Effect.gen(function* () {
        const body = yield* readBody(request, { bytes: bodyLimit, values: MAX_VALUES })
        onBody(body)
        const isRecent = (yield* Clock.currentTimeMillis) - admittedAt <= CALLER_VALID_FOR
        const first = isRecent ? admission.success : yield* admitted
        return yield* retryAfterDeletion(
          respond(request, url, match, first, body, id),
          Effect.flatMap(admitted, (second) => respond(request, url, match, second, body, id))
        ).pipe(Effect.provideService(SpentCodes, new Set()))
      })
    )
  })

  const respond = Effect.fnUntraced(function* (
    request: ServiceRequest,
    url: RequestTarget,
    { params, route }: Match<Implementation<R>>,
    { caller, implementation }: Admission<R>,
    body: unknown,
    id: string
  ) {
    const received = {
      title: `${request.method} ${route.path}`,
      headers: request.headers,
      params,
      query: url.search === "" ? {} : Object.fromEntries(new URLSearchParams(url.search)),
      body
    }
    const own = new Map<string, string>()
    const handled = implementation.handle(received).pipe(
      Effect.map((success) => successResponse(request, implementation, success)),
      Effect.catch((error) => errorResponse(request, error)),
      Effect.map((response) => ({
        ...response,
        headers: { ...response.headers, ...implementation.headers, ...Object.fromEntries(own) }
      })),
      Effect.provideService(ResponseHeaders, own)
    )
    const address = clientAddress(request, trustedProxies)
    const userAgent = userAgentOf(request.headers)
    const audited = isAudited(implementation)
      ? auditRequest(
          {
            action: implementation.name,
            method: implementation.method,
            caller,
            params,
            body,
            address,
            network: networkOf(address),
            userAgent,
            requestId: id,
            isRateLimited: limitedEndpoints.has(implementation.name)
          },
          handled
        )
      : handled
    const byCaller = audited.pipe(
      Effect.provideService(Caller, caller),
      Effect.provideService(CurrentHeaders, request.headers)
    )
    // Servers send the requests of all their visitors from one address (see `limits.ts`).
    if (caller !== null && caller.tier !== "client") {
      return yield* Effect.provideService(byCaller, QueueCaller, caller.project.id)
    }
    const answered = byCaller.pipe(
      Effect.provideService(CurrentDevice, { address, userAgent }),
      Effect.provideService(RequestedLanguages, request.headers["accept-language"] ?? null)
    )
    const projectId = caller === null ? yield* namedProject(implementation.name, received.query) : caller.project.id
    if (projectId === null) return yield* answered
    const network = networkOf(address)
    return yield* (yield* RateLimits).limit(
      {
        endpoint: implementation.name,
        projectId,
        network,
        userId: caller?.userId ?? null,
        body
      },
      Effect.provideService(answered, QueueCaller, network)
    )
  })

  const handle = (request: ServiceRequest, url: RequestTarget, match: Match<Implementation<R>> | null, id: string) =>
    Effect.gen(function* () {
      const startedAt = yield* Clock.currentTimeMillis
      const call = `${request.method} ${match?.route.path ?? ""}`
      let body: unknown
      const answered = answer(request, url, match, id, (parsed) => {
        body = parsed
      }).pipe(
        Effect.tap(({ status }) => (status < 400 ? outage.succeeds(call) : Effect.void)),
        Effect.catch((error) => errorResponse(request, error)),
        Effect.catchDefect((defect) => {
          const problem = unavailable(defect)
          if (problem !== null) return Effect.as(outage.begins(call, problem), unavailableResponse)
          return Effect.as(logDefect(`${call} failed`, defect), internalErrorResponse)
        }),
        Effect.map((response) => complete(request, response, id))
      )
      const outcome = !isAllowedHost(request.headers["host"], allowedHosts)
        ? { response: complete(request, foreignHost(allowedHosts), id), fault: null }
        : isPreflight(request)
          ? { response: yield* answered, fault: null }
          : yield* intercept(request, url.pathname, answered)
      const durationMillis = (yield* Clock.currentTimeMillis) - startedAt
      const { response } = outcome
      yield* record(logEntryOf(id, request, url, match, outcome, startedAt, durationMillis), {
        request,
        body,
        response
      })
      return { ...response, headers: { ...response.headers, ...corsHeaders } }
    })

  return (received: ServiceRequest) =>
    Effect.suspend(() => {
      const isNewer = usesNewerFamily(received)
      const request = isNewer ? { ...received, headers: withOlderNames(received.headers) } : received
      const url = parseTarget(request.target)
      const match = find(url.pathname)
      const id = newRequestId()
      const { headers, method } = request
      const handled = observe(
        { id, method, route: match?.route.path ?? null, traceparent: headers["traceparent"] },
        handle(request, url, match, id)
      )
      return isNewer
        ? Effect.map(handled, (response) => ({ ...response, headers: withBothNames(response.headers) }))
        : handled
    })
}

/**
 * The project that the query of a limited call names. `null` if it does not exist: invented ids would fill the memory
 * of the rate limits, which then evict the buckets of client addresses.
 */
const namedProject = Effect.fnUntraced(function* (endpoint: string, query: Readonly<Record<string, string>>) {
  const id = limitedEndpoints.get(endpoint)?.project?.(query)
  const project = id === undefined ? null : yield* (yield* ProjectStore).find(id)
  return project === null ? null : project.id
})

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

const foreignHost = (allowed: AllowedHosts) =>
  textResponse(
    403,
    typeof allowed === "object" && "only" in allowed
      ? "This service answers to its public URL only."
      : "This service answers to the names of its own machine only."
  )
