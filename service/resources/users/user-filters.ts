/** The filters of the list of users as SQL. */
import type { SqlClient, Statement } from "effect/sql"
import type { UserMethod } from "../../../core/api/users/users.ts"
import { traits } from "../../sql/user-traits.ts"

/** Selects users. An absent field selects all. */
export interface UserFilter {
  readonly primaryEmailVerified?: boolean
  readonly signInMethod?: UserMethod
  /** Active at this time or later, in epoch milliseconds. */
  readonly activeSince?: number
  /** Last active before this time, in epoch milliseconds. */
  readonly activeUntil?: number
}

/** Selects restricted users, or all others. Anonymous users are selected by a field of their own. */
export interface RestrictionFilter {
  readonly isRestricted: boolean
  /** The project requires a verified primary address. */
  readonly requireEmailVerification: boolean
}

/** Selects users by their traits and their activity. */
export interface UserSelection {
  /** `all` includes anonymous users, and `only` leaves all others out. Default: no anonymous users. */
  readonly anonymous?: "all" | "only"
  /** Default: restricted users and all others. */
  readonly restricted?: RestrictionFilter
  /** Default: all users. */
  readonly filter?: UserFilter
}

type Sql = SqlClient.SqlClient

/** Returns the conditions of a selection on the traits of a row. */
export const traitConditions = (
  sql: Sql,
  { anonymous, filter = {}, restricted }: UserSelection,
  row: "kind" | "users"
): ReadonlyArray<Statement.Fragment> => {
  const are = (bits: number, isEqual: boolean, value: number) =>
    sql.literal(`(${row}.traits & ${bits}) ${isEqual ? "=" : "<>"} ${value}`)
  const has = (bit: number, isSet: boolean) => are(bit, !isSet, 0)
  const { primaryEmailVerified, signInMethod } = filter
  const restrict = ({ isRestricted, requireEmailVerification }: RestrictionFilter) =>
    requireEmailVerification
      ? are(traits.restrictedByAdmin | traits.verifiedEmail, !isRestricted, traits.verifiedEmail)
      : has(traits.restrictedByAdmin, isRestricted)
  return [
    ...(anonymous === "all" ? [] : [has(traits.anonymous, anonymous === "only")]),
    ...(restricted === undefined ? [] : [restrict(restricted)]),
    ...(primaryEmailVerified === undefined ? [] : [has(traits.verifiedEmail, primaryEmailVerified)]),
    ...(signInMethod === undefined ? [] : [has(traits[signInMethod], true)])
  ]
}

/** Returns the conditions of a selection on the last activity of a row. */
export const activityConditions = (
  sql: Sql,
  { filter: { activeSince, activeUntil } = {} }: UserSelection,
  row: "own" | "users"
): ReadonlyArray<Statement.Fragment> => {
  const lastActiveAt = sql.literal(`${row}.last_active_at`)
  return [
    ...(activeSince === undefined ? [] : [sql`${lastActiveAt} >= ${activeSince}`]),
    ...(activeUntil === undefined ? [] : [sql`${lastActiveAt} < ${activeUntil}`])
  ]
}

/** Returns whether a selection depends on the last activity. */
export const isByActivity = ({ filter = {} }: UserSelection): boolean =>
  filter.activeSince !== undefined || filter.activeUntil !== undefined
