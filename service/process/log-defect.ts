import { Effect } from "effect"

/**
 * Logs a defect. A defect may be any value: other values than errors and strings are logged as an error with a fixed
 * text.
 */
export const logDefect = (message: string, defect: unknown): Effect.Effect<void> =>
  Effect.logError(message, defect instanceof Error || typeof defect === "string" ? defect : new Error(NO_ERROR))

const NO_ERROR = "The cause is not known: what was thrown is not an Error."
