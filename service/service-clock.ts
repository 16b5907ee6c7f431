/**
 * The service's own clock: the clock of whoever runs it, and a lead that can be given to it.
 *
 * Tokens, codes, sessions and limits read the moved time. Waiting does not: timers go on as they were, so a request that
 * waits for a second still waits for a second. The lead lives as long as the service does, also with a database file.
 */
import { Clock, Context, Data, Deferred, Duration, Effect, Layer } from "effect"

/** In milliseconds. Beyond it the service's own initial keys would run out (see `apply-seed.ts`). */
const MAX_LEAD = 50 * 365 * 86_400_000

/** The clock cannot be moved like that. */
export class ClockNotMoved extends Data.TaggedError("ClockNotMoved")<{}> {
  override get message(): string {
    return "The clock only moves forward, by at least a millisecond, and by 50 years at most in all."
  }
}

/**
 * The clock of a running service.
 *
 * It moves the service alone: the program that calls it keeps its own time, as two machines do whose clocks differ. A
 * test on Effect's `TestClock` that wants time to pass for both adjusts that clock instead.
 *
 * @example
 * const clock = yield* ServiceClock
 * yield* clock.advance("11 minutes") // every access token has expired
 */
export class ServiceClock extends Context.Service<
  ServiceClock,
  {
    /** The time as the service sees it. */
    readonly now: Effect.Effect<Date>
    /** How far it is ahead of the clock of whoever runs the service. */
    readonly lead: Effect.Effect<Duration.Duration>
    /** Moves it forward. It never goes back. */
    readonly advance: (by: Duration.Input) => Effect.Effect<void, ClockNotMoved>
    /** Gives what ends as soon as the clock is moved from where it is now. */
    readonly advanced: Effect.Effect<Effect.Effect<void>>
    /** Runs an effect by this clock. */
    readonly run: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  }
>()("keystile/service/ServiceClock") {}

export const layer: Layer.Layer<ServiceClock> = Layer.sync(ServiceClock, () => {
  let lead = 0
  let next = Deferred.makeUnsafe<void>()
  // What runs by this clock already does not get the lead twice.
  const moved = new WeakMap<Clock.Clock, Clock.Clock>()
  const own = Effect.map(Clock.Clock, (clock) => {
    const known = moved.get(clock)
    if (known !== undefined) return known
    const own = ahead(clock, () => lead)
    moved.set(clock, own).set(own, own)
    return own
  })
  return {
    now: Effect.map(own, (clock) => new Date(clock.currentTimeMillisUnsafe())),
    lead: Effect.sync(() => Duration.millis(lead)),
    advance: (by) =>
      Effect.suspend(() => {
        const millis = Math.trunc(Duration.toMillis(by))
        if (!(millis >= 1 && lead + millis <= MAX_LEAD)) return new ClockNotMoved()
        lead += millis
        const before = next
        next = Deferred.makeUnsafe()
        return Effect.asVoid(Deferred.succeed(before, undefined))
      }),
    advanced: Effect.sync(() => Deferred.await(next)),
    run: (effect) => Effect.flatMap(own, (clock) => Effect.provideService(effect, Clock.Clock, clock))
  }
})

const NANOS = 1_000_000n

/** A clock that is some milliseconds ahead of another and sleeps with it. */
const ahead = (clock: Clock.Clock, lead: () => number): Clock.Clock => {
  const millis = () => clock.currentTimeMillisUnsafe() + lead()
  const nanos = () => clock.currentTimeNanosUnsafe() + BigInt(lead()) * NANOS
  return {
    currentTimeMillisUnsafe: millis,
    currentTimeMillis: Effect.sync(millis),
    currentTimeNanosUnsafe: nanos,
    currentTimeNanos: Effect.sync(nanos),
    monotonicTimeNanosUnsafe: () => clock.monotonicTimeNanosUnsafe(),
    monotonicTimeNanos: clock.monotonicTimeNanos,
    sleep: (duration) => clock.sleep(duration)
  }
}
