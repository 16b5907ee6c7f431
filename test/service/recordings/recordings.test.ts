/**
 * The service against recordings of a real one: each recorded request is sent again, into a state in which it makes the
 * same sense, and has to be answered in the same way: status, known error, content type, and the form of the body.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { isAvailable, exchanges, missing } from "./exchanges.ts"
import { service } from "../setup/project.ts"
import { type Exception, replay } from "./scenario.ts"
import { resources } from "./scenarios/index.ts"

/** What is not replayed. */
const exceptions: ReadonlyArray<Exception> = []

describe.skipIf(!isAvailable)(
  `The service answers as the recorded one${isAvailable ? "" : ` (not run: ${missing})`}`,
  () => {
    for (const [resource, scenarios] of Object.entries(resources)) {
      describe(resource, () => {
        for (const scenario of scenarios) {
          const run = scenario.live === true ? it.live : it.effect
          run(`line ${scenario.line}: ${scenario.label}`, () =>
            Effect.gen(function* () {
              assert.deepStrictEqual(yield* replay(scenario), [])
            }).pipe(Effect.scoped, Effect.provide(service))
          )
        }
      })
    }

    const listed = [...Object.values(resources).flat(), ...exceptions]

    it("in at least 240 recorded exchanges", () => {
      assert.isAtLeast(Object.values(resources).flat().length, 240)
    })

    it("and every other is listed with a reason", () => {
      assert.deepStrictEqual(
        listed.map(({ label, line }) => ({ line, label })).sort((one, other) => one.line - other.line),
        exchanges.map(({ label, line }) => ({ line, label }))
      )
      assert.isTrue(exceptions.every(({ because }) => because.length > 20))
    })
  }
)
