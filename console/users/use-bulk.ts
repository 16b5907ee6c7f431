/** Changes several users, one after the other: progress, cancellation, and the failures. */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import { useEffect, useRef, useState } from "react"
import type { ServerUser } from "../../core/schema/server-user.ts"
import { useDashboard } from "../../react/dashboard/dashboard-provider.tsx"
import { textOf } from "../components/problem-text.ts"
import type { BulkAction } from "./bulk-actions.ts"

interface Failure {
  readonly user: ServerUser
  readonly text: string
}

interface State {
  readonly phase: "ready" | "running" | "done"
  /** The users that were changed, or failed. */
  readonly count: number
  readonly failures: ReadonlyArray<Failure>
}

export const useBulk = ({ change }: BulkAction, users: ReadonlyArray<ServerUser>) => {
  const { admin, refresh } = useDashboard()
  const [state, setState] = useState<State>({ phase: "ready", count: 0, failures: [] })
  const isCancelled = useRef(false)

  useEffect(() => {
    // Strict mode runs the clean-up and the effect once more.
    isCancelled.current = false
    return () => {
      isCancelled.current = true
    }
  }, [])

  const run = async () => {
    let so: State = { phase: "running", count: 0, failures: [] }
    setState(so)
    for (const user of users) {
      if (isCancelled.current) break
      // A change that has begun is not interrupted, because the service may have received it.
      const exit = await Effect.runPromiseExit(change(admin, user))
      const error = Exit.isSuccess(exit) ? Option.none() : Exit.findErrorOption(exit)
      const failures = Exit.isSuccess(exit)
        ? so.failures
        : [...so.failures, { user, text: Option.isSome(error) ? textOf(error.value) : "The change failed." }]
      so = { phase: "running", count: so.count + 1, failures }
      setState(so)
    }
    setState({ ...so, phase: "done" })
    void refresh()
  }

  /** Changes no further user. */
  const cancel = () => {
    isCancelled.current = true
  }

  return { ...state, run, cancel }
}
