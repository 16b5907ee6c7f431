/** Reads the metrics of a service that is mounted in a program. `keystile serve` has a port for them. */
import { Effect } from "effect"
import { Metrics } from "./metrics.ts"
import { QueueGauges } from "./queue-gauges.ts"

/** Returns the metrics of the running service in the text format of Prometheus (0.0.4). */
export const readMetrics: Effect.Effect<string, never, Metrics | QueueGauges> = Effect.gen(function* () {
  const metrics = yield* Metrics
  const queues = yield* QueueGauges
  yield* queues.refresh
  return yield* metrics.format
})
