/**
 * Reads users by their kinds: a kind are the users of a project with the same traits. A filter selects kinds, and in
 * the indexes the users of a kind are in the order of a page. So each kind is read up to the limit of the page, which
 * is at most 128 times, and mostly fewer than 20 times. No user is read whom the filter does not select.
 */
import { Effect, Schema } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { wire } from "../../../core/schema/wire.ts"
import { rowsOf } from "../../sql/rows.ts"
import { activityConditions, traitConditions, type UserSelection } from "./user-filters.ts"

const numbers = rowsOf(wire({ number: Schema.Number }))

/** The order of a page, and where it starts. */
export interface KindOrder {
  /** `ORDER BY` of these rows. */
  readonly order: (row: "own" | "users") => Statement.Fragment
  /** Conditions on the position of these rows. */
  readonly start: (row: "own" | "users") => ReadonlyArray<Statement.Fragment>
  readonly limit: Statement.Fragment
}

export const makeUserKinds = (sql: SqlClient.SqlClient) => {
  /** The traits of all kinds of a project. The index is read once for each. */
  const kindsOf = (projectId: string) => sql`
    WITH RECURSIVE kinds (traits) AS (
      SELECT CAST(-1 AS BIGINT)
      UNION ALL
      SELECT (
        SELECT min(users.traits) FROM users WHERE users.project_id = ${projectId} AND users.traits > kinds.traits
      ) FROM kinds WHERE kinds.traits IS NOT NULL
    )`

  const kindConditions = (selection: UserSelection) => [
    sql`kind.traits >= 0`,
    ...traitConditions(sql, selection, "kind")
  ]

  /** Rows of `own`, of the users of one kind. */
  const ofKind = (projectId: string, conditions: ReadonlyArray<Statement.Fragment>) =>
    sql`FROM users AS own WHERE ${sql.and([
      sql`own.project_id = ${projectId}`,
      sql`own.traits = kind.traits`,
      ...conditions
    ])}`

  /** Returns the ids of the first users of a selection. The order is that of the activity if it depends on that. */
  const first = (projectId: string, selection: UserSelection, { limit, order, start }: KindOrder) => {
    const firstOfKind = sql`
      ${ofKind(projectId, [...activityConditions(sql, selection, "own"), ...start("own")])}
      ORDER BY ${order("own")} ${limit}`
    // SQLite has no LATERAL.
    const ofEach = sql.onDialectOrElse({
      pg: () => sql`LATERAL (SELECT own.id, own.signed_up_at, own.last_active_at ${firstOfKind}) AS users`,
      orElse: () => sql`users ON users.rowid IN (SELECT own.rowid ${firstOfKind})`
    })
    return sql`
      ${kindsOf(projectId)}
      SELECT users.id FROM kinds AS kind CROSS JOIN ${ofEach}
      WHERE ${sql.and(kindConditions(selection))} ORDER BY ${order("users")} ${limit}`
  }

  /** Users of a selection in no order, at most `most`, with the columns of the indexes. */
  const some = (projectId: string, selection: UserSelection, most: number) => {
    const limit = sql`LIMIT ${sql.literal(String(most))}`
    const conditions = activityConditions(sql, selection, "own")
    return sql.onDialectOrElse({
      pg: () => sql`
        SELECT users.id, users.signed_up_at, users.last_active_at
        FROM kinds AS kind CROSS JOIN LATERAL (
          SELECT own.id, own.signed_up_at, own.last_active_at ${ofKind(projectId, conditions)} ${limit}
        ) AS users
        WHERE ${sql.and(kindConditions(selection))} ${limit}`,
      orElse: () => sql`
        SELECT own.id, own.signed_up_at, own.last_active_at FROM kinds AS kind CROSS JOIN users AS own
        WHERE ${sql.and([
          ...kindConditions(selection),
          sql`own.project_id = ${projectId} AND own.traits = kind.traits`,
          ...conditions
        ])} ${limit}`
    })
  }

  return {
    first,

    /** Returns the ids of the first users of a selection in any order. All of them are sorted. */
    sorted: (projectId: string, selection: UserSelection, most: number, { limit, order, start }: KindOrder) => sql`
      ${kindsOf(projectId)}
      SELECT users.id FROM (${some(projectId, selection, most)}) AS users
      WHERE ${sql.and([sql`1 = 1`, ...start("users")])} ORDER BY ${order("users")} ${limit}`,

    /** Returns the ids of all users of a selection, at most `most`. */
    all: (projectId: string, selection: UserSelection, most: number) => sql`
      ${kindsOf(projectId)}
      SELECT users.id FROM (${some(projectId, selection, most)}) AS users`,

    /** Returns whether a selection has at most `most` users. */
    isFew: (projectId: string, selection: UserSelection, most: number): Effect.Effect<boolean> =>
      Effect.map(
        numbers.first(sql`
          ${kindsOf(projectId)}
          SELECT count(*) AS number FROM (${some(projectId, selection, most + 1)}) AS users`),
        (row) => row !== null && row.number <= most
      )
  }
}
