/** Retries after an outage. */
import type { ProviderContext } from "../../runtime/provider-context.ts"
import { isRequestFailure } from "../../messages/request-problem.ts"

/** Pause between two attempts to load the engine, in milliseconds. */
const LOAD_PAUSE = 5000

/** Returns whether a later request may succeed: the service was unreachable or failed, or code could not be loaded. */
export const isOutage = (error: unknown): boolean => {
  if (!isRequestFailure(error)) return false
  const { reason } = error
  switch (reason._tag) {
    case "ModuleNotLoaded":
    case "NoConnection":
    case "Offline":
    case "TimedOut":
      return true
    case "UnexpectedStatus":
      return reason.status >= 500
    default:
      return false
  }
}

/** Calls a function once the engine is loaded and the service responds. Returns a function that stops the attempts. */
export const whenRecovered = ({ open }: ProviderContext, work: () => void): (() => void) => {
  const controller = new AbortController()
  const { signal } = controller
  let timer: ReturnType<typeof setTimeout> | undefined
  const attempt = () =>
    open().then(
      async ({ engine, keystile }) => {
        const exit = signal.aborted ? null : await keystile.run(engine.untilRecovered(keystile), { signal })
        if (exit?._tag === "Success") work()
      },
      () => {
        if (!signal.aborted) timer = setTimeout(() => void attempt(), LOAD_PAUSE)
      }
    )
  void attempt()
  return () => {
    controller.abort()
    clearTimeout(timer)
  }
}
