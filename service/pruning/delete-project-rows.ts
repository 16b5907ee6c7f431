/** Deletes the rows of deleted projects. */
import { Clock, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { DeletedProjects } from "../resources/projects/deleted-projects.ts"
import { isDeleted } from "../resources/projects/project-store.ts"
import { DELETE_BATCH, deleteInBatches } from "../sql/delete-in-batches.ts"
import { isPrunedHere } from "../sql/dialect.ts"
import { retryOnConflict } from "../sql/retry-on-conflict.ts"
import { rowsOf, run } from "../sql/rows.ts"
import { withoutSynchronousCommit } from "../sql/synchronous-commit.ts"
import { makeBackgroundPruning } from "./background-pruning.ts"

/** The tables with an unbounded number of rows of a project, and their primary keys, in the order of the deletion. */
const tables = [
  ["outgoing_mails", "id"],
  ["webhook_messages", "id"],
  ["mails", "id"],
  ["verification_codes", "id"],
  ["oauth_flows", "state_hash"],
  ["command_line_sign_ins", "id"],
  ["used_challenges", "challenge"],
  ["users", "id"],
  ["teams", "id"]
] as const

const ids = rowsOf(Schema.Struct({ id: Schema.String }))

export const layer: Layer.Layer<DeletedProjects, never, SqlClient.SqlClient> = Layer.effect(
  DeletedProjects,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const deleted = ids.all(sql`SELECT id FROM projects WHERE ${isDeleted(sql, sql`projects.id`)}`)

    // Each statement checks that the project is still deleted: a seed may have added one with the same id.
    const deleteRows = (projectId: string, table: string, key: string) =>
      deleteInBatches(sql`
        DELETE FROM ${sql(table)} WHERE ${sql(key)} IN (
          SELECT ${sql(key)} FROM ${sql(table)}
          WHERE project_id = ${projectId} AND ${isDeleted(sql, projectId)} AND ${isPrunedHere(sql, "deletedProjects")}
          LIMIT ${DELETE_BATCH}
        )
        RETURNING ${sql(key)}`)

    // If another process deletes the rows, or a request has just added one, the project is left to a later pass.
    const deleteProject = (projectId: string) => {
      const isEmpty = tables.map(
        ([table]) => sql`NOT EXISTS (SELECT 1 FROM ${sql(table)} WHERE project_id = ${projectId})`
      )
      return retryOnConflict(
        run(sql`DELETE FROM projects WHERE id = ${projectId} AND ${isDeleted(sql, projectId)} AND ${sql.and(isEmpty)}`)
      )
    }

    const pruneProject = Effect.fnUntraced(function* (projectId: string) {
      let count = 0
      for (const [table, key] of tables) count += yield* deleteRows(projectId, table, key)
      yield* deleteProject(projectId)
      return count
    })

    // Passes are repeated for projects that were deleted during one, and for rows that another process has left.
    const prune = Effect.gen(function* () {
      let total = 0
      while (true) {
        let count = 0
        for (const { id } of yield* deleted) count += yield* pruneProject(id)
        if (count === 0) return total
        total += count
      }
    }).pipe(withoutSynchronousCommit)
    const start = yield* makeBackgroundPruning(() => prune, "Deleting the rows of a deleted project failed")
    return DeletedProjects.of({ prune, startPruning: Effect.flatMap(Clock.currentTimeMillis, start) })
  })
)
