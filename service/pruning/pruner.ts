/**
 * Deletes expired rows, abandoned anonymous users and the rows of deleted projects in the background.
 *
 * Rounds are started by requests, since only requests add rows. There is no timer: an idle service does no work, and
 * advancing the clock by years starts one round.
 */
import { Clock, Context, Effect, Layer } from "effect"
import { DeletedProjects } from "../resources/projects/deleted-projects.ts"
import { AbandonedUserStore } from "./abandoned-user-store.ts"
import { makeBackgroundPruning } from "./background-pruning.ts"
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

export const layer: Layer.Layer<Pruner, never, AbandonedUserStore | DeletedProjects | ExpiredRowsStore> = Layer.effect(
  Pruner,
  Effect.gen(function* () {
    const rows = yield* ExpiredRowsStore
    const users = yield* AbandonedUserStore
    const projects = yield* DeletedProjects
    const start = yield* makeBackgroundPruning(
      (now) => Effect.andThen(rows.prune(now), users.prune(now)),
      "Deleting expired rows failed"
    )
    let startedAt = -Infinity
    return Pruner.of({
      pruneWhenDue: Effect.flatMap(Clock.currentTimeMillis, (now) => {
        // The clock may have been set back.
        if (Math.abs(now - startedAt) < INTERVAL) return Effect.void
        startedAt = now
        return Effect.andThen(start(now), projects.startPruning)
      })
    })
  })
)
