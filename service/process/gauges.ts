import { Context } from "effect"

/** A value that is read when the metrics are. */
export interface Gauge {
  readonly name: string
  readonly description: string
  /** A value that never falls is a counter. Default: a gauge. */
  readonly isCounter?: boolean
  readonly labels?: Readonly<Record<string, string>>
  readonly read: () => number
}

/** Publishes gauges of pools and queues. Default: nowhere. */
export const Gauges = Context.Reference<{ readonly publish: (gauge: Gauge) => void }>("keystile/service/Gauges", {
  defaultValue: () => ({ publish: () => {} })
})
