/**
 * Runs the implementation of a request whose caller is admitted and whose body is read:
 *
 * rate limit → audit → implementation → response
 */
import { Effect } from "effect"
import { auditRequest } from "../audit/audit-request.ts"
import { isAudited } from "../audit/audited-endpoints.ts"
import { QueueCaller } from "../crypto/work-queue.ts"
import { Caller } from "../request/caller.ts"
import { CurrentDevice, userAgentOf } from "../request/client-device.ts"
import type { Implementation } from "../endpoint/implement.ts"
import { CurrentHeaders } from "../deployment/own-url.ts"
import type { ReceivedRequest } from "../request/received-request.ts"
import { ResponseHeaders } from "../response/response-headers.ts"
import type { ServiceRequest } from "../request/service-request.ts"
import { RequestedLanguages } from "../mail/mail-language.ts"
import { ProjectStore } from "../resources/projects/project-store.ts"
import type { Admission } from "./admit.ts"
import { clientIpAddress, networkOf } from "./client-ip-address.ts"
import { limitedEndpoints } from "./rate-limits/limited-endpoints.ts"
import { RateLimits } from "./rate-limits/rate-limits.ts"
import { errorResponse, successResponse } from "./response.ts"

/** A request with its id and its body. */
interface ReadRequest {
  readonly id: string
  readonly request: ServiceRequest
  readonly received: ReceivedRequest
}

/** Returns the response of the implementation. Limits the rate of requests by clients. */
export const runImplementation = Effect.fnUntraced(function* <R>(
  { id, received, request }: ReadRequest,
  { caller, implementation }: Admission<R>,
  trustedProxies: number
) {
  const { body, params, query } = received
  const ipAddress = clientIpAddress(request, trustedProxies)
  const userAgent = userAgentOf(request.headers)
  const respond = handleReceived(request, received, implementation)
  const audited = isAudited(implementation)
    ? auditRequest(
        {
          action: implementation.name,
          method: implementation.method,
          caller,
          params,
          body,
          ipAddress,
          network: networkOf(ipAddress),
          userAgent,
          requestId: id,
          isRateLimited: limitedEndpoints.has(implementation.name)
        },
        respond
      )
    : respond
  const withCaller = audited.pipe(
    Effect.provideService(Caller, caller),
    Effect.provideService(CurrentHeaders, request.headers)
  )
  // Servers send the requests of all their visitors from one IP address (see `limits.ts`).
  if (caller !== null && caller.tier !== "client") {
    return yield* Effect.provideService(withCaller, QueueCaller, caller.project.id)
  }
  const withDevice = withCaller.pipe(
    Effect.provideService(CurrentDevice, { ipAddress, userAgent }),
    Effect.provideService(RequestedLanguages, request.headers["accept-language"] ?? null)
  )
  const projectId = caller === null ? yield* findNamedProject(implementation.name, query) : caller.project.id
  if (projectId === null) return yield* withDevice
  const network = networkOf(ipAddress)
  return yield* (yield* RateLimits).limit(
    { endpoint: implementation.name, projectId, network, userId: caller?.userId ?? null, body },
    Effect.provideService(withDevice, QueueCaller, network)
  )
})

/** Runs the implementation, and builds its response with the headers that it sets. */
const handleReceived = <R>(request: ServiceRequest, received: ReceivedRequest, implementation: Implementation<R>) => {
  const headers = new Map<string, string>()
  return implementation.handle(received).pipe(
    Effect.map((success) => successResponse(request, implementation, success)),
    Effect.catch((error) => errorResponse(request, error)),
    Effect.map((response) => ({
      ...response,
      headers: { ...response.headers, ...implementation.headers, ...Object.fromEntries(headers) }
    })),
    Effect.provideService(ResponseHeaders, headers)
  )
}

/**
 * The project that the query of a limited call names. `null` if it does not exist: invented ids would fill the memory
 * of the rate limits, which then evict the buckets of client IP addresses.
 */
const findNamedProject = Effect.fnUntraced(function* (endpoint: string, query: Readonly<Record<string, string>>) {
  const id = limitedEndpoints.get(endpoint)?.project?.(query)
  const project = id === undefined ? null : yield* (yield* ProjectStore).find(id)
  return project === null ? null : project.id
})
