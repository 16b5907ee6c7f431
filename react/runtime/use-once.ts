/** Runs an effect once per visit of a page. */
import type * as Effect from "effect/Effect"
import { useLayoutEffect, useRef, useState } from "react"
import type { LoadFailure } from "../../core/loading/load-failure.ts"
import type { Client } from "../../tiers/client.ts"
import { useProviderContext } from "./keystile-context.ts"
import type { TaskOutcome } from "../engine/outcome.ts"
import type { LoadedKeystile } from "./provider-context.ts"

export type Once<A, E> = (
  | { readonly pending: true; readonly value: undefined; readonly error: null }
  | { readonly pending: false; readonly value: A; readonly error: null }
  | { readonly pending: false; readonly value: undefined; readonly error: E | LoadFailure }
) & {
  /** Runs the effect again. */
  readonly again: () => void
}

/**
 * Runs an effect on mount, e.g. signing out, once also in StrictMode. It completes also after unmount. On a
 * prerendered page it runs when the page is shown. Throws defects to the error boundary.
 */
export const useOnce = <A, E>(effect: (opened: LoadedKeystile) => Effect.Effect<A, E, Client>): Once<A, E> => {
  const { open, read } = useProviderContext()
  const [outcome, setOutcome] = useState<TaskOutcome<A, E | LoadFailure> | null>(null)
  const started = useRef(false)

  const run = async (opened: LoadedKeystile) =>
    setOutcome(opened.engine.outcomeOf(await opened.keystile.run(effect(opened))))
  const start = () => {
    started.current = true
    const { opened } = read()
    if (opened !== null) void run(opened)
    else void open().then(run, (error: LoadFailure) => setOutcome({ status: "failure", error }))
  }
  const again = () => {
    setOutcome(null)
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

  switch (outcome?.status) {
    case undefined:
      return { pending: true, value: undefined, error: null, again }
    case "success":
      return { pending: false, value: outcome.value, error: null, again }
    case "failure":
      return { pending: false, value: undefined, error: outcome.error, again }
    case "defect":
      throw outcome.defect
    case "interrupted":
      throw new Error("The provider was unmounted while a page was loading.")
  }
}
