/** Prints why a command failed on stderr. */
import { Cause, Console, Effect } from "effect"

/** Prints failures, and defects with their cause for a bug report. */
export const reportFailure =
  <E>(explain: (error: E) => string) =>
  <A, R>(command: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    command.pipe(
      Effect.tapError((error) => Console.error(`keystile: ${explain(error)}`)),
      Effect.tapDefect((defect) =>
        Console.error(`keystile: The service failed with a bug. Please report it. ${Cause.pretty(Cause.die(defect))}`)
      )
    )
