/** The seed of a database on PostgreSQL. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { layerTest } from "../../service/development.ts"
import type { SeedInput } from "../../service/development/seed/seed.ts"
import { exportDatabase } from "../../service/development/seed/export-database.ts"
import { PROJECT_ID, seedWith, USER_ID } from "../service/fixture.ts"
import { directDatabase } from "./server.ts"

const fill = (database: string, seed: SeedInput) => Effect.scoped(Layer.build(layerTest({ database, seed })))

describe("the export of a PostgreSQL database as a seed", () => {
  it.live("fills another database with the same state", () =>
    Effect.gen(function* () {
      const [first, second] = [yield* directDatabase, yield* directDatabase]
      yield* fill(first, seedWith({ domains: [{ domain: "https://fernhill.example", handlerPath: "/handler" }] }))
      const exported = yield* exportDatabase(first)
      const project = exported.seed.projects.find(({ id }) => id === PROJECT_ID)
      assert.deepStrictEqual(
        project?.users?.map(({ id }) => id),
        [USER_ID]
      )
      yield* fill(second, exported.seed)
      assert.deepStrictEqual(yield* exportDatabase(second), exported)
    }).pipe(Effect.scoped)
  )
})
