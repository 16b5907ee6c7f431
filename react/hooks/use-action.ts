/** Runs an effect from an event handler. */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import { useCallback, useEffect, useRef, useState } from "react"
import { OnWaiting, type Waiting } from "../../core/http/retry.ts"
import type { Client } from "../../tiers/client.ts"
import { useKeystile } from "../runtime/keystile-context.ts"

export interface Action<Args extends ReadonlyArray<unknown>, A, E> {
  /** Runs the effect. A call while it runs returns the promise of that run. The promise never rejects. */
  readonly run: (...args: Args) => Promise<Exit.Exit<A, E>>
  readonly pending: boolean
  /** The error of the last run. Cleared by the next run. */
  readonly error: E | null
  /** Set while a call waits for its next attempt, with the time of that attempt. */
  readonly waiting: Waiting | null
  /** Interrupts the run and clears the error. */
  readonly reset: () => void
}

interface State<E> {
  readonly pending: boolean
  readonly error: E | null
  readonly waiting: Waiting | null
  readonly defect: { readonly value: unknown } | null
}

const idle: State<never> = { pending: false, error: null, waiting: null, defect: null }

interface Run<A, E> {
  readonly promise: Promise<Exit.Exit<A, E>>
  readonly abort: () => void
}

/**
 * Returns an action that runs an effect on the provider's runtime. It is interrupted on unmount. Throws defects to
 * the error boundary.
 *
 * @example
 * const rename = useAction((displayName: string) => client.updateUser({ displayName }))
 * <button type="button" aria-busy={rename.pending} onClick={() => rename.run("Noor")}>Rename</button>
 */
export const useAction = <Args extends ReadonlyArray<unknown>, A, E>(
  effect: (...args: Args) => Effect.Effect<A, E, Client>
): Action<Args, A, E> => {
  const keystile = useKeystile()
  const [state, setState] = useState<State<E>>(idle)
  const current = useRef<Run<A, E> | null>(null)
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
      setState({ ...idle, pending: true })
      const onWaiting = (waiting: Waiting) =>
        Effect.sync(() => {
          if (current.current === mine) setState({ ...idle, pending: true, waiting })
        })
      const finished = (exit: Exit.Exit<A, E>) => {
        if (current.current !== mine) return exit
        current.current = null
        setState(Exit.isSuccess(exit) ? idle : failed(exit.cause))
        return exit
      }
      const asked = Effect.suspend(() => latest.current(...args)).pipe(Effect.provideService(OnWaiting, onWaiting))
      const mine: Run<A, E> = {
        promise: keystile.run(asked, { signal: controller.signal }).then(finished),
        abort: () => controller.abort()
      }
      current.current = mine
      return mine.promise
    },
    [keystile]
  )

  useEffect(() => reset, [reset])

  if (state.defect !== null) throw state.defect.value
  const { error, pending, waiting } = state
  return { run, pending, error, waiting, reset }
}

const failed = <E>(cause: Cause.Cause<E>): State<E> => {
  const error = Cause.findErrorOption(cause)
  if (Option.isSome(error)) return { ...idle, error: error.value }
  return Cause.hasInterruptsOnly(cause) ? idle : { ...idle, defect: { value: Cause.squash(cause) } }
}
