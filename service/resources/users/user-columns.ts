/** Builds the SQL with which all stores read users, with the columns of related rows. */
import { Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { BETWEEN_ACCOUNTS, BETWEEN_FIELDS } from "../../sql/records/accounts-text.ts"
import { userFields, UserRecord } from "../../sql/records/user-record.ts"
import { rowsOf } from "../../sql/rows.ts"
import { snakeCase } from "../../../core/schema/names.ts"
import { longColumns, longestValue, shortValue, totalBytes } from "../../sql/long-values.ts"

/** The columns with long values of users and their selected teams. */
export const longUserColumns = [...longColumns, ...longColumns.map((column) => `selected_team_${column}`)]

/** The other columns of users. */
const shortColumns = ["id", "project_id", ...Object.keys(userFields).map(snakeCase)].filter(
  (column) => !longColumns.includes(column)
)

/** Returns the columns for `SELECT`. */
export const userColumns = (sql: SqlClient.SqlClient) => columnsWith(sql, ["users.*"], (column) => column)

/** Returns the columns for a page of so many users. Long values are empty texts (see `long-values.ts`). */
export const pageUserColumns = (sql: SqlClient.SqlClient, users: number) =>
  shortUserColumns(sql, longestValue(users, longUserColumns.length))

/** Returns the columns for a list. Values of more bytes than `longest` are empty texts. */
export const shortUserColumns = (sql: SqlClient.SqlClient, longest: number) => {
  const short = (column: string) => shortValue(column, longest)
  const own = [
    ...shortColumns.map((name) => `users.${name}`),
    ...longColumns.map((name) => `${short(`users.${name}`)} AS ${name}`)
  ]
  return columnsWith(sql, own, short)
}

/** The bytes of the long values of a user and the selected team. */
export const userBytes = totalBytes(
  ["users", "teams"].flatMap((table) => longColumns.map((name) => `${table}.${name}`))
)

/** @param own the columns of users @param long returns the value of a column that may be long */
const columnsWith = (sql: SqlClient.SqlClient, own: ReadonlyArray<string>, long: (column: string) => string) =>
  sql`
    ${sql.literal(own.join(", "))},
    passwords.user_id IS NOT NULL AS has_password,
    (SELECT 1 FROM passkeys WHERE passkeys.user_id = users.id LIMIT 1) IS NOT NULL AS passkey_auth_enabled,
    (
      SELECT string_agg(
        provider_id || ${BETWEEN_FIELDS} || account_id || ${BETWEEN_FIELDS} || coalesce(email, ''),
        ${BETWEEN_ACCOUNTS} ORDER BY created_at, provider_id, account_id
      )
      FROM oauth_accounts
      WHERE oauth_accounts.project_id = users.project_id AND oauth_accounts.user_id = users.id
    ) AS oauth_accounts,
    contact_channels.value AS primary_email,
    coalesce(contact_channels.is_verified, 0) AS primary_email_verified,
    coalesce(contact_channels.used_for_auth, 0) AS primary_email_auth_enabled,
    coalesce(project_configs.require_email_verification, 0) * (1 - coalesce(contact_channels.is_verified, 0))
      AS lacks_verified_email,
    teams.id AS selected_team_id,
    teams.project_id AS selected_team_project_id,
    teams.display_name AS selected_team_display_name,
    ${sql.literal(longColumns.map((name) => `${long(`teams.${name}`)} AS selected_team_${name}`).join(", "))},
    teams.created_at AS selected_team_created_at`

/** Returns the joins for `FROM users`. Each finds at most one row. */
export const userJoins = (sql: SqlClient.SqlClient) =>
  sql`
    LEFT JOIN project_configs ON project_configs.project_id = users.project_id
    ${relatedJoins(sql)}`

/**
 * Returns the same without the configuration of the project, for statements that join it themselves.
 *
 * Passwords are joined, and passkeys are selected with LIMIT 1, and not tested with EXISTS: for an EXISTS among the
 * columns PostgreSQL ignores the LIMIT of the page when it estimates how many rows will need it, and reads the whole
 * table into a hash for a page of 100 users.
 */
export const relatedJoins = (sql: SqlClient.SqlClient) =>
  sql`
    LEFT JOIN passwords ON passwords.user_id = users.id
    LEFT JOIN contact_channels ON contact_channels.user_id = users.id
      AND contact_channels.type = 'email' AND contact_channels.is_primary = 1
    LEFT JOIN team_memberships AS selection ON selection.user_id = users.id AND selection.is_selected = 1
    LEFT JOIN teams ON teams.id = selection.team_id`

/** Moves the columns of the selected team into a nested record, as the schema of users expects. */
const nestTeam = <Row extends object>(row: Row): Row & { readonly selected_team: Row | null } => ({
  ...row,
  selected_team: "selected_team_id" in row && row.selected_team_id !== null ? row : null
})

const records = rowsOf(UserRecord)

type Rows = Effect.Effect<ReadonlyArray<object>, SqlError.SqlError>

const nestTeams = (statement: Rows) => Effect.map(statement, (rows) => rows.map(nestTeam))

/** Decodes users from rows with these columns. */
export const users = {
  decode: (row: object) => records.decode(nestTeam(row)),
  first: (statement: Rows) => records.first(nestTeams(statement)),
  all: (statement: Rows) => records.all(nestTeams(statement))
}
