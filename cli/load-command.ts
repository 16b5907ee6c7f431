/** Loads the code of a command on demand, so that each one loads only its own: production has no development tools. */
import { Data, Effect } from "effect"

/** The code of the command could not be loaded, because the package is incomplete. */
export class NotInstalled extends Data.TaggedError("NotInstalled")<{}> {
  override readonly message = "A file of the keystile package is missing. Install the package again."
}

export const loadCommand = <A>(load: () => Promise<A>): Effect.Effect<A, NotInstalled> =>
  Effect.tryPromise({ try: load, catch: () => new NotInstalled() })
