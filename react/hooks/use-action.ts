/** Runs an effect when something is clicked or submitted. */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import { useCallback, useEffect, useRef, useState } from "react"
import { OnWaiting, type Waiting } from "../../core/http/retry.ts"
import type { Client } from "../../tiers/client.ts"
import { useKeystile } from "../runtime/keystile-context.ts"

export interface Action<Args extends ReadonlyArray<unknown>, A, E> {
  /** Runs it. While it runs, another call joins the first instead of sending twice. The promise never rejects. */
  readonly run: (...args: Args) => Promise<Exit.Exit<A, E>>
  readonly pending: boolean
  /** What the last run failed with, until the next begins. */
  readonly error: E | null
  /** Set while a call waits before it goes again, with the time when it will. */
  readonly waiting: Waiting | null
  /** Aborts what runs, and forgets the error. */
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
 * An effect to run from an event handler. It is aborted when the component goes away. An unexpected error (a defect) is
 * thrown to the error boundary.
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
