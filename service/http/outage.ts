/**
 * Logs the beginning and the end of a database outage, once each. A full disk still serves reads, so only the success
 * of a call that was refused before ends the outage.
 */
import { Clock, Effect } from "effect"

export interface OutageLog {
  /** Records that a call failed. Logs the first failure. */
  readonly begins: (call: string, problem: string) => Effect.Effect<void>
  /** Records that a call succeeded. Logs the end of the outage. */
  readonly succeeds: (call: string) => Effect.Effect<void>
}

/**
 * The time in milliseconds after the last failure of an outage. If other calls have succeeded since, a later failure is
 * another outage: the refused call may be a rare one, which does not end the first outage for hours.
 */
const QUIET_TIME = 60_000

/** Calls are named by method and route, so that their number is bounded. */
export const makeOutage = (): OutageLog => {
  const refused = new Set<string>()
  let lastFailure = 0
  let hasSucceeded = false

  const endOutage = Effect.suspend(() => {
    refused.clear()
    return Effect.logInfo("The database takes statements again.")
  })

  return {
    begins: (call, problem) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) => {
        if (hasSucceeded && now - lastFailure > QUIET_TIME) refused.clear()
        const isFirst = refused.size === 0
        refused.add(call)
        lastFailure = now
        hasSucceeded = false
        if (!isFirst) return Effect.void
        return Effect.logError(
          `The database refuses statements: ${problem} Requests that need them fail with 503 meanwhile.`
        )
      }),
    succeeds: (call) =>
      Effect.suspend(() => {
        if (refused.has(call)) return endOutage
        hasSucceeded = true
        return Effect.void
      })
  }
}
