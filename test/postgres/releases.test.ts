/** Every database that a release wrote on PostgreSQL opens with this version. */
import { describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { assertServesRelease, readDatabase, releases } from "../service/sql/releases/release.ts"
import { query } from "./connected.ts"
import { server, temporaryDatabase } from "./server.ts"

describe.skipIf(server === undefined)("the PostgreSQL database of a release", () => {
  it.effect.each(releases.map((release) => ({ release })))("is served with all its secrets ($release)", ({ release }) =>
    Effect.gen(function* () {
      const url = yield* temporaryDatabase
      yield* query(url, readDatabase(release, "postgres").toString())
      yield* assertServesRelease(release, "postgres", url)
    }).pipe(Effect.scoped)
  )
})
