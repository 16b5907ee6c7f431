/** Says once that the database is away, and once that it is back, however many requests come meanwhile. */
import { Effect } from "effect"

export interface Outage {
  readonly begins: (problem: string) => Effect.Effect<void>
  readonly ends: Effect.Effect<void>
}

export const makeOutage = (): Outage => {
  let isGoingOn = false

  return {
    begins: (problem) =>
      Effect.suspend(() => {
        if (isGoingOn) return Effect.void
        isGoingOn = true
        return Effect.logError(`The database takes no statements: ${problem} Requests are answered with 503 meanwhile.`)
      }),
    ends: Effect.suspend(() => {
      if (!isGoingOn) return Effect.void
      isGoingOn = false
      return Effect.logInfo("The database takes statements again.")
    })
  }
}
