/** Reads the metrics, for a program in which the service is mounted and for the port of operators. */
import { Effect } from "effect"
import { Metrics } from "./metrics.ts"
import { QueueGauges } from "./queue-gauges.ts"

/** Reads the queues, and returns the metrics in the text format of Prometheus (0.0.4). */
export const formatMetrics = (metrics: Metrics["Service"], queues: QueueGauges["Service"]): Effect.Effect<string> =>
  Effect.andThen(queues.refresh, metrics.format)

/** Returns the metrics of the running service in the text format of Prometheus (0.0.4). */
export const readMetrics: Effect.Effect<string, never, Metrics | QueueGauges> = Effect.gen(function* () {
  return yield* formatMetrics(yield* Metrics, yield* QueueGauges)
})
