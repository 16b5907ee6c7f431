/** The metrics of a call. `observability.ts` lists them. */
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Metric from "effect/Metric"
import { isRefreshTokenError } from "../errors/refresh-token.ts"
import type { Trace, TracedEndpoint } from "../http/tracing.ts"
import { describeError } from "./describe-error.ts"
import { isRefresh, onEachRetry, urlTemplate } from "./traced-call.ts"

const calls = Metric.counter("keystile.calls", { description: "Calls to the service", incremental: true })
const errors = Metric.counter("keystile.errors", { description: "Calls that failed, by error", incremental: true })
const retries = Metric.counter("keystile.retries", { description: "Attempts after the first", incremental: true })
const refreshes = Metric.counter("keystile.refreshes", { description: "Refreshes of sessions", incremental: true })

/** In seconds: the boundaries of the convention for `http.client.request.duration`. */
const duration = Metric.histogram("keystile.call.duration", {
  description: "How long calls take with all their attempts and waits, in seconds",
  boundaries: [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10]
})

const outcomeOf = (exit: Exit.Exit<unknown, unknown>) =>
  Exit.isSuccess(exit) ? "ok" : Cause.hasInterruptsOnly(exit.cause) ? "interrupted" : "error"

const refreshOutcomeOf = (exit: Exit.Exit<unknown, unknown>) => {
  if (Exit.isSuccess(exit)) return "renewed"
  if (Cause.hasInterruptsOnly(exit.cause)) return "interrupted"
  return isRefreshTokenError(Cause.squash(exit.cause)) ? "ended" : "failed"
}

const count = (metric: Metric.Counter<number>, attributes: Readonly<Record<string, string>>) =>
  Metric.update(Metric.withAttributes(metric, attributes), 1)

/** Runs a call and counts it. */
export const withMetrics: Trace = <A, E, R>(
  endpoint: TracedEndpoint,
  call: Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> =>
  Effect.gen(function* () {
    const facts = { "http.request.method": endpoint.method, "url.template": urlTemplate(endpoint) }
    const start = yield* Clock.currentTimeMillis
    const record = Effect.fnUntraced(function* (exit: Exit.Exit<unknown, unknown>) {
      const outcome = outcomeOf(exit)
      const seconds = ((yield* Clock.currentTimeMillis) - start) / 1000
      yield* count(calls, { ...facts, outcome })
      yield* Metric.update(Metric.withAttributes(duration, { ...facts, outcome }), Math.max(0, seconds))
      if (Exit.isFailure(exit) && outcome === "error") {
        yield* count(errors, { ...facts, "error.type": describeError(Cause.squash(exit.cause)).type })
      }
      if (isRefresh(endpoint)) yield* count(refreshes, { outcome: refreshOutcomeOf(exit) })
    })
    const counted = onEachRetry(call, (error) => count(retries, { ...facts, "error.type": describeError(error).type }))
    return yield* Effect.onExit(counted, record)
  })
