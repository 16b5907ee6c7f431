/** Runs a deletion in a fiber of its own, so that neither requests nor deliveries are delayed by it. */
import { Cause, Effect, Queue } from "effect"
import { logDefect } from "../process/log-defect.ts"
import { outageReason } from "../sql/unavailable.ts"

/** Logs a failed round, except for an unavailable database, which requests report. The next round deletes the rest. */
const report =
  (failure: string) =>
  (cause: Cause.Cause<never>): Effect.Effect<void> => {
    if (Cause.hasInterruptsOnly(cause)) return Effect.failCause(cause)
    const defect = Cause.squash(cause)
    return outageReason(defect) === null ? logDefect(failure, defect) : Effect.void
  }

/**
 * Returns a function that starts a round at a time and returns at once. Rounds never overlap: of those that are started
 * during another one, only the last runs. The fiber ends with the scope.
 *
 * @param failure the text of the log for a failed round
 */
export const makeBackgroundPruning = Effect.fnUntraced(function* (
  prune: (now: number) => Effect.Effect<unknown>,
  failure: string
) {
  const due = yield* Queue.sliding<number>(1)
  yield* Queue.take(due).pipe(
    Effect.flatMap((now) => Effect.catchCause(prune(now), report(failure))),
    Effect.forever,
    Effect.forkScoped
  )
  return (now: number): Effect.Effect<void> => Effect.asVoid(Queue.offer(due, now))
})
