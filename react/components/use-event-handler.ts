/** Runs the application's event handlers and keeps their errors. */
import { useCallback, useRef, useState } from "react"

export interface EventHandlerState {
  /** Runs a handler, unless the promise of the last one is pending. */
  readonly run: (handler: () => unknown) => void
  readonly pending: boolean
  /** The error of the last handler, thrown or of its promise. Cleared by the next run. */
  readonly failed: { readonly error: unknown } | null
}

const isPromise = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === "object" && value !== null && "then" in value && typeof value.then === "function"

/** Returns a runner for handlers that the application passed. Errors are logged, since they are the application's. */
export const useEventHandler = (): EventHandlerState => {
  const [state, setState] = useState<Omit<EventHandlerState, "run">>({ pending: false, failed: null })
  const isPending = useRef(false)

  const run = useCallback((handler: () => unknown) => {
    if (isPending.current) return
    const settle = (failed: EventHandlerState["failed"]) => {
      isPending.current = false
      setState({ pending: false, failed })
      if (failed !== null) globalThis.console.error(failed.error)
    }
    const call = (): unknown => {
      try {
        return handler()
      } catch (error) {
        settle({ error })
        return undefined
      }
    }
    setState({ pending: false, failed: null })
    const result = call()
    if (!isPromise(result)) return
    isPending.current = true
    setState({ pending: true, failed: null })
    void result.then(
      () => settle(null),
      (error: unknown) => settle({ error })
    )
  }, [])

  return { ...state, run }
}
