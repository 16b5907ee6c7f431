/**
 * Applies injected faults to a request.
 *
 * The statuses imitate a proxy in front of the service. They are never moved to a header, as the service does with its
 * own statuses for clients that request it.
 */
import { Clock, Effect } from "effect"
import { header } from "../../../core/http/headers.ts"
import { statusText } from "../../../core/http/status.ts"
import { ExpireAtOnce } from "../../crypto/access-tokens.ts"
import type { ServiceRequest } from "../../request/service-request.ts"
import type { ServiceResponse } from "../../response/service-response.ts"
import type { Interceptor, InterceptedResponse } from "../../http/interceptor.ts"
import type { RequestFault } from "./fault.ts"
import type { Faults } from "./faults.ts"

/** An error code that does not exist. */
const WRONG_CODE = "THIS_CODE_IS_NOT_THE_ONE_IN_THE_BODY"

/** Handles requests with the active faults. */
export const applyFaults = ({ meet: activeFaults }: Faults["Service"]): Interceptor =>
  Effect.fnUntraced(function* <R>(
    { method }: ServiceRequest,
    path: string,
    respond: Effect.Effect<ServiceResponse, never, R>
  ): Effect.fn.Return<InterceptedResponse, never, R> {
    const faults = yield* activeFaults(method, path)
    for (const fault of faults) {
      if (fault.kind === "delay") yield* Effect.sleep(fault.millis)
    }
    const last = faults.at(-1)
    if (last === undefined) return { response: yield* respond, fault: null }
    return { response: yield* applyFault(last, respond), fault: last.kind }
  })

const applyFault = Effect.fnUntraced(function* <R>(
  fault: RequestFault,
  respond: Effect.Effect<ServiceResponse, never, R>
): Effect.fn.Return<ServiceResponse, never, R> {
  switch (fault.kind) {
    case "delay":
      return yield* respond
    case "rateLimit":
      return plainResponse(429, yield* retryAfter(fault))
    case "serverError":
      return plainResponse(500)
    case "unavailable":
      return plainResponse(503, yield* retryAfter(fault))
    case "loop":
      return { ...plainResponse(508), body: "INFINITE_LOOP_DETECTED" }
    case "reset":
      return { status: 0, headers: {}, body: "", breaks: "before" }
    case "truncate":
      return { ...(yield* respond), breaks: "within" }
    case "wrongErrorHeader": {
      const response = yield* respond
      return { ...response, headers: { ...response.headers, [header.knownError]: WRONG_CODE } }
    }
    case "expireTokens":
      return yield* Effect.provideService(respond, ExpireAtOnce, true)
  }
})

const plainResponse = (status: number, headers: Readonly<Record<string, string>> = {}): ServiceResponse => ({
  status,
  headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store", ...headers },
  body: `${statusText[status]}: an injected fault.`
})

const retryAfter = Effect.fnUntraced(function* (fault: {
  readonly retryAfterSeconds?: number
  readonly retryAfterForm?: "seconds" | "date"
}): Effect.fn.Return<Readonly<Record<string, string>>> {
  const { retryAfterForm, retryAfterSeconds } = fault
  if (retryAfterSeconds === undefined) return {}
  if (retryAfterForm !== "date") return { "retry-after": String(retryAfterSeconds) }
  // HTTP dates have whole seconds. Rounded up, so that clients do not retry too early.
  const second = Math.ceil((yield* Clock.currentTimeMillis) / 1000) + retryAfterSeconds
  return { "retry-after": new Date(second * 1000).toUTCString() }
})
