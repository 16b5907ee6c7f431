/** Ends the process of a command with its exit code. */
import { Cause, Effect, Exit, type Runtime } from "effect"

/** The exit codes of shells for a program that a signal ended: 128 and the number of the signal. */
const signals = { SIGINT: 130, SIGTERM: 143 } as const

/** Whether the command of this process serves until a signal interrupts it. */
let isService = false

/** Runs a service. When a signal interrupts it, the process exits with 0. */
export const serveUntilSignal = <A, E, R>(service: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.suspend(() => {
    isService = true
    return service
  })

/**
 * Makes the teardown of the command. One that a signal interrupts has not completed, unless it is a service: its exit
 * code is that of the signal, so that scripts stop.
 */
export const makeTeardown = (): Runtime.Teardown => {
  let interrupted: number = signals.SIGINT
  const onInterrupt = () => void (interrupted = signals.SIGINT)
  const onTerminate = () => void (interrupted = signals.SIGTERM)
  process.on("SIGINT", onInterrupt).on("SIGTERM", onTerminate)
  return (exit, end) => {
    process.off("SIGINT", onInterrupt).off("SIGTERM", onTerminate)
    if (Exit.isSuccess(exit)) return end(0)
    if (!Cause.hasInterruptsOnly(exit.cause)) return end(1)
    return end(isService ? 0 : interrupted)
  }
}
