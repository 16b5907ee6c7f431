/** Rows that are deleted between the statement that reads them and the one that refers to them. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import * as Database from "../../../service/sql/database.ts"
import { retryAfterDeletion } from "../../../service/sql/retry-after-deletion.ts"
import { run } from "../../../service/sql/rows.ts"

const insertPassword = SqlClient.SqlClient.use((sql) =>
  run(sql`INSERT INTO passwords (user_id, hash, changed_at) VALUES ('gone', 'hash', 0)`)
)

describe("a foreign key violation", () => {
  it.effect("retries the effect once", () =>
    Effect.gen(function* () {
      let runs = 0
      const request = Effect.suspend(() =>
        ++runs === 1 ? Effect.as(insertPassword, "inserted") : Effect.succeed("not found")
      )
      assert.strictEqual(yield* retryAfterDeletion(request, request), "not found")
      assert.strictEqual(runs, 2)
    }).pipe(Effect.provide(Database.layer(Database.MEMORY)))
  )

  it.effect("is a defect when it happens again", () =>
    Effect.gen(function* () {
      let runs = 0
      const request = Effect.andThen(
        Effect.sync(() => void runs++),
        insertPassword
      )
      const exit = yield* Effect.exit(retryAfterDeletion(request, request))
      assert.strictEqual(exit._tag, "Failure")
      assert.strictEqual(runs, 2)
    }).pipe(Effect.provide(Database.layer(Database.MEMORY)))
  )

  it.effect("is distinguished from other defects", () =>
    Effect.gen(function* () {
      let runs = 0
      const request = Effect.suspend(() => Effect.die(++runs))
      yield* Effect.exit(retryAfterDeletion(request, request))
      assert.strictEqual(runs, 1)
    })
  )
})
