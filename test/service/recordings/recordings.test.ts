/**
 * Replays recordings of a Stack Auth service. Each request is sent to a service in a state that matches the recording.
 * Status, known error, content type and the shape of the body have to match.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { isAvailable, exchanges, missing } from "./exchanges.ts"
import { service } from "../setup/project.ts"
import { type Exception, replay } from "./scenario.ts"
import { resources } from "./scenarios/index.ts"

/** Recordings that are not replayed. */
const exceptions: ReadonlyArray<Exception> = []

describe.skipIf(!isAvailable)(
  `The service responds like the recorded one${isAvailable ? "" : ` (skipped: ${missing})`}`,
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

    it("and every other exchange is listed with a reason", () => {
      assert.deepStrictEqual(
        listed.map(({ label, line }) => ({ line, label })).sort((one, other) => one.line - other.line),
        exchanges.map(({ label, line }) => ({ line, label }))
      )
      assert.isTrue(exceptions.every(({ because }) => because.length > 20))
    })
  }
)
