/** The filters of the list of users as SQL. */
import type { SqlClient, Statement } from "effect/sql"
import type { UserMethod } from "../../../core/api/users/users.ts"

/** Selects users. An absent field selects all. */
export interface UserFilter {
  readonly primaryEmailVerified?: boolean
  readonly signInMethod?: UserMethod
  /** Active at this time or later, in epoch milliseconds. */
  readonly activeSince?: number
  /** Last active before this time, in epoch milliseconds. */
  readonly activeUntil?: number
}

type Sql = SqlClient.SqlClient

/** Selects users whose primary address is verified. */
export const hasVerifiedEmail = (sql: Sql): Statement.Fragment =>
  sql`EXISTS (
    SELECT 1 FROM contact_channels AS verified
    WHERE verified.user_id = users.id AND verified.type = 'email'
      AND verified.is_primary = 1 AND verified.is_verified = 1
  )`

/** Each finds the rows of one user by an index, so a page reads no more users than it skips. */
const hasMethod = (sql: Sql, method: UserMethod) => {
  switch (method) {
    case "password":
      return sql`EXISTS (SELECT 1 FROM passwords AS own WHERE own.user_id = users.id)`
    case "otp":
      return sql`users.otp_auth_enabled = 1`
    case "passkey":
      return sql`EXISTS (SELECT 1 FROM passkeys AS own WHERE own.user_id = users.id)`
    case "oauth":
      return sql`EXISTS (
        SELECT 1 FROM oauth_accounts AS own
        WHERE own.project_id = users.project_id AND own.user_id = users.id AND own.allow_sign_in = 1
      )`
  }
}

/** Returns the conditions of a filter on the table `users`. */
export const userFilters = (sql: Sql, filter: UserFilter) => {
  const { activeSince, activeUntil, primaryEmailVerified, signInMethod } = filter
  return [
    ...(primaryEmailVerified === undefined
      ? []
      : [primaryEmailVerified ? hasVerifiedEmail(sql) : sql`NOT ${hasVerifiedEmail(sql)}`]),
    ...(signInMethod === undefined ? [] : [hasMethod(sql, signInMethod)]),
    ...(activeSince === undefined ? [] : [sql`users.last_active_at >= ${activeSince}`]),
    ...(activeUntil === undefined ? [] : [sql`users.last_active_at < ${activeUntil}`])
  ]
}
