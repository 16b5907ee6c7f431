/** Effects that a cache starts. */
import type * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"

/** A started effect. It may have completed already. */
export interface RunningEffect<A, E> {
  /** The exit, once the run has ended. */
  readonly exit: Exit.Exit<A, E> | undefined
  /** Resolves with the exit. */
  readonly promise: Promise<Exit.Exit<A, E>>
  /** Interrupts the run. */
  readonly interrupt: () => void
}

/** Runs the effect of a query. `ofSession` is that of `Query`. */
export type RunEffect<Tier> = <A, E>(effect: Effect.Effect<A, E, Tier>, ofSession: boolean) => RunningEffect<A, E>
