/** Gauges of the Node process, with the names that Prometheus' clients use. */
import { Effect, type Scope } from "effect"
import { monitorEventLoopDelay } from "node:perf_hooks"
import type { Gauge } from "../process/gauges.ts"

/** The resolution of the event loop's delay, in milliseconds. */
const RESOLUTION = 20

type EventLoopDelay = ReturnType<typeof monitorEventLoopDelay>

/** Measures the delay of the event loop until the scope closes. */
export const startEventLoopDelay: Effect.Effect<EventLoopDelay, never, Scope.Scope> = Effect.acquireRelease(
  Effect.sync(() => {
    const histogram = monitorEventLoopDelay({ resolution: RESOLUTION })
    histogram.enable()
    return histogram
  }),
  (histogram) => Effect.sync(() => histogram.disable())
)

/** The delays are those since the last reading. */
export const processGauges = (delay: EventLoopDelay): ReadonlyArray<Gauge> => [
  {
    name: "process_resident_memory_bytes",
    description: "Resident memory of the process.",
    read: () => process.memoryUsage.rss()
  },
  {
    name: "process_cpu_seconds_total",
    isCounter: true,
    description: "Processor time of the process, in seconds.",
    read: () => {
      const { system, user } = process.cpuUsage()
      return (system + user) / 1_000_000
    }
  },
  {
    name: "process_start_time_seconds",
    description: "The start of the process, in seconds since 1970.",
    read: () => Math.round(performance.timeOrigin / 1000)
  },
  {
    name: "nodejs_eventloop_lag_p99_seconds",
    description: "The 99th percentile of the event loop's delay since the last reading, in seconds.",
    read: () => {
      const lag = delay.percentile(99) / 1e9
      delay.reset()
      return lag
    }
  }
]
