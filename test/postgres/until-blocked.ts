import { Effect, Fiber } from "effect"
import type { Client } from "pg"
import type { TestResponse } from "../service/fixture.ts"

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

/** Starts a request, and returns its fiber when a lock blocks its statement. Fails the test if it responds before. */
export const forkUntilBlocked = <E, R>(
  observer: Client,
  statement: string,
  request: Effect.Effect<TestResponse, E, R>
) =>
  Effect.gen(function* () {
    const fiber = yield* Effect.forkChild(request, { startImmediately: true })
    yield* Effect.raceFirst(
      untilBlocked(observer, statement),
      Effect.flatMap(Fiber.join(fiber), ({ text }) => Effect.die(new Error(`responded without the lock: ${text}`)))
    )
    return fiber
  })
