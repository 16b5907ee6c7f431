/** The statements that delete many rows. */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { DELETE_BATCH, deleteInBatches } from "../../../service/sql/delete-in-batches.ts"

describe("deleting in batches", () => {
  it.effect("repeats the statement until it deletes fewer rows than a batch, and lets other fibers run between", () =>
    Effect.gen(function* () {
      let left = 2 * DELETE_BATCH + 3
      let other = 0
      const seen: Array<number> = []
      const counting = yield* Effect.sync(() => other++).pipe(
        Effect.andThen(Effect.yieldNow),
        Effect.forever,
        Effect.forkChild
      )
      const deleted = yield* deleteInBatches(
        Effect.sync(() => {
          seen.push(other)
          const batch = Math.min(left, DELETE_BATCH)
          left -= batch
          return Array.from({ length: batch }, () => ({}))
        })
      )
      yield* Fiber.interrupt(counting)
      assert.strictEqual(deleted, 2 * DELETE_BATCH + 3)
      assert.lengthOf(seen, 3)
      assert.isAbove(seen.at(-1) ?? 0, seen[0] ?? 0)
    })
  )

  it.effect("pauses for nine times the duration of a batch, and for 100 ms at most", () =>
    Effect.gen(function* () {
      const durations = [2, 5, 40]
      const starts: Array<number> = []
      const statement = Effect.gen(function* () {
        starts.push(yield* Clock.currentTimeMillis)
        const duration = durations[starts.length - 1]
        if (duration === undefined) return []
        yield* Effect.sleep(duration)
        return Array.from({ length: DELETE_BATCH }, () => ({}))
      })
      const deleting = yield* Effect.forkChild(deleteInBatches(statement))
      yield* TestClock.adjust(1000)
      assert.strictEqual(yield* Fiber.join(deleting), 3 * DELETE_BATCH)
      assert.deepStrictEqual(starts, [0, 20, 70, 210])
    })
  )

  it.effect("runs the statement once if no row has expired", () =>
    Effect.gen(function* () {
      let runs = 0
      assert.strictEqual(yield* deleteInBatches(Effect.sync(() => (runs++, []))), 0)
      assert.strictEqual(runs, 1)
    })
  )
})
