/** Adds the users of before `user_search` existed to the index of the search. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { nextNumber, searchedTexts } from "./migrations/0068-user-search.ts"
import { retryOnConflict } from "./retry-on-conflict.ts"

/** The number of users of one transaction. Other processes write between two of them. */
const BATCH = 2000

/**
 * Adds the next users of a project, by their ids. Returns whether there may be more. Triggers add the users who change
 * meanwhile, so those that exist are skipped.
 */
const fillBatch = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // Not serializable: it would conflict with each sign-up. The lock of the project is enough between two that fill.
  yield* sql.onDialectOrElse({
    pg: () => sql`SET TRANSACTION ISOLATION LEVEL READ COMMITTED`,
    orElse: () => Effect.void
  })
  const forUpdate = sql.literal(sql.onDialectOrElse({ pg: () => "FOR UPDATE", orElse: () => "" }))
  const [project] = yield* sql<{ project_id: string; filled_to: string }>`
    SELECT project_id, filled_to FROM user_search_projects WHERE filled_to IS NOT NULL
    ORDER BY project_id LIMIT 1 ${forUpdate}`
  if (project === undefined) return false
  const batch = sql`
    SELECT id FROM users WHERE project_id = ${project.project_id} AND id > ${project.filled_to}
    ORDER BY id LIMIT ${BATCH}`
  const [last] = yield* sql<{ id: string | null }>`SELECT max(id) AS id FROM (${batch}) AS batch`
  if (last?.id != null) {
    const isNext = sql`
      users.project_id = ${project.project_id} AND users.id > ${project.filled_to} AND users.id <= ${last.id}`
    yield* sql.onDialectOrElse({
      pg: () => sql`
        INSERT INTO user_search (user_id, project_id, text)
        SELECT users.id, users.project_id, ${searchedTexts(sql)} FROM users WHERE ${isNext}
        ON CONFLICT (user_id) DO NOTHING`,
      orElse: () => sql`
        INSERT INTO user_search (number, user_id, text)
        SELECT ${nextNumber(sql)} - 1 + row_number() OVER (ORDER BY users.id), users.id, ${searchedTexts(sql)}
        FROM users JOIN user_search_projects AS project ON project.project_id = users.project_id
        WHERE ${isNext} AND NOT EXISTS (SELECT 1 FROM user_search AS known WHERE known.user_id = users.id)`
    })
  }
  yield* sql`
    UPDATE user_search_projects SET filled_to = ${last?.id ?? null} WHERE project_id = ${project.project_id}`
  return true
})

/** Adds all users who are missing, in transactions of a bounded size. An interrupted run continues where it stopped. */
export const fillUserSearch = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const missing = yield* sql`SELECT 1 AS found FROM user_search_projects WHERE filled_to IS NOT NULL LIMIT 1`
  if (missing.length === 0) return
  let batches = 0
  while (yield* retryOnConflict(sql.withTransaction(fillBatch))) {
    batches++
    if (batches === 2) yield* Effect.logInfo("Adding the existing users to the index of the search. This happens once.")
    // Signals are handled between two batches.
    yield* Effect.yieldNow
  }
})
