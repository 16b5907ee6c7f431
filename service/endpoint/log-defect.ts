/** Logs a defect, which may be any value: `undefined` and objects without a message say nothing in a log. */
import { Effect } from "effect"

export const logDefect = (message: string, defect: unknown): Effect.Effect<void> =>
  Effect.logError(message, defect instanceof Error || typeof defect === "string" ? defect : new Error(NO_ERROR))

const NO_ERROR = "The cause is not known: what was thrown is not an Error."
