/** Timeouts on the platform's clock with fake timers. The tests in `call/` use `TestClock`. */
import { afterEach, assert, beforeEach, it, vi } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { within } from "../../core/lightweight/time-limit.ts"

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Work that never ends, and reports its interruption. */
const endless = () => {
  const state = { interrupted: false }
  const work = Effect.onInterrupt(Effect.never, () =>
    Effect.sync(() => {
      state.interrupted = true
    })
  )
  return { state, work }
}

it("A timeout returns a result in time and leaves no timer", async () => {
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

it("A timeout fails with the error of the work", async () => {
  assert.strictEqual(
    await Effect.runPromise(Effect.flip(within(Effect.fail("own"), 1000, () => Effect.fail("late")))),
    "own"
  )
  assert.strictEqual(vi.getTimerCount(), 0)
})

it("A timeout returns the fallback at the exact time, after interrupting the work", async () => {
  const { state, work } = endless()
  const limited = Effect.runFork(
    within(work, 1000, () => Effect.sync(() => (state.interrupted ? "after it" : "before it")))
  )
  vi.advanceTimersByTime(999)
  assert.isUndefined(limited.pollUnsafe())
  vi.advanceTimersByTime(1)
  assert.strictEqual(await Effect.runPromise(Fiber.join(limited)), "after it")
})

it("A timeout interrupts the work and clears its timer when it is interrupted", async () => {
  const { state, work } = endless()
  const limited = Effect.runFork(within(work, 1000, () => Effect.succeed("late")))
  await Effect.runPromise(Fiber.interrupt(limited))
  assert.isTrue(state.interrupted)
  assert.strictEqual(vi.getTimerCount(), 0)
})
