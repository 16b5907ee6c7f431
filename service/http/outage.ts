/**
 * Logs the beginning and the end of a database outage, once each. A full disk still serves reads, so only the success
 * of a call that was refused before ends the outage.
 */
import { Effect } from "effect"

export interface OutageLog {
  /** Records that a call failed. Logs the first failure. */
  readonly begins: (call: string, problem: string) => Effect.Effect<void>
  /** Records that a call succeeded. Logs the end of the outage. */
  readonly succeeds: (call: string) => Effect.Effect<void>
}

/** Calls are named by method and route, so that their number is bounded. */
export const makeOutage = (): OutageLog => {
  const refused = new Set<string>()

  const endOutage = Effect.suspend(() => {
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
          `The database refuses statements: ${problem} Requests that need them fail with 503 meanwhile.`
        )
      }),
    succeeds: (call) => (refused.has(call) ? endOutage : Effect.void)
  }
}
