/** Runs handlers that an application gave to a component, and keeps the error of one that threw or rejected. */
import { useCallback, useEffect, useRef, useState } from "react"

export interface EventHandlerState {
  /** Calls a handler. One that returns a promise is pending until it settles, and is not called again meanwhile. */
  readonly run: (handler: () => unknown) => void
  readonly pending: boolean
  /** What the last handler threw or rejected with, until the next call. */
  readonly failed: { readonly error: unknown } | null
}

const isPromise = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === "object" && value !== null && "then" in value && typeof value.then === "function"

/**
 * For handlers of the application: without it a rejection would show nothing. The error is logged as well, since it is
 * the application's.
 */
export const useEventHandler = (): EventHandlerState => {
  const [state, setState] = useState<Omit<EventHandlerState, "run">>({ pending: false, failed: null })
  const isPending = useRef(false)
  const isMounted = useRef(true)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])

  const run = useCallback((handler: () => unknown) => {
    if (isPending.current) return
    const settle = (failed: EventHandlerState["failed"]) => {
      isPending.current = false
      if (isMounted.current) setState({ pending: false, failed })
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
