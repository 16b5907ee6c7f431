/** Loads the code of a command on demand, so that each one loads only its own: production has no development tools. */
import { Data, Effect } from "effect"
import { reportFailure } from "./report-failure.ts"

/** The code of the command could not be loaded, because the package is incomplete. */
export class NotInstalled extends Data.TaggedError("NotInstalled")<{}> {
  override readonly message = "A file of the keystile package is missing. Install the package again."
}

/** Loads the code, and prints why that failed. */
export const loadCommand = <A>(load: () => Promise<A>): Effect.Effect<A, NotInstalled> =>
  Effect.tryPromise({ try: load, catch: () => new NotInstalled() }).pipe(reportFailure(({ message }) => message))

/** The code of a command. */
export interface CommandModule<Input, A, E, R> {
  readonly run: (input: Input) => Effect.Effect<A, E, R>
  /** Returns why the command failed. */
  readonly explain: (error: E) => string
}

/** Loads the code of a command and runs it. Prints why either failed. */
export const runCommand = <Input, A, E, R>(load: () => Promise<CommandModule<Input, A, E, R>>, input: Input) =>
  Effect.flatMap(loadCommand(load), ({ explain, run }) => run(input).pipe(reportFailure(explain)))
