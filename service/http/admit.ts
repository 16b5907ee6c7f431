/** Admits a request to one of the implementations of its path and method. */
import { Effect } from "effect"
import { AccessTypeRequired, InsufficientAccessType } from "../../core/errors/project-authentication.ts"
import type { CallerValues } from "../request/caller.ts"
import type { Implementation } from "../endpoint/implement.ts"
import type { ServiceRequest } from "../request/service-request.ts"
import { authenticate } from "./authenticate.ts"
import { requireOwnSession } from "./require-own-session.ts"
import { requireUnrestrictedCaller } from "./require-unrestricted-caller.ts"

/** The caller of a request, and the implementation for its tier. */
export interface Admission<R> {
  readonly caller: CallerValues | null
  readonly implementation: Implementation<R>
}

/** Authenticates the caller, chooses the implementation for its tier, and checks that the caller may use it. */
export const admit = Effect.fnUntraced(function* <R>(
  overloads: ReadonlyArray<Implementation<R>>,
  headers: ServiceRequest["headers"]
) {
  const readsUser = overloads.some((overload) => overload.readsUser)
  const hasCaller = overloads.some((overload) => overload.hasCaller)
  const authenticated = hasCaller ? yield* authenticate(headers, readsUser) : null
  const implementation = yield* choose(overloads, authenticated)
  yield* requireUnrestrictedCaller(authenticated, implementation.name)
  const caller = yield* requireOwnSession(authenticated, implementation)
  return { caller, implementation } satisfies Admission<R>
})

const choose = <R>(
  overloads: ReadonlyArray<Implementation<R>>,
  caller: CallerValues | null
): Effect.Effect<Implementation<R>, AccessTypeRequired | InsufficientAccessType> => {
  const open = overloads.find(({ tiers }) => tiers.length === 0)
  if (open !== undefined) return Effect.succeed(open)
  if (caller === null) return Effect.fail(new AccessTypeRequired())
  const fitting = overloads.find(({ tiers }) => tiers.includes(caller.tier))
  if (fitting !== undefined) return Effect.succeed(fitting)
  return Effect.fail(
    new InsufficientAccessType({
      actualAccessType: caller.tier,
      allowedAccessTypes: [...new Set(overloads.flatMap(({ tiers }) => tiers))]
    })
  )
}
