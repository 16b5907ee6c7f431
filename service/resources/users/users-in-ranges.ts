/** Reads a page of users in ranges of the project's users, for conditions that no index selects. */
import { Effect } from "effect"
import type { SqlClient, SqlConnection } from "effect/sql"
import { type Position, positions } from "../../sql/page-position.ts"
import { readInRanges } from "../../sql/read-in-ranges.ts"
import type { StoredUserPage } from "./user-page.ts"
import type { Rows, UserPageConditions, UserRows } from "./user-rows.ts"

/** Rows of a page. */
export interface UserRange {
  readonly rows: Rows
  /** Where the next page starts, if a bounded page ended early; otherwise `null`. */
  readonly next: Position | null
}

/** Returns the function that reads a page in ranges. A bounded page ends early if few users are selected. */
export const makeReadUsersInRanges =
  (
    sql: SqlClient.SqlClient,
    { after, fromFirst, indexed, isMember, order, others, column }: UserPageConditions,
    { limited, withIds }: UserRows,
    readByIndex: (projectId: string, page: StoredUserPage) => Effect.Effect<Rows | null>
  ) =>
  (projectId: string, page: StoredUserPage, isBounded: boolean): Effect.Effect<UserRange> => {
    const { limit, teamId, text } = page
    const rangeAfter = (last: Position | null) => {
      const start = last === null ? fromFirst(page) : [after(page, last)]
      return sql`FROM users WHERE ${sql.and([...indexed(projectId, page), ...start])} ORDER BY ${order(page)}`
    }
    const lastOf = (last: Position | null, size: number) =>
      positions.first(sql`
        SELECT users.${column(page)} AS at, users.id AS id ${rangeAfter(last)}
        LIMIT 1 OFFSET ${sql.literal(String(size - 1))}`)
    const read = readInRanges<SqlConnection.Row, Position>(sql, {
      limit,
      isBounded,
      text,
      read: (last, size, most) =>
        withIds(
          { ...page, limit: most },
          sql`
            SELECT users.id FROM (SELECT users.* ${rangeAfter(last)} LIMIT ${sql.literal(String(size))}) AS users
            WHERE ${sql.and([sql`1 = 1`, ...others(page), ...(teamId === null ? [] : [isMember(teamId)])])}
            ORDER BY ${order(page)} ${limited(most)}`
        ),
      lastOf,
      readByIndex: readByIndex(projectId, page)
    })
    return Effect.flatMap(read, ({ rows, stoppedAt }) =>
      stoppedAt === null
        ? Effect.succeed({ rows, next: null })
        : Effect.map(lastOf(stoppedAt, 1), (next) => ({ rows, next }))
    )
  }
