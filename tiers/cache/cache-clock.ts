/** Reads the time for code of a cache that runs outside of effects. */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/** The clock of a cache, for code outside of an effect. */
export interface CacheClock {
  /** Returns the current time in epoch milliseconds. */
  readonly now: () => number
  /** Takes the clock of the effect that runs it. */
  readonly adopt: Effect.Effect<Clock.Clock>
}

/** Creates the clock of a cache: that of its latest request, and the default one before the first. */
export const makeCacheClock = (): CacheClock => {
  let clock = Context.get(Context.empty(), Clock.Clock)
  return { now: () => clock.currentTimeMillisUnsafe(), adopt: Effect.map(Clock.Clock, (found) => (clock = found)) }
}
