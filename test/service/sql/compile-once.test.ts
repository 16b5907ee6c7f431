/** Statements whose text is compiled once. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { compileOnce } from "../../../service/sql/compile-once.ts"
import { layer } from "../../../service/sql/node-sqlite.ts"

describe("a statement that is compiled once", () => {
  it.effect("gets the values of each run, wherever a parameter is and however often, and keeps its constants", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const run = compileOnce(
        sql,
        ["first", "second"],
        ({ first, second }) => sql`SELECT ${second} AS a, ${"constant"} AS b, ${first} AS c, ${second} AS d`
      )
      assert.deepStrictEqual(yield* run({ first: 1, second: "x" }), [{ a: "x", b: "constant", c: 1, d: "x" }])
      assert.deepStrictEqual(yield* run({ second: null, first: "'; --" }), [
        { a: null, b: "constant", c: "'; --", d: null }
      ])
      // A value that looks like another parameter is a value.
      const swapped = { first: "the parameter second", second: "the parameter first" }
      assert.deepStrictEqual(yield* run(swapped), [
        { a: "the parameter first", b: "constant", c: "the parameter second", d: "the parameter first" }
      ])
    }).pipe(Effect.provide(layer(":memory:")))
  )
})
