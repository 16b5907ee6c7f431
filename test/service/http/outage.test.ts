/** The log of database outages. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { makeOutage } from "../../../service/http/outage.ts"
import { collectLog } from "../collect-log.ts"

const rare = "DELETE /projects/current"
const frequent = "GET /users/me"
const refusal = (problem: string) =>
  `The database refuses statements: ${problem} Requests that need them fail with 503 meanwhile.`
const END = "The database takes statements again."

/** Runs a program with an outage log, and returns the lines. */
const linesOf = (program: (outage: ReturnType<typeof makeOutage>) => Effect.Effect<void>) => {
  const { lines, logger } = collectLog()
  return Effect.as(Effect.provide(program(makeOutage()), logger), lines)
}

describe("the log of an outage", () => {
  it.effect("has its beginning and its end, whichever calls fail and however long it lasts", () =>
    Effect.gen(function* () {
      const lines = yield* linesOf((outage) =>
        Effect.gen(function* () {
          yield* outage.begins(frequent, "its disk is full.")
          yield* outage.begins(rare, "its disk is full.")
          yield* TestClock.adjust("1 hour")
          yield* outage.begins(frequent, "its disk is full.")
          // Reads succeed meanwhile.
          yield* outage.succeeds("GET /projects/current")
          yield* TestClock.adjust("30 seconds")
          yield* outage.begins(frequent, "its disk is full.")
          yield* outage.succeeds(rare)
          yield* outage.succeeds(frequent)
        })
      )
      assert.deepStrictEqual(lines, [refusal("its disk is full."), END])
    })
  )

  it.effect("begins anew after a failure of a rare call, if other calls have succeeded for a minute", () =>
    Effect.gen(function* () {
      const lines = yield* linesOf((outage) =>
        Effect.gen(function* () {
          yield* outage.begins(rare, "a statement was slow.")
          yield* outage.succeeds(frequent)
          yield* TestClock.adjust("61 seconds")
          yield* outage.begins(frequent, "no server responds there.")
          yield* outage.succeeds(frequent)
        })
      )
      assert.deepStrictEqual(lines, [refusal("a statement was slow."), refusal("no server responds there."), END])
    })
  )
})
