/** The retry policy of calls, as an Effect `Schedule`. */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { pipe } from "effect/Function"
import * as Random from "effect/Random"
import * as Schedule from "effect/Schedule"
import type { RequestError } from "../errors/request-error.ts"

/**
 * An attempt that failed and may be repeated: the input of the retry schedule.
 *
 * Calls pass these failures to the schedule: 429 and 508 with `INFINITE_LOOP_DETECTED` for every method; 503, a lost
 * connection and the first attempt that timed out for idempotent endpoints only. Not after a known error.
 */
export class FailedAttempt extends Data.TaggedError("FailedAttempt")<{
  /** The error that the call fails with if the schedule ends. */
  readonly error: RequestError
  /** The `Retry-After` of the response in milliseconds; 0 without one. */
  readonly retryAfterMillis: number
}> {}

/** Decides after each failed attempt whether the call is repeated, and when. */
export type RetrySchedule = Schedule.Schedule<unknown, FailedAttempt>

/** Attempts of one call, the first one included. */
const ATTEMPTS = 5

/** The delay after the first attempt. Each later one is twice as long. */
const FIRST_DELAY = Duration.seconds(1)

/** The random factor of a delay, from 0.5 to 1.5. */
const jitter = Effect.map(Random.next, (random) => 0.5 + random)

/**
 * The default retry policy: five attempts with exponential back-off from 1000 ms, each delay times a random factor from
 * 0.5 to 1.5, and never shorter than the `Retry-After` of the service. A call whose attempt timed out is repeated at
 * once.
 *
 * @example Client.layer({ ..., retry: Schedule.upTo(retrySchedule, { times: 1 }) })
 */
export const retrySchedule: RetrySchedule = pipe(
  Schedule.exponential(FIRST_DELAY),
  // `attempt` counts from 1.
  Schedule.while(({ attempt }) => attempt < ATTEMPTS),
  Schedule.setInputType<FailedAttempt>(),
  Schedule.modifyDelay(({ duration, input }) =>
    input.error.reason._tag === "TimedOut"
      ? Effect.succeed(Duration.zero)
      : Effect.map(jitter, (factor) =>
          Duration.millis(Math.max(Duration.toMillis(duration) * factor, input.retryAfterMillis))
        )
  )
)

/** A call before its next attempt. Times are epoch milliseconds. */
export interface RetryWait {
  /** The request that is retried, such as `GET /users/me`. */
  readonly endpoint: string
  /** The time of the next attempt, in milliseconds since 1970. */
  readonly until: number
  /** Attempts so far. */
  readonly attempts: number
  /** The error of the last attempt. */
  readonly error: RequestError
}

/**
 * Called before each delay of a call, for example to show a countdown on a button. Does nothing by default.
 *
 * @example Effect.provideService(call, OnWaiting, (waiting) => Effect.sync(() => show(waiting.until)))
 */
export const OnWaiting = Context.Reference<(waiting: RetryWait) => Effect.Effect<void>>("keystile/OnWaiting", {
  defaultValue: () => () => Effect.void
})

/** The schedule, which calls `OnWaiting` before each delay. */
export const reportWaiting = (schedule: RetrySchedule): RetrySchedule =>
  Schedule.tap(schedule, ({ attempt, duration, input: { error }, now }) => {
    const delay = Duration.toMillis(duration)
    return delay === 0
      ? Effect.void
      : Effect.flatMap(OnWaiting, (onWaiting) =>
          onWaiting({ endpoint: error.endpoint, until: now + delay, attempts: attempt, error })
        )
  })
