/** Sends a webhook message again. */
import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { wire } from "../../core/schema/wire.ts"
import { inTexts } from "../sql/dialect.ts"
import { rowsOf, run } from "../sql/rows.ts"

/** Selects the deliveries that are sent again. Times are in epoch milliseconds. */
export interface DeliverySelection {
  /** All targets that receive the message without one. */
  readonly targetId: string | null
  /** Leaves out deliveries with an attempt after this time. */
  readonly unlessAttemptedAfter: number | null
  readonly now: number
}

const ids = rowsOf(wire({ id: Schema.String }))
const types = rowsOf(wire({ type: Schema.String }))

/** A time that no attempt is after. */
const NEVER = 8.64e15

/** Returns the function that makes deliveries of a message pending again, as `MessageStore` describes it. */
export const makeSendAgain = (
  sql: SqlClient.SqlClient,
  /** Returns the ids of the targets that receive a type of events. */
  receivers: (projectId: string, type: string) => Effect.Effect<ReadonlyArray<string>>
) =>
  Effect.fnUntraced(function* (
    projectId: string,
    id: string,
    { now, targetId, unlessAttemptedAfter }: DeliverySelection
  ) {
    const message = yield* types.first(sql`
      SELECT type FROM webhook_messages WHERE project_id = ${projectId} AND id = ${id}`)
    if (message === null) return false
    // Targets that were added later get it as well.
    const known = yield* ids.all(sql`SELECT target_id AS id FROM webhook_deliveries WHERE message_id = ${id}`)
    const all = [...(yield* receivers(projectId, message.type)), ...known.map((one) => one.id)]
    const present = yield* ids.all(sql`
      SELECT id FROM webhook_targets
      WHERE project_id = ${projectId} AND ${inTexts(sql, sql`id`, targetId === null ? all : [targetId])}`)
    if (present.length === 0) return false
    yield* run(sql`
      INSERT INTO webhook_deliveries (message_id, target_id, state, tries, due_at)
      SELECT ${id}, target.id, 'pending', 0, ${now} FROM webhook_targets AS target
      WHERE ${inTexts(
        sql,
        sql`target.id`,
        present.map((one) => one.id)
      )}
        AND NOT EXISTS (
          SELECT 1 FROM webhook_attempts
          WHERE message_id = ${id} AND target_id = target.id AND attempted_at > ${unlessAttemptedAfter ?? NEVER}
        )
      ON CONFLICT (message_id, target_id) DO UPDATE SET state = 'pending', tries = 0, due_at = excluded.due_at
      WHERE webhook_deliveries.claim IS NULL`)
    return true
  })
