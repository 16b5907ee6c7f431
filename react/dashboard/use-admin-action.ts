/** Changes a project from an event handler. */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import { useCallback, useEffect, useRef, useState } from "react"
import type { ProjectAdminCalls } from "../../tiers/project-admin.ts"
import { useDashboard } from "./dashboard-provider.tsx"

/** A change of the project with its state, for a form or a button. */
export interface AdminAction<Args extends ReadonlyArray<unknown>, A, E> {
  /** Runs the change. A call while it runs returns the promise of that run. The promise never rejects. */
  readonly run: (...args: Args) => Promise<Exit.Exit<A, E>>
  /** True while the change runs. */
  readonly pending: boolean
  /** The error of the last run. Cleared by the next run. */
  readonly error: E | null
  /** Clears the error. */
  readonly reset: () => void
}

interface State<E> {
  /** True while the change runs. */
  readonly pending: boolean
  readonly error: E | null
  readonly defect: { readonly value: unknown } | null
}

const idle: State<never> = { pending: false, error: null, defect: null }

const stateOf = <A, E>(exit: Exit.Exit<A, E>): State<E> => {
  if (Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause)) return idle
  const error = Exit.findErrorOption(exit)
  return Option.isSome(error)
    ? { ...idle, error: error.value }
    : { ...idle, defect: { value: Cause.squash(exit.cause) } }
}

/**
 * Returns an action that changes the project. A change continues after unmount, because the service may have received
 * it. Afterwards all reads that are shown are repeated, also after an error: the change may have been done. Throws
 * defects to the error boundary.
 *
 * @param change The call to run, with the calls of the project and the arguments of `run`.
 *
 * @example
 * const remove = useAdminAction(({ users }, userId: string) => users.remove(userId))
 * <button type="button" aria-busy={remove.pending} onClick={() => remove.run(user.id)}>Delete</button>
 */
export const useAdminAction = <Args extends ReadonlyArray<unknown>, A, E>(
  change: (admin: ProjectAdminCalls, ...args: Args) => Effect.Effect<A, E>
): AdminAction<Args, A, E> => {
  const { admin, refresh } = useDashboard()
  const [state, setState] = useState<State<E>>(idle)
  const running = useRef<Promise<Exit.Exit<A, E>> | null>(null)
  const latest = useRef(change)
  useEffect(() => {
    latest.current = change
  })

  const run = useCallback(
    (...args: Args): Promise<Exit.Exit<A, E>> => {
      if (running.current !== null) return running.current
      setState({ ...idle, pending: true })
      const changed = Effect.runPromiseExit(Effect.suspend(() => latest.current(admin, ...args))).then((exit) => {
        running.current = null
        setState(stateOf(exit))
        void refresh()
        return exit
      })
      running.current = changed
      return changed
    },
    [admin, refresh]
  )

  const reset = useCallback(() => setState((before) => (before.pending ? before : idle)), [])
  if (state.defect !== null) throw state.defect.value
  return { run, pending: state.pending, error: state.error, reset }
}
