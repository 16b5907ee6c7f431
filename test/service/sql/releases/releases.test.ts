/** Every database that a release wrote on SQLite opens with this version. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { writeFileSync } from "node:fs"
import { temporaryFolder } from "../../temporary-folder.ts"
import { tableSizes } from "../../pruning/table-sizes.ts"
import { assertServesRelease, readDatabase, releases } from "./release.ts"

describe("the SQLite database of a release", () => {
  it.effect.each(releases.map((release) => ({ release })))("is served with all its secrets ($release)", ({ release }) =>
    Effect.gen(function* () {
      const { path } = yield* temporaryFolder
      writeFileSync(path("kept.db"), readDatabase(release, "sqlite"))
      const rowCounts = Effect.sync(() => tableSizes(path("kept.db")))
      yield* assertServesRelease(release, "sqlite", path("kept.db"), rowCounts)
    }).pipe(Effect.scoped)
  )

  it("is kept for at least one release", () => {
    assert.isNotEmpty(releases)
  })
})
