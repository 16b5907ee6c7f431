/**
 * One run for all who ask for the same thing while it is under way. Nothing is kept: who asks after the answer asks
 * anew, and at once.
 */
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { RequestError } from "../errors/request-error.ts"
import { joined, type Run } from "../session/joined.ts"

export interface InFlight {
  /** Joins the run of that key, or starts it. A key stands for one effect, with its types. */
  readonly join: <A, E>(key: string, effect: Effect.Effect<A, E>) => Effect.Effect<A, E>
  /** Something may have been written: from now on nobody joins a run that may have read before that. */
  readonly written: Effect.Effect<void>
}

const isSessionChanged = (error: unknown) => error instanceof RequestError && error.reason._tag === "SessionChanged"

export const makeInFlight = (): InFlight => {
  const runs = new Map<string, Run<unknown, unknown>>()

  // From the look into the map to the entry in it nothing may come in between, so this is one step.
  const join = (key: string, effect: Effect.Effect<unknown, unknown>) =>
    Effect.contextWith((context: Context.Context<never>) => {
      const known = runs.get(key)
      const run = known ?? { fiber: Effect.runForkWith(context)(effect), waiting: 0 }
      const forget = () => {
        if (runs.get(key) === run) runs.delete(key)
      }
      if (known === undefined && run.fiber.pollUnsafe() === undefined) {
        runs.set(key, run)
        run.fiber.addObserver(forget)
      }
      const answer = joined(run, forget)
      // Somebody else signed in, but in the store of the caller who began: this one's session is still its own.
      return known === undefined ? answer : Effect.catchIf(answer, isSessionChanged, () => effect)
    })
  // Keys stand for types here, which no type can say.
  return { join: join as InFlight["join"], written: Effect.sync(() => runs.clear()) }
}
