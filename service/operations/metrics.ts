/** Counts requests and times them, and formats all metrics for Prometheus. Labels contain no data of users. */
import { Context, Effect, Layer, Metric } from "effect"
import { formatUnsafe } from "effect/observability/PrometheusMetrics"
import { header } from "../../core/http/headers.ts"
import type { ServiceResponse } from "../response/service-response.ts"
import type { Observer } from "../http/observer.ts"
import { type Gauge, Gauges } from "../process/gauges.ts"
import { processGauges, startEventLoopDelay } from "./process-gauges.ts"

export class Metrics extends Context.Service<
  Metrics,
  {
    readonly observe: Observer
    /** The text of `/metrics` (Prometheus text format 0.0.4). */
    readonly format: Effect.Effect<string>
  }
>()("keystile/service/Metrics") {}

/** In seconds, from a read with a known token to a hashed password behind a queue. */
const boundaries = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

const methods: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])

/** Provides the metrics and the gauges of a service. Each layer has its own registry. */
export const layer: Layer.Layer<Metrics> = Layer.effectContext(
  Effect.gen(function* () {
    const context = Context.make(Metric.MetricRegistry, new Map())

    const publish = ({ description, isCounter = false, labels, name, read }: Gauge) => {
      const options = { description, attributes: labels }
      const ignored = { update: () => {}, modify: () => {} }
      if (isCounter) {
        const get = () => ({ count: read(), incremental: true })
        Metric.registerUnsafe(Metric.counter(name, { ...options, incremental: true }), context, { ...ignored, get })
      } else {
        const get = () => ({ value: read() })
        Metric.registerUnsafe(Metric.gauge(name, options), context, { ...ignored, get })
      }
    }

    let inFlight = 0
    publish({
      name: "keystile_http_requests_in_flight",
      description: "Requests that are being handled.",
      read: () => inFlight
    })
    const eventLoopDelay = yield* startEventLoopDelay
    for (const gauge of processGauges(eventLoopDelay)) publish(gauge)

    const memoize = <Input, State>(make: (key: string) => Metric.Metric<Input, State>) => {
      const made = new Map<string, Metric.Metric<Input, State>>()
      return (key: string) => {
        const known = made.get(key) ?? make(key)
        made.set(key, known)
        return known
      }
    }
    const counterOf = memoize((key) => {
      const [method = "", route = "", status = ""] = key.split(" ")
      return Metric.counter("keystile_http_requests_total", {
        description: "Requests by method, route and status.",
        attributes: { method, route, status },
        incremental: true
      })
    })
    const durationOf = memoize((key) => {
      const [method = "", route = ""] = key.split(" ")
      return Metric.histogram("keystile_http_request_duration_seconds", {
        description: "The time from the request line to the response, in seconds.",
        attributes: { method, route },
        boundaries
      })
    })

    const observe: Observer = ({ method, route }, handled) =>
      Effect.suspend(() => {
        const startedAt = performance.now()
        const key = `${methods.has(method) ? method : "other"} ${route ?? "unmatched"}`
        inFlight++
        return handled.pipe(
          Effect.tap((response) =>
            Effect.sync(() => {
              counterOf(`${key} ${statusOf(response)}`).updateUnsafe(1, context)
              durationOf(key).updateUnsafe((performance.now() - startedAt) / 1000, context)
            })
          ),
          Effect.ensuring(
            Effect.sync(() => {
              inFlight--
            })
          )
        )
      })

    return Context.make(Metrics, { observe, format: Effect.sync(() => formatUnsafe(context)) }).pipe(
      Context.add(Gauges, { publish })
    )
  })
)

/** The actual status, even if the response has it in a header only. */
export const statusOf = ({ headers, status }: ServiceResponse): number => Number(headers[header.actualStatus] ?? status)
