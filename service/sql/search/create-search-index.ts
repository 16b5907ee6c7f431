/**
 * Creates an index by which rows of a table are found by a part of their texts.
 *
 * `<name>` has one row for each of them: the lower-case texts that are searched. Triggers keep it up to date, so that
 * processes of earlier versions do, too. An index of all groups of three characters finds its rows: FTS5 on SQLite, a
 * GIN index of lexemes on PostgreSQL, which needs no extension. `fillSearchIndex` adds the rows that existed before.
 *
 * Migrations run this code. So it only changes with a migration that changes the index.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { createOnPostgres } from "./create-on-postgres.ts"
import { createOnSqlite } from "./create-on-sqlite.ts"
import type { SearchIndex } from "./search-index.ts"

/** Creates the index, and triggers for new and renamed rows. */
export const createSearchIndex = (index: SearchIndex) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    sql.onDialectOrElse({ pg: () => createOnPostgres(index), orElse: () => createOnSqlite(index) })
  )
