/** Adds the rows that existed before the index of a search to it. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { retryOnConflict } from "../retry-on-conflict.ts"
import { nextNumber } from "./create-on-sqlite.ts"
import { literals, type SearchIndex } from "./search-index.ts"

/** The number of rows of one transaction. Other processes write between two of them. */
const BATCH = 2000

/**
 * Adds the next rows of a project, by their ids. Returns whether there may be more. Triggers add those that change
 * meanwhile, so rows that exist are skipped.
 */
const fillBatch = Effect.fnUntraced(function* (index: SearchIndex) {
  const sql = yield* SqlClient.SqlClient
  const { name, row, table } = literals(sql, index)
  // Not serializable: it would conflict with each sign-up. The lock of the project is enough between two that fill.
  yield* sql.onDialectOrElse({
    pg: () => sql`SET TRANSACTION ISOLATION LEVEL READ COMMITTED`,
    orElse: () => Effect.void
  })
  const forUpdate = sql.literal(sql.onDialectOrElse({ pg: () => "FOR UPDATE", orElse: () => "" }))
  const [project] = yield* sql<{ project_id: string; filled_to: string }>`
    SELECT project_id, filled_to FROM ${name}_projects WHERE filled_to IS NOT NULL
    ORDER BY project_id LIMIT 1 ${forUpdate}`
  if (project === undefined) return false
  const batch = sql`
    SELECT id FROM ${table} WHERE project_id = ${project.project_id} AND id > ${project.filled_to}
    ORDER BY id LIMIT ${BATCH}`
  const [last] = yield* sql<{ id: string | null }>`SELECT max(id) AS id FROM (${batch}) AS batch`
  if (last?.id != null) {
    const isNext = sql`
      ${table}.project_id = ${project.project_id} AND ${table}.id > ${project.filled_to} AND ${table}.id <= ${last.id}`
    yield* sql.onDialectOrElse({
      pg: () => sql`
        INSERT INTO ${name} (${row}_id, project_id, text)
        SELECT ${table}.id, ${table}.project_id, ${index.texts(sql)} FROM ${table} WHERE ${isNext}
        ON CONFLICT (${row}_id) DO NOTHING`,
      orElse: () => sql`
        INSERT INTO ${name} (number, ${row}_id, text)
        SELECT
          ${nextNumber(sql, index)} - 1 + row_number() OVER (ORDER BY ${table}.id), ${table}.id, ${index.texts(sql)}
        FROM ${table} JOIN ${name}_projects AS project ON project.project_id = ${table}.project_id
        WHERE ${isNext} AND NOT EXISTS (SELECT 1 FROM ${name} AS known WHERE known.${row}_id = ${table}.id)`
    })
  }
  yield* sql`
    UPDATE ${name}_projects SET filled_to = ${last?.id ?? null} WHERE project_id = ${project.project_id}`
  return true
})

/** Adds all rows that are missing, in transactions of a bounded size. An interrupted run continues where it stopped. */
export const fillSearchIndex = Effect.fnUntraced(function* (index: SearchIndex) {
  const sql = yield* SqlClient.SqlClient
  const { name } = literals(sql, index)
  const missing = yield* sql`SELECT 1 AS found FROM ${name}_projects WHERE filled_to IS NOT NULL LIMIT 1`
  if (missing.length === 0) return
  let batches = 0
  while (yield* retryOnConflict(sql.withTransaction(fillBatch(index)))) {
    batches++
    if (batches === 2) {
      yield* Effect.logInfo(`Adding the existing ${index.table} to the index of the search. This happens once.`)
    }
    // Signals are handled between two batches.
    yield* Effect.yieldNow
  }
})
