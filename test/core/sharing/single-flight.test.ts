/** Single flight: concurrent callers share one run of an effect. */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Deferred, Effect, Fiber, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { type JoinOptions, makeSingleFlight, type SingleFlight } from "../../../core/sharing/single-flight.ts"

/** An effect that counts its runs and ends when it is released. */
const makeWork = Effect.gen(function* () {
  const gate = yield* Deferred.make<string, "failed">()
  let runs = 0
  let interruptions = 0
  return {
    gate,
    runs: () => runs,
    interruptions: () => interruptions,
    effect: Effect.suspend(() => {
      runs++
      return Effect.onInterrupt(Deferred.await(gate), () => Effect.sync(() => interruptions++))
    })
  }
})

const join = <Key, A, E>(flights: SingleFlight<Key>, key: Key, effect: Effect.Effect<A, E>, options?: JoinOptions) =>
  Effect.flatMap(Effect.context<never>(), (context) => flights.join(key, effect, context, options).result)

describe("A single flight", () => {
  it.effect("runs an effect once for concurrent callers with the same key", () =>
    Effect.gen(function* () {
      const work = yield* makeWork
      const flights = makeSingleFlight<string>()
      const callers = yield* Effect.forEach([1, 2, 3], () => Effect.forkChild(join(flights, "a", work.effect)))
      const other = yield* Effect.forkChild(join(flights, "b", work.effect))
      yield* Effect.yieldNow
      yield* Deferred.succeed(work.gate, "done")
      for (const caller of [...callers, other]) assert.strictEqual(yield* Fiber.join(caller), "done")
      assert.strictEqual(work.runs(), 2)
    })
  )

  it.effect("compares redacted keys by their values", () =>
    Effect.gen(function* () {
      const work = yield* makeWork
      const flights = makeSingleFlight<Redacted.Redacted<string>>()
      const one = yield* Effect.forkChild(join(flights, Redacted.make("token"), work.effect))
      const two = yield* Effect.forkChild(join(flights, Redacted.make("token"), work.effect))
      yield* Effect.yieldNow
      yield* Deferred.succeed(work.gate, "done")
      yield* Fiber.join(one)
      yield* Fiber.join(two)
      assert.strictEqual(work.runs(), 1)
    })
  )

  it.effect("caches neither a success nor a failure", () =>
    Effect.gen(function* () {
      const flights = makeSingleFlight<string>()
      let runs = 0
      const effect = Effect.suspend(() => (++runs === 1 ? Effect.fail("failed") : Effect.succeed(runs)))
      assert.strictEqual(yield* Effect.flip(join(flights, "a", effect)), "failed")
      assert.strictEqual(yield* join(flights, "a", effect), 2)
      assert.strictEqual(yield* join(flights, "a", effect), 3)
    })
  )

  it.effect("is interrupted with its last caller", () =>
    Effect.gen(function* () {
      const work = yield* makeWork
      const flights = makeSingleFlight<string>()
      const one = yield* Effect.forkChild(join(flights, "a", work.effect))
      const two = yield* Effect.forkChild(join(flights, "a", work.effect))
      yield* Effect.yieldNow
      yield* Fiber.interrupt(one)
      assert.strictEqual(work.interruptions(), 0)
      yield* Fiber.interrupt(two)
      assert.strictEqual(work.interruptions(), 1)
      // The key is available again.
      const three = yield* Effect.forkChild(join(flights, "a", work.effect))
      yield* Effect.yieldNow
      yield* Deferred.succeed(work.gate, "done")
      assert.strictEqual(yield* Fiber.join(three), "done")
      assert.strictEqual(work.runs(), 2)
    })
  )

  it.effect("completes without callers if it outlives them", () =>
    Effect.gen(function* () {
      const work = yield* makeWork
      const flights = makeSingleFlight<string>()
      const one = yield* Effect.forkChild(join(flights, "a", work.effect, { outlivesCallers: true }))
      yield* Effect.yieldNow
      yield* Fiber.interrupt(one)
      const two = yield* Effect.forkChild(join(flights, "a", work.effect, { outlivesCallers: true }))
      yield* Effect.yieldNow
      yield* Deferred.succeed(work.gate, "done")
      assert.strictEqual(yield* Fiber.join(two), "done")
      assert.strictEqual(work.runs(), 1)
      assert.strictEqual(work.interruptions(), 0)
    })
  )

  it.effect("is not joined after `clear`, and continues", () =>
    Effect.gen(function* () {
      const work = yield* makeWork
      const flights = makeSingleFlight<string>()
      const before = yield* Effect.forkChild(join(flights, "a", work.effect))
      yield* Effect.yieldNow
      flights.clear()
      const after = yield* Effect.forkChild(join(flights, "a", work.effect))
      yield* Effect.yieldNow
      yield* Deferred.succeed(work.gate, "done")
      assert.deepStrictEqual([yield* Fiber.join(before), yield* Fiber.join(after)], ["done", "done"])
      assert.strictEqual(work.runs(), 2)
    })
  )

  it.effect("reports to each caller whether it joined, and when the run started", () =>
    Effect.gen(function* () {
      const flights = makeSingleFlight<string>()
      const context = yield* Effect.context<never>()
      const startedAt = yield* Clock.currentTimeMillis
      const first = flights.join("a", Effect.never, context)
      yield* TestClock.adjust(50)
      const second = flights.join("a", Effect.never, context)
      assert.deepInclude(first, { isJoined: false, startedAt })
      assert.deepInclude(second, { isJoined: true, startedAt })
    })
  )
})
