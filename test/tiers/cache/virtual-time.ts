/** Runs effects against the service in memory while virtual time advances. */
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { TestClock } from "effect/testing"

/** Lets everything go on that is ready to, hashing and loading included. */
export const settle = Effect.promise(() => new Promise<void>((resolve) => void setTimeout(resolve, 1)))

/** Runs an effect to its end; 50 ms of virtual time pass whenever it waits. */
export const through = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.gen(function* () {
    const fiber = yield* Effect.forkChild(effect)
    while (fiber.pollUnsafe() === undefined) {
      yield* settle
      if (fiber.pollUnsafe() === undefined) yield* TestClock.adjust(50)
    }
    return yield* Fiber.join(fiber)
  })
