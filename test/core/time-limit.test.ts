/** Limits of time by the platform's own clock, which is moved by hand here; by a test's clock they are in `call/`. */
import { afterEach, assert, beforeEach, it, vi } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { within } from "../../core/lightweight/time-limit.ts"

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Work that does not end, and tells when it is interrupted. */
const endless = () => {
  const state = { interrupted: false }
  const work = Effect.onInterrupt(Effect.never, () =>
    Effect.sync(() => {
      state.interrupted = true
    })
  )
  return { state, work }
}

it("gives what came in time, and leaves no timer", async () => {
  const limited = Effect.runPromise(
    within(
      Effect.promise(async () => "in time"),
      1000,
      () => Effect.fail("late")
    )
  )
  assert.strictEqual(vi.getTimerCount(), 1)
  assert.strictEqual(await limited, "in time")
  assert.strictEqual(vi.getTimerCount(), 0)
})

it("fails as what was limited does", async () => {
  assert.strictEqual(
    await Effect.runPromise(Effect.flip(within(Effect.fail("own"), 1000, () => Effect.fail("late")))),
    "own"
  )
  assert.strictEqual(vi.getTimerCount(), 0)
})

it("gives something else after the time, not sooner, and interrupts the work first", async () => {
  const { state, work } = endless()
  const limited = Effect.runFork(
    within(work, 1000, () => Effect.sync(() => (state.interrupted ? "after it" : "before it")))
  )
  vi.advanceTimersByTime(999)
  assert.isUndefined(limited.pollUnsafe())
  vi.advanceTimersByTime(1)
  assert.strictEqual(await Effect.runPromise(Fiber.join(limited)), "after it")
})

it("interrupted, interrupts the work and leaves no timer", async () => {
  const { state, work } = endless()
  const limited = Effect.runFork(within(work, 1000, () => Effect.succeed("late")))
  await Effect.runPromise(Fiber.interrupt(limited))
  assert.isTrue(state.interrupted)
  assert.strictEqual(vi.getTimerCount(), 0)
})
