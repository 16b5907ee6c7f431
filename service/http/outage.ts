/**
 * Says once that the database refuses statements, and once that it takes them again, however many requests come
 * meanwhile. A full disk still gives what is on it, so only what was refused can show that it is over.
 */
import { Effect } from "effect"

export interface Outage {
  /** A call has met it. */
  readonly begins: (call: string, problem: string) => Effect.Effect<void>
  /** A call has succeeded. */
  readonly succeeds: (call: string) => Effect.Effect<void>
}

/** Calls are named by their method and the form of their path: there are only so many of them. */
export const makeOutage = (): Outage => {
  const refused = new Set<string>()

  const over = Effect.suspend(() => {
    refused.clear()
    return Effect.logInfo("The database takes statements again.")
  })

  return {
    begins: (call, problem) =>
      Effect.suspend(() => {
        const isFirst = refused.size === 0
        refused.add(call)
        if (!isFirst) return Effect.void
        return Effect.logError(
          `The database refuses statements: ${problem} Requests that need them are answered with 503 meanwhile.`
        )
      }),
    succeeds: (call) => (refused.has(call) ? over : Effect.void)
  }
}
