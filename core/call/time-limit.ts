/**
 * Waiting, and not for ever. Effect's own `sleep` and `timeout` read durations in all their forms, which weighs 1 kB in a
 * browser.
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

/** Waits so many milliseconds. */
export const pause = (millis: number): Effect.Effect<void> => Clock.clockWith((clock) => clock.sleep(Duration.millis(millis)))

/** The effect, or after so many milliseconds something else instead. */
export const within = <A, E, E2>(
  effect: Effect.Effect<A, E>,
  millis: number,
  orElse: () => Effect.Effect<never, E2>
): Effect.Effect<A, E | E2> => Effect.raceFirst(effect, Effect.flatMap(pause(Math.max(0, millis)), orElse))
