/**
 * Positions in lists that are ordered by a time and an id. A cursor has the position of a row and not only its id, so
 * that the next page has all rows that follow, also if that row was deleted since, or moved in the order.
 */
import { Schema } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { wire } from "../../core/schema/wire.ts"
import { rowsOf } from "./rows.ts"

/** The position of a row in the order of a list. */
export interface Position {
  /** The time by which the list is ordered, in milliseconds since 1970. */
  readonly at: number
  readonly id: string
}

/** Decodes positions from rows with these columns. */
export const positions = rowsOf(wire({ at: Schema.Number, id: Schema.String }))

/** Returns the cursor for a position: `<milliseconds>_<id>`. */
export const encodeCursor = ({ at, id }: Position): string => `${at}_${id}`

/** Returns the position that a cursor has; `null` if it is only an id. */
export const decodeCursor = (cursor: string): Position | null => {
  const [, at, id] = /^(-?\d+)_(.+)$/.exec(cursor) ?? []
  return at === undefined || id === undefined ? null : { at: Number(at), id }
}

/** A position, and the direction of the list. */
interface Start extends Position {
  readonly newestFirst: boolean
}

/** Returns a condition: the key of a row, which is its time and its id, is at a position or follows it. */
export const isFrom = (sql: SqlClient.SqlClient, key: Statement.Fragment, { at, id, newestFirst }: Start) =>
  newestFirst ? sql`${key} <= (${at}, ${id})` : sql`${key} >= (${at}, ${id})`

/** Returns a condition: the key of a row, which is its time and its id, follows a position. */
export const isAfter = (sql: SqlClient.SqlClient, key: Statement.Fragment, { at, id, newestFirst }: Start) =>
  newestFirst ? sql`${key} < (${at}, ${id})` : sql`${key} > (${at}, ${id})`
