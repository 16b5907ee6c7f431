/** Transactions that PostgreSQL aborts because of conflicts. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { SqlError } from "effect/sql"
import { retryOnConflict } from "../../../service/sql/retry-on-conflict.ts"

const conflict = new SqlError.SqlError({ reason: new SqlError.SerializationError({ cause: new Error("40001") }) })

describe("transactions with many conflicts", () => {
  it.live("run one at a time from their fourth attempt on", () =>
    Effect.gen(function* () {
      let running = 0
      let mostRunning = 0
      const transaction = () => {
        let attempts = 0
        return Effect.gen(function* () {
          attempts++
          if (attempts <= 3) return yield* conflict
          running++
          mostRunning = Math.max(mostRunning, running)
          yield* Effect.yieldNow
          running--
          if (attempts < 6) return yield* conflict
          return attempts
        })
      }
      const attempts = yield* Effect.all(
        Array.from({ length: 10 }, () => retryOnConflict(transaction())),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(
        attempts,
        Array.from({ length: 10 }, () => 6)
      )
      assert.strictEqual(mostRunning, 1)
    })
  )
})
