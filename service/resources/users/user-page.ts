/** The conditions and the order of a page of users, as parts of statements. */
import type { SqlClient } from "effect/sql"
import { isAfter, isFrom, type Position } from "../../sql/page-position.ts"
import { activityConditions, traitConditions, type UserSelection } from "./user-filters.ts"
import type { makeUserSearch } from "./user-search.ts"

/** The filter, the order and the size of a page of users. */
export interface StoredUserPage extends UserSelection {
  readonly teamId: string | null
  /** A part of a display name or an address in any case, or a whole id. */
  readonly text: string | null
  /** The position at which the page starts; `null` for the first page. */
  readonly from: Position | null
  /** Default: the time of the sign-up. */
  readonly orderBy?: "signed_up_at" | "last_active_at"
  readonly newestFirst: boolean
  readonly limit: number
}

/** Returns functions that write the conditions and the order of a page on rows of `users`. */
export const makeUserPageConditions = (
  sql: SqlClient.SqlClient,
  search: Pick<ReturnType<typeof makeUserSearch>, "isFound">
) => {
  const column = ({ orderBy = "signed_up_at" }: StoredUserPage) => sql.literal(orderBy)
  const order = (page: StoredUserPage, row = "users") => {
    const direction = sql.literal(page.newestFirst ? "DESC" : "ASC")
    return sql`${sql.literal(row)}.${column(page)} ${direction}, ${sql.literal(row)}.id ${direction}`
  }

  /** The conditions that an index of the project selects, in the order of the page. */
  const indexed = (projectId: string, page: StoredUserPage) => [
    sql`users.project_id = ${projectId}`,
    ...(page.orderBy === "last_active_at" ? activityConditions(sql, page, "users") : []),
    ...(page.orderBy === "last_active_at" || page.anonymous === "all"
      ? []
      : [sql`users.is_anonymous = ${sql.literal(page.anonymous === "only" ? "1" : "0")}`])
  ]

  /** All other conditions. PostgreSQL would estimate that few users have a trait, so that one is not stated twice. */
  const others = (page: StoredUserPage) => [
    ...(page.orderBy === "last_active_at"
      ? traitConditions(sql, page, "users")
      : [...traitConditions(sql, { ...page, anonymous: "all" }, "users"), ...activityConditions(sql, page, "users")]),
    ...(page.text === null ? [] : [search.isFound(page.text)])
  ]

  const key = (page: StoredUserPage, row = "users") =>
    sql`(${sql.literal(row)}.${column(page)}, ${sql.literal(row)}.id)`

  const fromFirst = (page: StoredUserPage, row = "users") => {
    const { from, newestFirst } = page
    return from === null ? [] : [isFrom(sql, key(page, row), { ...from, newestFirst })]
  }

  const after = (page: StoredUserPage, position: Position) =>
    isAfter(sql, key(page), { ...position, newestFirst: page.newestFirst })

  const isMember = (teamId: string) =>
    sql`EXISTS (
      SELECT 1 FROM team_memberships AS membership
      WHERE membership.team_id = ${teamId} AND membership.user_id = users.id
    )`

  /** All conditions of a page on a user whose id is known. */
  const candidateConditions = (projectId: string, page: StoredUserPage) => [
    sql`users.project_id = ${projectId}`,
    ...activityConditions(sql, page, "users"),
    ...traitConditions(sql, page, "users"),
    ...fromFirst(page),
    ...(page.text === null ? [] : [search.isFound(page.text)]),
    ...(page.teamId === null ? [] : [isMember(page.teamId)])
  ]

  return { column, order, indexed, others, fromFirst, after, isMember, candidateConditions }
}
