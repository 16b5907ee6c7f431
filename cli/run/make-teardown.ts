/** Ends the process of a command with its exit code. */
import { Cause, Exit, type Runtime } from "effect"

/** The exit codes of shells for a program that a signal ended: 128 and the number of the signal. */
const signals = { SIGINT: 130, SIGTERM: 143 } as const

/** Returns whether a signal is the normal end of the command, because it serves until then. */
const isService = ([command = "", ...flags]: ReadonlyArray<string>): boolean =>
  command === "dev" || (command === "serve" && !flags.includes("--check"))

/**
 * Makes the teardown of a command with these arguments. A command that a signal interrupts has not completed: its exit
 * code is that of the signal, so that scripts stop.
 */
export const makeTeardown = (args: ReadonlyArray<string>): Runtime.Teardown => {
  let interrupted: number = signals.SIGINT
  const onInterrupt = () => void (interrupted = signals.SIGINT)
  const onTerminate = () => void (interrupted = signals.SIGTERM)
  process.on("SIGINT", onInterrupt).on("SIGTERM", onTerminate)
  return (exit, end) => {
    process.off("SIGINT", onInterrupt).off("SIGTERM", onTerminate)
    if (Exit.isSuccess(exit)) return end(0)
    if (!Cause.hasInterruptsOnly(exit.cause)) return end(1)
    return end(isService(args) ? 0 : interrupted)
  }
}
