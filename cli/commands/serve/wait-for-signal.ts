/** Sleeps for a time, or until the process gets a signal to end. */
import { Effect } from "effect"

/**
 * Resolves after a time in milliseconds, or at SIGINT or SIGTERM. Not Effect's `sleep`: the finalizers of a program
 * that is interrupted run without interruption.
 */
export const waitForSignal = (millis: number): Effect.Effect<void> =>
  Effect.callback((resume) => {
    const end = () => {
      clearTimeout(timer)
      process.off("SIGINT", end)
      process.off("SIGTERM", end)
      resume(Effect.void)
    }
    const timer = setTimeout(end, millis)
    process.on("SIGINT", end)
    process.on("SIGTERM", end)
  })
