/** A request on its way through the steps of `handle.ts`. */
import type { Implementation } from "../endpoint/implement.ts"
import type { ServiceRequest } from "../request/service-request.ts"
import type { RequestTarget } from "./request-target.ts"
import type { Match } from "./route-table.ts"

/** A request with its id, its target, and the route of its path. */
export interface RoutedRequest<R> {
  /** The value of the response's header `x-stack-request-id`. */
  readonly id: string
  readonly request: ServiceRequest
  readonly url: RequestTarget
  /** `null` if no route has the path. */
  readonly match: Match<Implementation<R>> | null
}
