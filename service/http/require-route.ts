/** Finds the implementations of a request by its path and method. */
import { Effect } from "effect"
import type { Implementation } from "../endpoint/implement.ts"
import { textError } from "../response/raw-response.ts"
import { absentPath } from "./absent-path.ts"
import { findRepeatedHeader } from "./repeated-header.ts"
import type { Match } from "./route-table.ts"
import type { ServiceRequest } from "../request/service-request.ts"
import type { RequestTarget } from "./request-target.ts"

/** A request with its id, its target, and the route of its path. */
export interface RoutedRequest<R> {
  /** The value of the response's header `x-stack-request-id`. */
  readonly id: string
  readonly request: ServiceRequest
  readonly url: RequestTarget
  /** `null` if no route has the path. */
  readonly match: Match<Implementation<R>> | null
}

/** Returns the route and its implementations for the method, each for other tiers. Fails with 308, 400, 404 or 405. */
export const requireRoute = Effect.fnUntraced(function* <R>(
  { match, request, url: { pathname, search } }: RoutedRequest<R>,
  find: (path: string) => Match<Implementation<R>> | null,
  mountPath: string
) {
  const repeated = findRepeatedHeader(request)
  if (repeated !== null) return yield* textError(400, `The header ${repeated} came more than once.`)
  if (match === null) {
    const withoutSlash = pathname.slice(0, -1)
    // Redirects to existing routes only, so that `//host/` does not lead to another host.
    if (pathname.endsWith("/") && find(withoutSlash) !== null) {
      return yield* textError(308, "Use the path without the slash at its end.", {
        location: `${mountPath}${withoutSlash}${search}`
      })
    }
    return yield* textError(404, absentPath(pathname))
  }
  const { route } = match
  const overloads = route.methods.get(request.method)
  if (overloads === undefined) {
    const allow = [...route.methods.keys(), "OPTIONS"].join(", ")
    return yield* textError(405, `${route.path} takes ${allow}.`, { allow })
  }
  return { match, overloads }
})
