/** Publishes the state of the queues of mails and webhooks, which all processes on the database share. */
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { wire } from "../../core/schema/wire.ts"
import { rowsOf } from "../sql/rows.ts"
import { Gauges } from "../process/gauges.ts"

const queues = ["mails", "webhooks"] as const

const states = ["pending", "failed"] as const

export class QueueGauges extends Context.Service<
  QueueGauges,
  {
    /** Reads the values from the database. While it does not respond, they are `NaN`. */
    readonly refresh: Effect.Effect<void>
  }
>()("keystile/service/QueueGauges") {}

const stateCounts = rowsOf(
  wire({ state: Schema.Literals(states), count: Schema.Int, dueAt: Schema.NullOr(Schema.Int) })
)

/** The time for which values are not read again: several scrapers share one query. */
const VALID_FOR = "1 second"

/** The time after which a database counts as unreachable. */
const TIMEOUT = "3 seconds"

export const layer: Layer.Layer<QueueGauges, never, SqlClient.SqlClient> = Layer.effect(
  QueueGauges,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { publish } = yield* Gauges
    const values = new Map<string, number>()

    /** The rows of each queue (`dispatch/queue-table.ts`), without those of deleted projects, which are not sent. */
    const rowsOfQueue = {
      mails: sql`
        SELECT state, due_at FROM outgoing_mails WHERE project_id IN (SELECT project_id FROM project_configs)`,
      webhooks: sql`
        SELECT state, due_at FROM webhook_deliveries
        WHERE target_id IN (SELECT id FROM webhook_targets WHERE project_id IN (SELECT project_id FROM project_configs))`
    }

    for (const queue of queues) {
      for (const state of states) {
        publish({
          name: "keystile_queue_length",
          description: "Rows of the queue: those to be sent, and those that were given up.",
          labels: { queue, state },
          read: () => values.get(`${queue} ${state}`) ?? Number.NaN
        })
      }
      publish({
        name: "keystile_queue_lag_seconds",
        description: "How long the oldest row has been due. More than a minute: nothing sends them.",
        labels: { queue },
        read: () => values.get(`${queue} lag`) ?? Number.NaN
      })
    }

    const readQueue = Effect.fnUntraced(function* (queue: (typeof queues)[number]) {
      const rows = yield* stateCounts.all(sql`
        SELECT state, count(*) AS count, min(due_at) AS due_at FROM (${rowsOfQueue[queue]}) AS queue
        WHERE state IN ${sql.in(states)} GROUP BY state`)
      const now = yield* Clock.currentTimeMillis
      const pending = rows.find(({ state }) => state === "pending")
      for (const state of states) values.set(`${queue} ${state}`, rows.find((row) => row.state === state)?.count ?? 0)
      values.set(`${queue} lag`, Math.max(0, now - (pending?.dueAt ?? now)) / 1000)
    })

    const readAll = Effect.forEach(queues, readQueue, { discard: true }).pipe(
      Effect.timeout(TIMEOUT),
      // Requests report an unavailable database themselves.
      Effect.catchCause(() => Effect.sync(() => values.clear())),
      Effect.withTracerEnabled(false)
    )
    return QueueGauges.of({ refresh: yield* Effect.cachedWithTTL(readAll, VALID_FOR) })
  })
)
