/** Runs effects for components. */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import { OnWaiting, type RetryWait } from "../../core/http/retry.ts"
import type { Client } from "../../tiers/client.ts"
import type { Keystile } from "./keystile.ts"
import type { TaskOutcome } from "./outcome.ts"

interface WatchOptions {
  readonly signal: AbortSignal
  /** Called before each delay of a call, with the time of the next attempt. */
  readonly onWaiting: (waiting: RetryWait) => void
}

/** Runs an effect that is made when it runs, and reports its waiting calls. */
export const runWatched = <A, E>(
  { run }: Keystile,
  effect: () => Effect.Effect<A, E, Client>,
  { onWaiting, signal }: WatchOptions
): Promise<Exit.Exit<A, E>> =>
  run(
    Effect.provideService(Effect.suspend(effect), OnWaiting, (waiting) => Effect.sync(() => onWaiting(waiting))),
    { signal }
  )

/** Returns the result of an effect as data. */
export const outcomeOf = <A, E>(exit: Exit.Exit<A, E>): TaskOutcome<A, E> => {
  if (Exit.isSuccess(exit)) return { status: "success", value: exit.value }
  const error = Cause.findErrorOption(exit.cause)
  if (Option.isSome(error)) return { status: "failure", error: error.value }
  return Cause.hasInterruptsOnly(exit.cause)
    ? { status: "interrupted" }
    : { status: "defect", defect: Cause.squash(exit.cause) }
}
