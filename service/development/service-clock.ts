/**
 * The clock of the service: the clock of its program plus a lead.
 *
 * Tokens, codes, sessions and limits read this clock. Timers are not affected: a delay of one second still takes one
 * second. The lead is not stored.
 */
import { Clock, Context, Data, Deferred, Duration, Effect, Layer } from "effect"
import { ClockLead } from "../time/clock-lead.ts"
import { DAY_MILLIS } from "../time/durations.ts"

/** The maximum lead, in milliseconds. With a larger one the initial keys would expire (see `new-api-key.ts`). */
const MAX_LEAD = 50 * 365 * DAY_MILLIS

/** The clock cannot be moved by this duration. */
export class ClockNotMoved extends Data.TaggedError("ClockNotMoved")<{}> {
  override get message(): string {
    return "The clock only moves forward, by at least a millisecond, and by 50 years at most in all."
  }
}

/**
 * The clock of a running service.
 *
 * It affects only the service, like clocks that differ between two machines. To advance the time of client and service
 * together, a test adjusts Effect's `TestClock` instead.
 *
 * @example
 * const clock = yield* ServiceClock
 * yield* clock.advance("11 minutes") // every access token has expired
 */
export class ServiceClock extends Context.Service<
  ServiceClock,
  ClockLead & {
    /** The time of the service. */
    readonly now: Effect.Effect<Date>
    /** Moves the clock forward. */
    readonly advance: (by: Duration.Input) => Effect.Effect<void, ClockNotMoved>
  }
>()("keystile/service/ServiceClock") {}

const make = Effect.sync((): ServiceClock["Service"] => {
  let lead = 0
  let next = Deferred.makeUnsafe<void>()
  // An effect that already runs on this clock does not get the lead twice.
  const moved = new WeakMap<Clock.Clock, Clock.Clock>()
  const own = Effect.map(Clock.Clock, (clock) => {
    const known = moved.get(clock)
    if (known !== undefined) return known
    const own = withLead(clock, () => lead)
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

/** Provides `ServiceClock`, and `ClockLead` for the rest of the service. */
export const layer: Layer.Layer<ServiceClock> = Layer.effectContext(
  Effect.map(make, (clock) => Context.make(ServiceClock, clock).pipe(Context.add(ClockLead, clock)))
)

const NANOS = 1_000_000n

/** Returns a clock with a lead over another in milliseconds. Its timers are those of the other. */
const withLead = (clock: Clock.Clock, lead: () => number): Clock.Clock => {
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
