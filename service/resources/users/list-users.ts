/**
 * Lists users page by page.
 *
 * A page that an index selects is one statement. Other filters and searches may select few users, so such a page is
 * read in ranges (see `read-in-ranges.ts`).
 */
import { Effect, Schema } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { wire } from "../../../core/schema/wire.ts"
import { rowsOfTexts } from "../../sql/dialect.ts"
import { MOST_FOUND, readInRanges } from "../../sql/read-in-ranges.ts"
import { rowsOf } from "../../sql/rows.ts"
import type { UserRecord } from "../../sql/records/user-record.ts"
import { userColumns, userJoins, users } from "./user-columns.ts"
import { makeUserCandidates } from "./user-candidates.ts"
import { hasVerifiedEmail, type UserFilter, userFilters } from "./user-filters.ts"
import { makeUserSearch } from "./user-search.ts"

/** Selects restricted users, or all others. Anonymous users are selected by a column of their own. */
interface RestrictionFilter {
  readonly isRestricted: boolean
  /** The project requires a verified primary address. */
  readonly requireEmailVerification: boolean
}

/** The filter, the order and the size of a page of users. */
export interface UserPage {
  readonly teamId: string | null
  /** `all` includes anonymous users, and `only` leaves all others out. Default: no anonymous users. */
  readonly anonymous?: "all" | "only"
  /** Default: restricted users and all others. */
  readonly restricted?: RestrictionFilter
  /** A part of a display name or an address in any case, or a whole id. */
  readonly text: string | null
  /** The id of the first user. The page is empty if that user does not exist. */
  readonly from: string | null
  /** Default: the time of the sign-up. */
  readonly orderBy?: "signed_up_at" | "last_active_at"
  readonly newestFirst: boolean
  /** `null` for all users. */
  readonly limit: number | null
  /** Default: all users. */
  readonly filter?: UserFilter
}

