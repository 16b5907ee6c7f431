/**
 * Deletes expired rows and abandoned anonymous users in the background.
 *
 * Rounds are started by requests, since only requests add rows. There is no timer: an idle service does no work, and
 * advancing the clock by years starts one round.
 */
import { Cause, Clock, Context, Effect, Layer, Queue } from "effect"
import { logDefect } from "../endpoint/log-defect.ts"
import { unavailable } from "../sql/unavailable.ts"
import { AbandonedUserStore } from "./abandoned-user-store.ts"
import { ExpiredRowsStore } from "./expired-rows-store.ts"

/** The time between the starts of two rounds of this process, in milliseconds. */
const INTERVAL = 6 * 3_600_000

export class Pruner extends Context.Service<
  Pruner,
  {
    /** Starts a round in the background if none was started within the interval. Returns at once and does not fail. */
    readonly pruneWhenDue: Effect.Effect<void>
  }
>()("keystile/service/Pruner") {}

/** Logs a failed round, except for an unavailable database, which requests report. The next round deletes the rest. */
const report = (cause: Cause.Cause<never>): Effect.Effect<void> => {
  if (Cause.hasInterruptsOnly(cause)) return Effect.failCause(cause)
  const defect = Cause.squash(cause)
  return unavailable(defect) === null ? logDefect("Deleting expired rows failed", defect) : Effect.void
}

export const layer: Layer.Layer<Pruner, never, AbandonedUserStore | ExpiredRowsStore> = Layer.effect(
  Pruner,
  Effect.gen(function* () {
    const rows = yield* ExpiredRowsStore
    const users = yield* AbandonedUserStore
    const prune = (now: number) => Effect.andThen(rows.prune(now), users.prune(now))
    // One fiber runs all rounds, so that they never overlap. It ends with the service.
    const due = yield* Queue.sliding<number>(1)
    yield* Queue.take(due).pipe(
      Effect.flatMap((now) => Effect.catchCause(prune(now), report)),
      Effect.forever,
      Effect.forkScoped
    )
    let startedAt = -Infinity
    return Pruner.of({
      pruneWhenDue: Effect.flatMap(Clock.currentTimeMillis, (now) => {
        if (now - startedAt < INTERVAL) return Effect.void
        startedAt = now
        return Queue.offer(due, now)
      })
    })
  })
)
