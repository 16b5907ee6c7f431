/** Statements that read the rows of a page of users. */
import { Effect } from "effect"
import type { SqlClient, SqlConnection, Statement } from "effect/sql"
import { pageUserColumns, userJoins } from "./user-columns.ts"
import type { KindOrder } from "./user-kinds.ts"
import type { makeUserPageConditions, StoredUserPage } from "./user-page.ts"

export type UserPageConditions = ReturnType<typeof makeUserPageConditions>

/** The rows of users, without long values. */
export type Rows = ReadonlyArray<SqlConnection.Row>

/**
 * The limits of the statements that list users. PostgreSQL plans a statement with a limit as its parameter anew each
 * time, because it cannot know how many rows that is. With a literal it keeps the plan: a page of 100 users takes 1.1
 * instead of 1.6 ms. There are few limits, so that there are few prepared statements.
 */
const LIMITS = [2, 11, 26, 51, 101, 251, 1001]

/** Returns the smallest of these limits that has room for so many rows. */
const limitFor = (rows: number) => LIMITS.find((limit) => limit >= rows) ?? rows

/** Returns functions that read the rows of a page. */
export const makeUserRows = (
  sql: SqlClient.SqlClient,
  { candidateConditions, fromFirst, indexed, order, others }: UserPageConditions
) => {
  const columnsByLimit = new Map<number, Statement.Fragment>()
  const columns = (page: StoredUserPage) => {
    const limit = limitFor(page.limit)
    const known = columnsByLimit.get(limit) ?? pageUserColumns(sql, limit)
    columnsByLimit.set(limit, known)
    return known
  }
  const joins = userJoins(sql)
  const limited = (limit: number) => sql`LIMIT ${sql.literal(String(limitFor(limit)))}`
  const all = (page: StoredUserPage, statement: Statement.Statement<SqlConnection.Row>): Effect.Effect<Rows> =>
    Effect.orDie(Effect.map(statement, (rows) => rows.slice(0, page.limit)))

  /**
   * The users of the project in the order of the page. The joins run only for these, even if many have to be sorted.
   */
  const ofProject = (projectId: string, page: StoredUserPage): Effect.Effect<Rows> =>
    all(
      page,
      sql`
        SELECT ${columns(page)} FROM (
          SELECT users.* FROM users
          WHERE ${sql.and([...indexed(projectId, page), ...fromFirst(page), ...others(page)])}
          ORDER BY ${order(page)} ${limited(page.limit)}
        ) AS users ${joins}
        ORDER BY ${order(page)}`
    )

  /** The users whose ids a statement returns. CROSS JOIN makes SQLite start with them. */
  const withIds = (page: StoredUserPage, ids: Statement.Fragment): Effect.Effect<Rows> =>
    all(
      page,
      sql`
        SELECT ${columns(page)} FROM (${ids}) AS hit CROSS JOIN users ${joins}
        WHERE users.id = hit.id ORDER BY ${order(page)}`
    )

  /** The users whose ids a statement returns, and whom all conditions select. */
  const among = (projectId: string, page: StoredUserPage, ids: Statement.Fragment) =>
    withIds(
      page,
      sql`
        SELECT users.id FROM (${ids}) AS candidate CROSS JOIN users
        WHERE ${sql.and([sql`users.id = candidate.id`, ...candidateConditions(projectId, page)])}
        ORDER BY ${order(page)} ${limited(page.limit)}`
    )

  /** Returns the order and the start of a page for statements that read by kind. */
  const inKinds = (page: StoredUserPage): KindOrder => ({
    order: (row) => order(page, row),
    start: (row) => fromFirst(page, row),
    limit: limited(page.limit)
  })

  return { limited, ofProject, withIds, among, inKinds }
}

export type UserRows = ReturnType<typeof makeUserRows>