/** Users of a page. */
export interface UsersOfPage {
  readonly users: ReadonlyArray<UserRecord>
  /** The id of the user with whom the next page starts; `null` on the last page. */
  readonly next: string | null
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

/** The position of a user in the order of a page. */
const positions = rowsOf(wire({ at: Schema.Number, id: Schema.String }))
type Position = { readonly at: number; readonly id: string }

const numbers = rowsOf(wire({ number: Schema.Number }))

type Sql = SqlClient.SqlClient
type Found = Effect.Effect<ReadonlyArray<UserRecord>>

const restriction = (sql: Sql, { isRestricted, requireEmailVerification }: RestrictionFilter): Statement.Fragment => {
  const byAdmin = sql`users.restricted_by_admin = ${sql.literal(isRestricted ? "1" : "0")}`
  if (!requireEmailVerification) return byAdmin
  return isRestricted
    ? sql`(${byAdmin} OR NOT ${hasVerifiedEmail(sql)})`
    : sql`(${byAdmin} AND ${hasVerifiedEmail(sql)})`
}

/** Returns the part of a filter that the index of the order selects, and the rest. */
const splitFilter = ({ filter = {}, orderBy }: UserPage): readonly [ordered: UserFilter, others: UserFilter] => {
  if (orderBy !== "last_active_at") return [{}, filter]
  const { activeSince, activeUntil, ...others } = filter
  return [
    { ...(activeSince !== undefined && { activeSince }), ...(activeUntil !== undefined && { activeUntil }) },
    others
  ]
}

/** Returns whether an index selects the users of a page, apart from users whom an administrator has restricted. */
const isIndexed = (page: UserPage): boolean =>
  page.text === null &&
  page.teamId === null &&
  page.restricted?.requireEmailVerification !== true &&
  Object.keys(splitFilter(page)[1]).length === 0

/** Returns the functions that list the users of a project. */
export const makeUserList = (sql: Sql) => {
  const columns = userColumns(sql)
  const joins = userJoins(sql)
  const search = makeUserSearch(sql)
  const candidatesOf = makeUserCandidates(sql)

  const column = ({ orderBy = "signed_up_at" }: UserPage) => sql(orderBy)
  const order = (page: UserPage) =>
    page.newestFirst ? sql`users.${column(page)} DESC, users.id DESC` : sql`users.${column(page)}, users.id`

  /** The conditions that an index selects. */
  const indexed = (projectId: string, page: UserPage) => {
    const { anonymous, orderBy } = page
    // By activity there is an index without this column. The sign makes SQLite use it, and not sort all users.
    const isAnonymous = sql`${sql.literal(orderBy === "last_active_at" ? "+" : "")}users.is_anonymous`
    return [
      sql`users.project_id = ${projectId}`,
      ...(anonymous === "all" ? [] : [sql`${isAnonymous} = ${sql.literal(anonymous === "only" ? "1" : "0")}`]),
      ...userFilters(sql, splitFilter(page)[0])
    ]
  }

  /** All other conditions. */
  const others = (page: UserPage) => [
    ...(page.restricted === undefined ? [] : [restriction(sql, page.restricted)]),
    ...(page.text === null ? [] : [search.isFound(page.text)]),
    ...userFilters(sql, splitFilter(page)[1])
  ]

  const key = (page: UserPage) => sql`(users.${column(page)}, users.id)`

  const fromFirst = (projectId: string, page: UserPage) => {
    if (page.from === null) return []
    const first = sql`(
      SELECT ${column(page)}, id FROM users AS start WHERE project_id = ${projectId} AND id = ${page.from}
    )`
    return [page.newestFirst ? sql`${key(page)} <= ${first}` : sql`${key(page)} >= ${first}`]
  }

  const after = (page: UserPage, { at, id }: Position) =>
    page.newestFirst ? sql`${key(page)} < (${at}, ${id})` : sql`${key(page)} > (${at}, ${id})`

  const limited = (limit: number | null) =>
    limit === null ? sql`` : sql`LIMIT ${sql.literal(String(limitFor(limit)))}`

  /** The users of a source in the order of the page. The joins run only for these, even if many have to be sorted. */
  const select = (
    page: UserPage,
    source: Statement.Fragment,
    conditions: ReadonlyArray<Statement.Fragment>,
    limit: number | null
  ): Found =>
    Effect.map(
      users.all(sql`
        SELECT ${columns} FROM (
          SELECT users.* FROM ${source} WHERE ${sql.and([sql`1 = 1`, ...conditions])}
          ORDER BY ${order(page)} ${limited(limit)}
        ) AS users ${joins}
        ORDER BY ${order(page)}`),
      (rows) => rows.slice(0, limit ?? rows.length)
    )

  /** CROSS JOIN makes SQLite start with the first table, which is smaller than the project. */
  const ofTeam = (projectId: string, page: UserPage, teamId: string) =>
    select(
      page,
      sql`team_memberships AS membership CROSS JOIN users`,
      [
        sql`membership.team_id = ${teamId} AND users.id = membership.user_id`,
        ...indexed(projectId, page),
        ...fromFirst(projectId, page),
        ...others(page)
      ],
      page.limit
    )

  const amongIds = (projectId: string, page: UserPage, ids: ReadonlyArray<string>) =>
    select(
      page,
      sql`${rowsOfTexts(sql, ids)} AS hit CROSS JOIN users`,
      [
        sql`users.id = hit.value`,
        ...indexed(projectId, page),
        ...fromFirst(projectId, page),
        ...others(page),
        ...(page.teamId === null ? [] : [isMember(page.teamId)])
      ],
      page.limit
    )

  const isMember = (teamId: string) =>
    sql`EXISTS (
      SELECT 1 FROM team_memberships AS membership
      WHERE membership.team_id = ${teamId} AND membership.user_id = users.id
    )`

  const hasFewMembers = (teamId: string) =>
    Effect.map(
      numbers.first(sql`
        SELECT count(*) AS number FROM (
          SELECT 1 FROM team_memberships WHERE team_id = ${teamId} LIMIT ${MOST_MEMBERS + 1}
        ) AS members`),
      (row) => row !== null && row.number <= MOST_MEMBERS
    )

  /** Reads a page by the index of the search, or by that of a filter. */
  const readByIndex = Effect.fnUntraced(function* (projectId: string, page: UserPage) {
    const { text } = page
    const found = text === null ? null : yield* search.find(projectId, text, MOST_FOUND)
    if (found !== null) return yield* amongIds(projectId, { ...page, text: null }, found)
    const candidates = yield* candidatesOf(projectId, splitFilter(page)[1])
    return candidates === null ? null : yield* amongIds(projectId, page, candidates)
  })

  const inRanges = (projectId: string, page: UserPage, limit: number, isBounded: boolean) => {
    const { teamId, text } = page
    const rangeAfter = (last: Position | null) => {
      const start = last === null ? fromFirst(projectId, page) : [after(page, last)]
      return sql`FROM users WHERE ${sql.and([...indexed(projectId, page), ...start])} ORDER BY ${order(page)}`
    }
    const lastOf = (last: Position | null, size: number) =>
      positions.first(sql`
        SELECT users.${column(page)} AS at, users.id AS id ${rangeAfter(last)}
        LIMIT 1 OFFSET ${sql.literal(String(size - 1))}`)
    const read = readInRanges<UserRecord, Position>(sql, {
      limit,
      isBounded,
      text,
      read: (last, size, most) =>
        select(
          page,
          sql`(SELECT users.* ${rangeAfter(last)} LIMIT ${sql.literal(String(size))}) AS users`,
          [...others(page), ...(teamId === null ? [] : [isMember(teamId)])],
          most
        ),
      lastOf,
      readByIndex: readByIndex(projectId, page)
    })
    return Effect.flatMap(read, ({ rows, stoppedAt }) =>
      stoppedAt === null
        ? Effect.succeed({ users: rows, next: null })
        : Effect.map(lastOf(stoppedAt, 1), (next) => ({ users: rows, next: next?.id ?? null }))
    )
  }

  /** Lists users. `next` is set only if a bounded page ended early. */
  const read = Effect.fnUntraced(function* (
    projectId: string,
    page: UserPage,
    isBounded: boolean
  ): Effect.fn.Return<UsersOfPage> {
    const { limit, teamId } = page
    if (teamId !== null && (limit === null || (yield* hasFewMembers(teamId)))) {
      return { users: yield* ofTeam(projectId, page, teamId), next: null }
    }
    if (limit !== null && !isIndexed(page)) return yield* inRanges(projectId, page, limit, isBounded)
    const conditions = [...indexed(projectId, page), ...fromFirst(projectId, page), ...others(page)]
    return { users: yield* select(page, sql`users`, conditions, limit), next: null }
  })

  return {
    /** Lists as many users as the limit allows. */
    list: (projectId: string, page: UserPage) => Effect.map(read(projectId, page, false), ({ users }) => users),

    /**
     * Lists a page. With a filter of the extension `user_filters` it may have fewer users than its limit, or none,
     * although others follow: it ends when it has read so many users that it takes too long.
     */
    page: Effect.fnUntraced(function* (projectId: string, page: UserPage & { readonly limit: number }) {
      const { filter = {}, limit } = page
      // Reads one more than the page has: its id is the cursor of the next page.
      const found = yield* read(projectId, { ...page, limit: limit + 1 }, Object.keys(filter).length > 0)
      return { users: found.users.slice(0, limit), next: found.users[limit]?.id ?? found.next }
    })
  }
}
