/**
 * Lists users page by page.
 *
 * A page that an index selects is one statement: see `user-kinds.ts` for those with filters. Searches, the members of
 * large teams, and the users who were active in a time span, in the order of their sign-ups, may be few of many. Such a
 * page is read in ranges (see `read-in-ranges.ts`).
 */
import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { wire } from "../../../core/schema/wire.ts"
import { readLongValues } from "../../sql/long-values.ts"
import type { Position } from "../../sql/page-position.ts"
import { rowsOf } from "../../sql/rows.ts"
import type { UserRecord } from "../../sql/records/user-record.ts"
import { longUserValues } from "./long-user-values.ts"
import { users } from "./user-columns.ts"
import { isByActivity } from "./user-filters.ts"
import { makeUserKinds } from "./user-kinds.ts"
import { makeUserPageConditions, type StoredUserPage } from "./user-page.ts"
import { makeUserRows } from "./user-rows.ts"
import { makeUserSearch } from "./user-search.ts"
import { isByTraits, makeReadByIndex } from "./users-by-index.ts"
import { makeReadUsersInRanges, type UserRange } from "./users-in-ranges.ts"

/** Users of a page. */
export interface UsersOfPage {
  readonly users: ReadonlyArray<UserRecord>
  /** The position at which the next page starts; `null` on the last page. */
  readonly next: Position | null
}

/** The members of a team that are sorted by one statement. */
const MOST_MEMBERS = 4000

const numbers = rowsOf(wire({ number: Schema.Number }))

/** Returns whether one index has the users of a page in its order, apart from anonymous users. */
const isWholeProject = (page: StoredUserPage): boolean =>
  !isByTraits(page) && !isByActivity(page) && (page.anonymous === "all" || page.orderBy !== "last_active_at")

/** Returns the function that lists the users of a project. */
export const makeUserPages = (sql: SqlClient.SqlClient) => {
  const search = makeUserSearch(sql)
  const kinds = makeUserKinds(sql)
  const longValues = longUserValues(sql)
  const conditions = makeUserPageConditions(sql, search)
  const rows = makeUserRows(sql, conditions)
  const readByIndex = makeReadByIndex(sql, conditions, rows, kinds, search)
  const readInRanges = makeReadUsersInRanges(sql, conditions, rows, readByIndex)

  const ofTeam = (projectId: string, page: StoredUserPage, teamId: string) =>
    rows.among(
      projectId,
      { ...page, teamId: null },
      sql`SELECT user_id AS id FROM team_memberships WHERE team_id = ${teamId}`
    )

  const hasFewMembers = (teamId: string) =>
    Effect.map(
      numbers.first(sql`
        SELECT count(*) AS number FROM (
          SELECT 1 FROM team_memberships WHERE team_id = ${teamId} LIMIT ${MOST_MEMBERS + 1}
        ) AS members`),
      (row) => row !== null && row.number <= MOST_MEMBERS
    )

  /** Reads users. `next` is set only if a bounded page ended early. */
  const read = Effect.fnUntraced(function* (
    projectId: string,
    page: StoredUserPage,
    isBounded: boolean
  ): Effect.fn.Return<UserRange> {
    const { teamId, text } = page
    if (teamId !== null && (yield* hasFewMembers(teamId))) {
      return { rows: yield* ofTeam(projectId, page, teamId), next: null }
    }
    if (text === null && teamId === null && isWholeProject(page)) {
      return { rows: yield* rows.ofProject(projectId, page), next: null }
    }
    const isOrdered = page.orderBy === "last_active_at" || !isByActivity(page)
    if (text !== null || teamId !== null || !isOrdered) return yield* readInRanges(projectId, page, isBounded)
    return { rows: yield* rows.withIds(page, kinds.first(projectId, page, rows.inKinds(page))), next: null }
  })

  /**
   * Lists a page. It may have fewer users than its limit, although others follow: if their images and metadata have
   * more than `MAX_LIST_BYTES`, and with a filter of the extension `user_filters` with a search or a large team, or a
   * time span in the order of sign-ups. Only a page with a filter may be empty then.
   */
  return Effect.fnUntraced(function* (projectId: string, page: StoredUserPage): Effect.fn.Return<UsersOfPage> {
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
