/**
 * Spans and metrics of calls, for backends: layers that are off until they are provided, so that no browser ships them.
 *
 * Each call is a span, such as `GET /users/me`. A refresh of a session has a span `keystile.refresh` around that of its
 * call. Names and attributes follow OpenTelemetry's semantic conventions for HTTP clients where there is one. They
 * contain no input, token or response of a call. No tracing headers are sent to the service.
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
import * as Layer from "effect/Layer"
import { CallTrace } from "../http/tracing.ts"
import { withMetrics } from "./metrics.ts"
import { withSpan } from "./spans.ts"

/** Makes every call and every refresh a span, without metrics. For both take {@link layerObservability}. */
export const layerSpans: Layer.Layer<never> = Layer.succeed(CallTrace, withSpan)

/** Spans and metrics of every call and every refresh. */
export const layerObservability: Layer.Layer<never> = Layer.succeed(CallTrace, (endpoint, call) =>
  withSpan(endpoint, withMetrics(endpoint, call))
)
