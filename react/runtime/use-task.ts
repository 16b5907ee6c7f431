/** Runs an effect from an event handler, also before the engine is loaded. */
import type * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import { useCallback, useEffect, useRef, useState } from "react"
import type { RetryWait } from "../../core/http/retry.ts"
import type { LoadFailure } from "../../core/loading/load-failure.ts"
import type { Client } from "../../tiers/client.ts"
import { useProviderContext } from "./keystile-context.ts"
import type { TaskOutcome } from "../engine/outcome.ts"
import type { LoadedKeystile } from "./provider-context.ts"

/** The end of a run. */
export interface SettledRun<A, E> {
  readonly outcome: TaskOutcome<A, E | LoadFailure>
  /** The result of the effect; `null` if the engine could not be loaded. */
  readonly exit: Exit.Exit<A, E> | null
}

export interface Task<Args extends ReadonlyArray<unknown>, A, E> {
  /** Runs the effect. A call while it runs returns the promise of that run. The promise never rejects. */
  readonly run: (...args: Args) => Promise<SettledRun<A, E>>
  readonly pending: boolean
  /** The error of the last run. Cleared by the next run. */
  readonly error: E | LoadFailure | null
  /** Set during the delay before the next attempt of a call, with the time of that attempt. */
  readonly waiting: RetryWait | null
  /** Interrupts the run and clears the error. */
  readonly reset: () => void
}

/** Makes the effect of a task when the engine is loaded. */
export type TaskEffect<Args extends ReadonlyArray<unknown>, A, E> = (
  opened: LoadedKeystile,
  ...args: Args
) => Effect.Effect<A, E, Client>

export interface TaskOptions {
  /** Continues after unmount; `reset` interrupts it. Default `false`. */
  readonly detached?: boolean | undefined
}

interface TaskState<E> {
  readonly pending: boolean
  readonly error: E | null
  readonly waiting: RetryWait | null
  readonly defect: { readonly value: unknown } | null
}

const idle: TaskState<never> = { pending: false, error: null, waiting: null, defect: null }

interface TaskRun<A, E> {
  readonly promise: Promise<SettledRun<A, E>>
  readonly abort: () => void
}

/**
 * Returns a task that runs on the provider's runtime: at once if the engine is loaded, else when it is. It is
 * interrupted on unmount, unless it is `detached`. Throws defects to the error boundary.
 */
export const useTask = <Args extends ReadonlyArray<unknown>, A, E>(
  effect: TaskEffect<Args, A, E>,
  { detached = false }: TaskOptions = {}
): Task<Args, A, E> => {
  const { open, read } = useProviderContext()
  const [state, setState] = useState<TaskState<E | LoadFailure>>(idle)
  const current = useRef<TaskRun<A, E> | null>(null)
  const latest = useRef(effect)

  useEffect(() => {
    latest.current = effect
  })

  const stop = useCallback(() => {
    const stopped = current.current
    current.current = null
    stopped?.abort()
  }, [])

  const reset = useCallback(() => {
    stop()
    setState(idle)
  }, [stop])

  const run = useCallback(
    (...args: Args) => {
      if (current.current !== null) return current.current.promise
      const controller = new AbortController()
      const { signal } = controller
      setState({ ...idle, pending: true })
      const onWaiting = (waiting: RetryWait) => {
        if (!signal.aborted) setState({ ...idle, pending: true, waiting })
      }
      const begin = async (opened: LoadedKeystile): Promise<SettledRun<A, E>> => {
        if (signal.aborted) return { outcome: { status: "interrupted" }, exit: null }
        const { engine, keystile } = opened
        const exit = await engine.runWatched(keystile, () => latest.current(opened, ...args), { signal, onWaiting })
        return { outcome: engine.outcomeOf(exit), exit }
      }
      const { opened } = read()
      const settled =
        opened === null
          ? open().then(begin, (error: LoadFailure): SettledRun<A, E> => ({
              outcome: { status: "failure", error },
              exit: null
            }))
          : begin(opened)
      const mine: TaskRun<A, E> = {
        promise: settled.then((result) => {
          if (current.current !== mine) return result
          current.current = null
          // A token refresh may go on for other calls, and report that it waits.
          controller.abort()
          setState(stateOf(result.outcome))
          return result
        }),
        abort: () => controller.abort()
      }
      current.current = mine
      return mine.promise
    },
    [open, read]
  )

  useEffect(() => (detached ? undefined : reset), [detached, reset])

  if (state.defect !== null) throw state.defect.value
  const { error, pending, waiting } = state
  return { run, pending, error, waiting, reset }
}

const stateOf = <A, E>(outcome: TaskOutcome<A, E>): TaskState<E> => {
  switch (outcome.status) {
    case "failure":
      return { ...idle, error: outcome.error }
    case "defect":
      return { ...idle, defect: { value: outcome.defect } }
    default:
      return idle
  }
}
