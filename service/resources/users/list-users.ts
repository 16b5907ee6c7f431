/**
 * Lists users page by page.
 *
 * A page that an index selects is one statement: see `user-kinds.ts` for those with filters. Searches, the members of
 * large teams, and the users who were active in a time span, in the order of their sign-ups, may be few of many. Such a
 * page is read in ranges (see `read-in-ranges.ts`).
 */
import { Effect, Schema } from "effect"
import type { SqlClient, SqlConnection, Statement } from "effect/sql"
import { wire } from "../../../core/schema/wire.ts"
import { rowsOfTexts } from "../../sql/dialect.ts"
import { readLongValues } from "../../sql/long-values.ts"
import { type Position, positions } from "../../sql/page-position.ts"
import { readInRanges } from "../../sql/read-in-ranges.ts"
import { rowsOf } from "../../sql/rows.ts"
import type { UserRecord } from "../../sql/records/user-record.ts"
import { longUserValues } from "./long-user-values.ts"
import { pageUserColumns, userJoins, users } from "./user-columns.ts"
import { isByActivity } from "./user-filters.ts"
import { type KindOrder, makeUserKinds } from "./user-kinds.ts"
import { makeUserPageConditions, type UserPage } from "./user-page.ts"
import { makeUserSearch } from "./user-search.ts"

/** Users of a page. */
export interface UsersOfPage {
  readonly users: ReadonlyArray<UserRecord>
  /** The position at which the next page starts; `null` on the last page. */
  readonly next: Position | null
}

/**
 * The limits of the statements that list users. PostgreSQL plans a statement with a limit as its parameter anew each
 * time, because it cannot know how many rows that is. With a literal it keeps the plan: a page of 100 users takes 1.1
 * instead of 1.6 ms. There are few limits, so that there are few prepared statements.
 */
const LIMITS = [2, 11, 26, 51, 101, 251, 1001]

/** Returns the smallest of these limits that has room for so many rows. */
const limitFor = (rows: number) => LIMITS.find((limit) => limit >= rows) ?? rows

/** The members of a team that are sorted by one statement. */
const MOST_MEMBERS = 4000

/** The users of a selection that are sorted by the columns of an index, which takes 0.6 µs for each on SQLite. */
const MOST_SORTED = 50_000

/** The users of a selection who are compared with the text of a search, or of whom the members of a team are found. */
const MOST_COMPARED = 4000

const numbers = rowsOf(wire({ number: Schema.Number }))

type Sql = SqlClient.SqlClient
/** The rows of users, without long values. */
type Rows = ReadonlyArray<SqlConnection.Row>
type Found = Effect.Effect<Rows>

/** Returns whether the users are selected by their traits: a filter, a restriction, or anonymous users. */
const isByTraits = ({ anonymous, filter = {}, restricted }: UserPage): boolean =>
  anonymous === "only" ||
  restricted !== undefined ||
  filter.primaryEmailVerified !== undefined ||
  filter.signInMethod !== undefined

/** Returns whether one index has the users of a page in its order, apart from anonymous users. */
const isWholeProject = (page: UserPage): boolean =>
  !isByTraits(page) && !isByActivity(page) && (page.anonymous === "all" || page.orderBy !== "last_active_at")

