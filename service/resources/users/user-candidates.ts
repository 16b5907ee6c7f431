/**
 * Finds the users whom one condition of a filter selects, if an index selects them and they are few. A page of them is
 * then sorted, and the project is not read.
 */
import { Effect, Schema } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { wire } from "../../../core/schema/wire.ts"
import type { UserMethod } from "../../../core/api/users/users.ts"
import { MOST_FOUND } from "../../sql/read-in-ranges.ts"
import { rowsOf } from "../../sql/rows.ts"
import type { UserFilter } from "./user-filters.ts"

const ids = rowsOf(wire({ id: Schema.String }))

/** Returns a function that returns the ids of a superset of the filtered users; `null` if there is no small one. */
export const makeUserCandidates = (sql: SqlClient.SqlClient) => {
  /** Passwords are not selected by project: mostly they are those of most users. */
  const withMethod: Readonly<Record<UserMethod, ((projectId: string) => Statement.Fragment) | null>> = {
    password: null,
    otp: (projectId) => sql`SELECT id FROM users WHERE project_id = ${projectId} AND otp_auth_enabled = 1`,
    passkey: (projectId) => sql`SELECT DISTINCT user_id AS id FROM passkeys WHERE project_id = ${projectId}`,
    oauth: (projectId) => sql`
      SELECT DISTINCT user_id AS id FROM oauth_accounts WHERE project_id = ${projectId} AND allow_sign_in = 1`
  }

  const activeIn = (projectId: string, { activeSince, activeUntil }: UserFilter) =>
    sql`SELECT id FROM users WHERE ${sql.and([
      sql`project_id = ${projectId}`,
      ...(activeSince === undefined ? [] : [sql`last_active_at >= ${activeSince}`]),
      ...(activeUntil === undefined ? [] : [sql`last_active_at < ${activeUntil}`])
    ])}`

  const sourcesOf = (projectId: string, filter: UserFilter): ReadonlyArray<Statement.Fragment> => {
    const { activeSince, activeUntil, signInMethod } = filter
    const ofMethod = signInMethod === undefined ? null : withMethod[signInMethod]
    return [
      ...(ofMethod === null ? [] : [ofMethod(projectId)]),
      ...(activeSince === undefined && activeUntil === undefined ? [] : [activeIn(projectId, filter)])
    ]
  }

  return Effect.fnUntraced(function* (projectId: string, filter: UserFilter) {
    for (const source of sourcesOf(projectId, filter)) {
      const rows = yield* ids.all(sql`${source} LIMIT ${sql.literal(String(MOST_FOUND + 1))}`)
      if (rows.length <= MOST_FOUND) return rows.map(({ id }) => id)
    }
    return null
  })
}
