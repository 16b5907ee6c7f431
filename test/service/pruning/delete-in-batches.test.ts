/** The statements that delete many rows. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
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

  it.effect("runs the statement once if no row has expired", () =>
    Effect.gen(function* () {
      let runs = 0
      assert.strictEqual(yield* deleteInBatches(Effect.sync(() => (runs++, []))), 0)
      assert.strictEqual(runs, 1)
    })
  )
})
