import { Context, Duration, Effect } from "effect"

/** The lead of the service's clock over the clock of the program (`service-clock.ts`). */
export interface ClockLead {
  readonly lead: Effect.Effect<Duration.Duration>
  /** Returns an effect that completes when the clock is moved the next time. */
  readonly advanced: Effect.Effect<Effect.Effect<void>>
  /** Runs an effect on the service's clock. */
  readonly run: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}

/** Default: no lead, on a clock that is never moved. */
export const ClockLead = Context.Reference<ClockLead>("keystile/service/ClockLead", {
  defaultValue: () => ({
    lead: Effect.succeed(Duration.zero),
    advanced: Effect.succeed(Effect.never),
    run: (effect) => effect
  })
})
