/** The ids of the rows that a search finds. */
import { Effect, Schema } from "effect"
import type { SqlError, Statement } from "effect/sql"
import { wire } from "../../../core/schema/wire.ts"
import { rowsOf } from "../rows.ts"

/** The first rows of a table in an order, with conditions. */
export interface FirstRows {
  readonly conditions: ReadonlyArray<Statement.Fragment>
  /** The column of the order, before the id. */
  readonly column: Statement.Fragment
  readonly isDescending: boolean
  readonly limit: number
}

/** Returns the ids of the first rows with the text; `null` if it would read many more than `MOST_READ` rows. */
export type FindFirst = (
  projectId: string,
  text: string,
  first: FirstRows
) => Effect.Effect<ReadonlyArray<string> | null>

/** The rows of the index of which the first ones are found: 0.1 s on SQLite, in parts of 10 ms. */
export const MOST_READ = 20_000

const owners = rowsOf(wire({ id: Schema.String }))

/** Reads the column `id` of a statement. */
export const idsOf = (statement: Effect.Effect<ReadonlyArray<unknown>, SqlError.SqlError>) =>
  Effect.map(owners.all(statement), (rows) => rows.map(({ id }) => id))
