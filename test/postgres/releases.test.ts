/** Every database that a release wrote on PostgreSQL opens with this version. */
import { describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { assertServesRelease, readDatabase, releases } from "../service/sql/releases/release.ts"
import { query } from "./connected.ts"
import { server, temporaryDatabase } from "./server.ts"

const readCounts = Schema.decodeUnknownEffect(
  Schema.Array(Schema.Struct({ name: Schema.String, count: Schema.FiniteFromString }))
)

/** Counts the rows of every table, each with a query of its own. */
const rowCountsOf = (url: string) =>
  query(
    url,
    `SELECT table_name AS name, (xpath('/row/count/text()', query_to_xml(
       format('SELECT count(*) AS count FROM %I', table_name), false, true, '')))[1]::text AS count
     FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`
  ).pipe(
    Effect.flatMap(readCounts),
    Effect.map((rows) => Object.fromEntries(rows.map(({ count, name }) => [name, count])))
  )

describe.skipIf(server === undefined)("the PostgreSQL database of a release", () => {
  it.effect.each(releases.map((release) => ({ release })))("is served with all its secrets ($release)", ({ release }) =>
    Effect.gen(function* () {
      const url = yield* temporaryDatabase
      yield* query(url, readDatabase(release, "postgres").toString())
      yield* assertServesRelease(release, "postgres", url, rowCountsOf(url))
    }).pipe(Effect.scoped)
  )
})
