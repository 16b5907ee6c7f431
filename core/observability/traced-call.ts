/** What the span and the metrics of a call have in common. */
import * as Effect from "effect/Effect"
import * as OAuthApi from "../api/oauth/refresh.ts"
import { OnWaiting } from "../http/retry.ts"
import type { TracedEndpoint } from "../http/tracing.ts"

/** Returns `true` for the call that refreshes a session. */
export const isRefresh = (endpoint: TracedEndpoint): boolean => endpoint === OAuthApi.refresh

/** Returns the path with the names of its parameters, e.g. `/api/v1/users/:user_id`. */
export const urlTemplate = ({ path, prefix }: TracedEndpoint): string => `${prefix}${path}`

/** Runs `report` before each retry, and then the program's `OnWaiting`. */
export const onEachRetry = <A, E, R>(
  call: Effect.Effect<A, E, R>,
  report: (error: unknown) => Effect.Effect<void>
): Effect.Effect<A, E, R> =>
  Effect.flatMap(OnWaiting, (onWaiting) =>
    Effect.provideService(call, OnWaiting, (waiting) => Effect.andThen(report(waiting.error), onWaiting(waiting)))
  )
