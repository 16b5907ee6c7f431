/**
 * Spans and metrics of calls, for backends: layers that are off until they are provided, so that no browser ships them.
 *
 * A span a call (`GET /users/me`), and one a refresh of a session (`keystile.refresh`) around the call that it is.
 * Names and attributes follow OpenTelemetry's semantic conventions for HTTP clients where there is one; nothing of a
 * call's input, its tokens or its answer is among them. No tracing headers are sent to the service.
 *
 * | metric | kind | attributes |
 * |---|---|---|
 * | `keystile.calls` | counter | `http.request.method`, `url.template`, `outcome`: `ok`, `error` or `interrupted` |
 * | `keystile.call.duration` | histogram, seconds | the same |
 * | `keystile.errors` | counter | `http.request.method`, `url.template`, `error.type` |
 * | `keystile.retries` | counter | `http.request.method`, `url.template`, `error.type` |
 * | `keystile.refreshes` | counter | `outcome`: `renewed`, `ended`, `failed` or `interrupted` |
 *
 * @example
 * import { layerObservability } from "keystile"
 * import * as Server from "keystile/server"
 *
 * const layer = Server.layerConfig({ tokenStore: null }).pipe(Layer.provide(layerObservability))
 * // Spans go to the tracer of the program, metrics to its registry: `@effect/opentelemetry` exports both.
 */
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import * as Option from "effect/Option"
import * as OAuthApi from "../api/oauth/refresh.ts"
import { ApiConfig } from "../config/api-config.ts"
import { isRefreshTokenError } from "../errors/refresh-token.ts"
import { OnWaiting } from "../http/retry.ts"
import { CallTrace, type Trace, type TracedEndpoint } from "../http/tracing.ts"
import { describeError } from "./describe-error.ts"

const isRefresh = (endpoint: TracedEndpoint) => endpoint === OAuthApi.refresh

// ── Spans ───────────────────────────────────────────────────────────────────────────────────────────────────────────

const template = ({ path, prefix }: TracedEndpoint) => `${prefix}${path}`

/** The attributes of the service's URL, if there is a configuration. */
const server = Effect.map(Effect.serviceOption(ApiConfig), (config) => {
  if (Option.isNone(config)) return {}
  const { hostname, port, protocol } = new URL(config.value.baseUrl)
  return {
    "server.address": hostname,
    "server.port": Number(port) || (protocol === "https:" ? 443 : 80)
  }
})

const errorAttributes = (exit: Exit.Exit<unknown, unknown>): Record<string, unknown> => {
  if (Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause)) return {}
  const { status, type } = describeError(Cause.squash(exit.cause))
  return { "error.type": type, ...(status !== undefined && { "http.response.status_code": status }) }
}

const withSpan: Trace = (endpoint, call) => {
  const span = Effect.gen(function* () {
    yield* Effect.annotateCurrentSpan({
      "http.request.method": endpoint.method,
      "url.template": template(endpoint),
      ...(yield* server)
    })
    let resent = 0
    return yield* onEachRetry(call, () => Effect.sync(() => void resent++)).pipe(
      Effect.onExit((exit) =>
        Effect.annotateCurrentSpan({
          ...errorAttributes(exit),
          ...(resent > 0 && { "http.request.resend_count": resent })
        })
      )
    )
  }).pipe(Effect.withSpan(endpoint.name, { kind: "client" }))
  return isRefresh(endpoint) ? Effect.withSpan(span, "keystile.refresh") : span
}

/** Runs `report` before each retry, and then the program's `OnWaiting`. */
const onEachRetry = <A, E, R>(
  call: Effect.Effect<A, E, R>,
  report: (error: unknown) => Effect.Effect<void>
): Effect.Effect<A, E, R> =>
  Effect.flatMap(OnWaiting, (onWaiting) =>
    Effect.provideService(call, OnWaiting, (waiting) => Effect.andThen(report(waiting.error), onWaiting(waiting)))
  )

/** Makes every call and every refresh a span, without metrics. For both take {@link layerObservability}. */
export const layerSpans: Layer.Layer<never> = Layer.succeed(CallTrace, withSpan)

// ── Metrics ─────────────────────────────────────────────────────────────────────────────────────────────────────────

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

const withMetrics: Trace = <A, E, R>(endpoint: TracedEndpoint, call: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.gen(function* () {
    const facts = { "http.request.method": endpoint.method, "url.template": template(endpoint) }
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

/** Spans and metrics of every call and every refresh. */
export const layerObservability: Layer.Layer<never> = Layer.succeed(CallTrace, (endpoint, call) =>
  withSpan(endpoint, withMetrics(endpoint, call))
)
