/** Runs an effect once per visit of a page. */
import * as Cause from "effect/Cause"
import type * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import { useLayoutEffect, useRef, useState } from "react"
import type { Client } from "../../tiers/client.ts"
import { useKeystile } from "./keystile-context.ts"

export type Once<A, E> = (
  | { readonly pending: true; readonly value: undefined; readonly error: null }
  | { readonly pending: false; readonly value: A; readonly error: null }
  | { readonly pending: false; readonly value: undefined; readonly error: E }
) & {
  /** Runs the effect again. */
  readonly again: () => void
}

/**
 * Runs an effect on mount, e.g. signing out, once also in StrictMode. It completes also after unmount. On a
 * prerendered page it waits until the page is shown. Throws defects to the error boundary.
 */
export const useOnce = <A, E>(effect: Effect.Effect<A, E, Client>): Once<A, E> => {
  const { run } = useKeystile()
  const [exit, setExit] = useState<Exit.Exit<A, E> | null>(null)
  const started = useRef(false)

  const start = () => {
    started.current = true
    void run(effect).then(setExit)
  }
  const again = () => {
    setExit(null)
    start()
  }

  useLayoutEffect(() => {
    if (started.current) return undefined
    if (Reflect.get(document, "prerendering") !== true) {
      start()
      return undefined
    }
    document.addEventListener("prerenderingchange", start, { once: true })
    return () => document.removeEventListener("prerenderingchange", start)
    // eslint-disable-next-line react/exhaustive-deps -- once
  }, [])

  if (exit === null) return { pending: true, value: undefined, error: null, again }
  if (Exit.isSuccess(exit)) return { pending: false, value: exit.value, error: null, again }
  const error = Cause.findErrorOption(exit.cause)
  if (Option.isNone(error)) throw Cause.squash(exit.cause)
  return { pending: false, value: undefined, error: error.value, again }
}
