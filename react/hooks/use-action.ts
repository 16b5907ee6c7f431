/** Runs an effect from an event handler. */
import type * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { useCallback, useRef } from "react"
import type { RetryWait } from "../../core/http/retry.ts"
import { LoadFailure } from "../../core/loading/load-failure.ts"
import { requestErrorOfLoad } from "../../core/loading/lazy-module.ts"
import type { Client } from "../../tiers/client.ts"
import { type SettledRun, type Task, type TaskOptions, useTask } from "../runtime/use-task.ts"

/** A call with its state, for a form or a button. */
export interface Action<Args extends ReadonlyArray<unknown>, A, E> {
  /** Runs the effect. A call while it runs returns the promise of that run. The promise never rejects. */
  readonly run: (...args: Args) => Promise<Exit.Exit<A, E>>
  /** True while the effect runs. */
  readonly pending: boolean
  /** The error of the last run. Cleared by the next run. */
  readonly error: E | null
  /** Set during the delay before the next attempt of a call, with the time of that attempt. */
  readonly waiting: RetryWait | null
  /** Interrupts the run and clears the error. */
  readonly reset: () => void
}

/** The options of `useAction`. */
export type ActionOptions = TaskOptions

/**
 * Returns an action that runs an effect on the provider's runtime. It is interrupted on unmount, unless it is
 * `detached`. Throws defects to the error boundary.
 *
 * @param effect The effect to run, with the arguments of `run`.
 * @param options The behavior on unmount.
 *
 * @example
 * const rename = useAction((displayName: string) => client.updateUser({ displayName }))
 * <button type="button" aria-busy={rename.pending} onClick={() => rename.run("Noor")}>Rename</button>
 */
export const useAction = <Args extends ReadonlyArray<unknown>, A, E>(
  effect: (...args: Args) => Effect.Effect<A, E, Client>,
  options?: ActionOptions
): Action<Args, A, E> => useTaskAsAction(useTask((_, ...args: Args) => effect(...args), options))

/** Returns a task with the result of its effect. */
export const useTaskAsAction = <Args extends ReadonlyArray<unknown>, A, E>({
  error,
  run: runTask,
  ...task
}: Task<Args, A, E>): Action<Args, A, E> => {
  const latest = useRef<{ readonly of: unknown; readonly exit: Promise<Exit.Exit<A, E>> } | null>(null)
  const run = useCallback(
    (...args: Args) => {
      const settled = runTask(...args)
      // Calls during a run get the same promise.
      if (latest.current?.of !== settled) latest.current = { of: settled, exit: settled.then(exitOf) }
      return latest.current.exit
    },
    [runTask]
  )
  return { ...task, run, error: error === null ? null : withoutLoadFailure<E>(error) }
}

const exitOf = <A, E>({ exit, outcome }: SettledRun<A, E>): Exit.Exit<A, E> => {
  if (exit !== null) return exit
  return outcome.status === "failure" ? Exit.fail(withoutLoadFailure<E>(outcome.error)) : Exit.interrupt()
}

/**
 * Returns the error as the effect's errors are: a failed load of the engine is a `RequestError`, which every call of
 * the client can fail with. The type of an effect without calls does not name it.
 */
const withoutLoadFailure = <E>(error: E | LoadFailure): E =>
  error instanceof LoadFailure ? (requestErrorOfLoad(error) as E) : error
