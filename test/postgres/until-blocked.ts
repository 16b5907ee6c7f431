import { Effect } from "effect"
import type { Client } from "pg"

/**
 * Waits until a lock blocks a statement with this text in the database of the client. The client must not be in a
 * transaction, which sees old activity.
 */
export const untilBlocked = (client: Client, statement: string): Effect.Effect<void> =>
  Effect.flatMap(
    Effect.promise(() =>
      client.query(
        `
        SELECT 1 FROM pg_stat_activity
        WHERE datname = current_database() AND position($1 IN query) > 0 AND wait_event_type = 'Lock'`,
        [statement]
      )
    ),
    ({ rows }) => (rows.length > 0 ? Effect.void : untilBlocked(client, statement))
  )
