/** Sets the traits of the users that existed before the column. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { retryOnConflict } from "./retry-on-conflict.ts"
import { ownTraits, traitOf, traitSources } from "./user-traits.ts"

/** The number of users of one transaction. Other processes write between two of them. */
const BATCH = 2000

/**
 * Completes the next users of a project, in the order of their sign-ups, which is mostly that of the rows. Returns
 * whether there may be more.
 */
const fillBatch = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // Not serializable: it would conflict with each sign-up.
  yield* sql.onDialectOrElse({
    pg: () => sql`SET TRANSACTION ISOLATION LEVEL READ COMMITTED`,
    orElse: () => Effect.void
  })
  const lock = (mode: string) => sql.literal(sql.onDialectOrElse({ pg: () => mode, orElse: () => "" }))
  const [project] = yield* sql<{ project_id: string; last_signed_up_at: number; last_id: string }>`
    SELECT project_id, last_signed_up_at, last_id FROM projects_without_user_traits
    ORDER BY project_id LIMIT 1 ${lock("FOR UPDATE")}`
  if (project === undefined) return false
  const ofProject = sql`project_id = ${project.project_id}`
  const key = sql`(signed_up_at, id)`
  const isNext = sql`${ofProject} AND ${key} > (${project.last_signed_up_at}, ${project.last_id})`
  // The locks make the next statement see the rows of all changes of these users that are under way.
  const batch = yield* sql<{ signed_up_at: number; id: string }>`
    SELECT signed_up_at, id FROM users WHERE ${isNext}
    ORDER BY signed_up_at, id LIMIT ${BATCH} ${lock("FOR NO KEY UPDATE")}`
  const last = batch.at(-1)
  if (last === undefined) {
    yield* sql`DELETE FROM projects_without_user_traits WHERE ${ofProject}`
    return true
  }
  const fresh = traitSources.reduce((sum, source) => sql`${sum} + ${traitOf(sql, source)}`, ownTraits(sql, "users"))
  yield* sql`
    UPDATE users SET traits = ${fresh}
    WHERE ${isNext} AND ${key} <= (${last.signed_up_at}, ${last.id}) AND traits <> ${fresh}`
  yield* sql`
    UPDATE projects_without_user_traits SET last_signed_up_at = ${last.signed_up_at}, last_id = ${last.id}
    WHERE ${ofProject}`
  return true
})

/** Completes all users, in transactions of a bounded size. An interrupted run continues where it stopped. */
export const fillUserTraits = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const missing = yield* sql`SELECT 1 AS found FROM projects_without_user_traits LIMIT 1`
  if (missing.length === 0) return
  let batches = 0
  while (yield* retryOnConflict(sql.withTransaction(fillBatch))) {
    batches++
    if (batches === 3) yield* Effect.logInfo("Preparing the filters of the existing users. This happens once.")
    // Signals are handled between two batches.
    yield* Effect.yieldNow
  }
})
