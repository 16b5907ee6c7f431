/** The parts of an index by which the rows of a table are found by a part of their texts. */
import type { SqlClient, Statement } from "effect/sql"

export interface SearchIndex {
  /** The name of its table, with which the names of its other parts begin. */
  readonly name: "user_search" | "team_search"
  /** The table of the indexed rows, with the columns `id`, `project_id` and `display_name`. */
  readonly table: "users" | "teams"
  /** A row of the table. */
  readonly row: "user" | "team"
  /** The searched texts of a row, each with `TEXT_END` twice at its end. */
  readonly texts: (sql: SqlClient.SqlClient) => Statement.Fragment
}

/**
 * Ends each text, twice. So each of its characters begins a group of three, which one or two searched characters find
 * as the beginning of a group.
 */
export const TEXT_END = "\u001f"

/** `TEXT_END` twice, in SQL. */
export const textEnd = (sql: SqlClient.SqlClient): Statement.Fragment =>
  sql.literal(sql.onDialectOrElse({ pg: () => "chr(31) || chr(31)", orElse: () => "char(31, 31)" }))

/** Returns the names for statements. */
export const literals = (sql: SqlClient.SqlClient, { name, row, table }: SearchIndex) => ({
  name: sql.literal(name),
  row: sql.literal(row),
  table: sql.literal(table)
})