/** Returns the function that lists the users of a project. */
export const makeUserPages = (sql: Sql) => {
  const columnsByLimit = new Map<number, Statement.Fragment>()
  const columns = (page: UserPage) => {
    const limit = limitFor(page.limit)
    const known = columnsByLimit.get(limit) ?? pageUserColumns(sql, limit)
    columnsByLimit.set(limit, known)
    return known
  }
  const joins = userJoins(sql)
  const search = makeUserSearch(sql)
  const kinds = makeUserKinds(sql)
  const longValues = longUserValues(sql)
  const { after, candidateConditions, column, fromFirst, indexed, isMember, order, others } = makeUserPageConditions(
    sql,
    search
  )

  const limited = (limit: number) => sql`LIMIT ${sql.literal(String(limitFor(limit)))}`
  const all = (page: UserPage, statement: Statement.Statement<SqlConnection.Row>): Found =>
    Effect.orDie(Effect.map(statement, (rows) => rows.slice(0, page.limit)))

  /**
   * The users of the project in the order of the page. The joins run only for these, even if many have to be sorted.
   */
  const ofProject = (projectId: string, page: UserPage): Found =>
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
  const withIds = (page: UserPage, ids: Statement.Fragment): Found =>
    all(
      page,
      sql`
        SELECT ${columns(page)} FROM (${ids}) AS hit CROSS JOIN users ${joins}
        WHERE users.id = hit.id ORDER BY ${order(page)}`
    )

  const ofTeam = (projectId: string, page: UserPage, teamId: string) =>
    among(
      projectId,
      { ...page, teamId: null },
      sql`SELECT user_id AS id FROM team_memberships WHERE team_id = ${teamId}`
    )

  /** The users whose ids a statement returns, and whom all conditions select. */
  const among = (projectId: string, page: UserPage, ids: Statement.Fragment) =>
    withIds(
      page,
      sql`
        SELECT users.id FROM (${ids}) AS candidate CROSS JOIN users
        WHERE ${sql.and([sql`users.id = candidate.id`, ...candidateConditions(projectId, page)])}
        ORDER BY ${order(page)} ${limited(page.limit)}`
    )

  const inKinds = (page: UserPage): KindOrder => ({
    order: (row) => order(page, row),
    start: (row) => fromFirst(page, row),
    limit: limited(page.limit)
  })

  const hasFewMembers = (teamId: string) =>
    Effect.map(
      numbers.first(sql`
        SELECT count(*) AS number FROM (
          SELECT 1 FROM team_memberships WHERE team_id = ${teamId} LIMIT ${MOST_MEMBERS + 1}
        ) AS members`),
      (row) => row !== null && row.number <= MOST_MEMBERS
    )

  /** Reads a page by the indexes of the traits, or by that of the search. */
  const readByIndex = Effect.fnUntraced(function* (projectId: string, page: UserPage) {
    const { limit, newestFirst, teamId, text } = page
    const isSelectedOnly = text === null && teamId === null
    if (isByTraits(page) || isByActivity(page)) {
      const most = isSelectedOnly ? MOST_SORTED : MOST_COMPARED
      if (yield* kinds.isFew(projectId, page, most)) {
        return isSelectedOnly
          ? yield* withIds(page, kinds.sorted(projectId, page, most, inKinds(page)))
          : yield* among(projectId, page, kinds.all(projectId, page, most))
      }
    }
    if (text === null) return null
    const found = { ...page, text: null }
    const ids = yield* search.findFirst(projectId, text, {
      conditions: candidateConditions(projectId, found),
      column: column(page),
      isDescending: newestFirst,
      limit
    })
    return ids === null
      ? null
      : yield* among(projectId, found, sql`SELECT value AS id FROM ${rowsOfTexts(sql, ids)} AS hit`)
  })

  const inRanges = (projectId: string, page: UserPage, isBounded: boolean) => {
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

  /** Reads users. `next` is set only if a bounded page ended early. */
  const read = Effect.fnUntraced(function* (
    projectId: string,
    page: UserPage,
    isBounded: boolean
  ): Effect.fn.Return<{ readonly rows: Rows; readonly next: Position | null }> {
    const { teamId, text } = page
    if (teamId !== null && (yield* hasFewMembers(teamId))) {
      return { rows: yield* ofTeam(projectId, page, teamId), next: null }
    }
    if (text === null && teamId === null && isWholeProject(page)) {
      return { rows: yield* ofProject(projectId, page), next: null }
    }
    const isOrdered = page.orderBy === "last_active_at" || !isByActivity(page)
    if (text !== null || teamId !== null || !isOrdered) return yield* inRanges(projectId, page, isBounded)
    return { rows: yield* withIds(page, kinds.first(projectId, page, inKinds(page))), next: null }
  })

  /**
   * Lists a page. It may have fewer users than its limit, although others follow: if their images and metadata have
   * more than `MAX_LIST_BYTES`, and with a filter of the extension `user_filters` with a search or a large team, or a
   * time span in the order of sign-ups. Only a page with a filter may be empty then.
   */
  return Effect.fnUntraced(function* (projectId: string, page: UserPage): Effect.fn.Return<UsersOfPage> {
    const { filter = {}, limit, orderBy = "signed_up_at" } = page
    // Reads one more than the page has: the next page starts there.
    const found = yield* read(projectId, { ...page, limit: limit + 1 }, Object.keys(filter).length > 0)
    const fitting = yield* readLongValues(found.rows.slice(0, limit), longValues)
    const first = fitting.next ?? found.rows[limit]
    return {
      users: yield* users.all(Effect.succeed(fitting.rows)),
      next: first === undefined ? found.next : { at: Number(first[orderBy]), id: String(first["id"]) }
    }
  })
}
