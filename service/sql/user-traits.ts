/**
 * The traits of a user: a number with a bit for each property by which lists of users are filtered. The column
 * `users.traits` stores it, and indexes begin with it, so that a page reads only users that its filter selects.
 *
 * Triggers keep the column up to date, so that processes of earlier versions do, too. The migration runs this code. So
 * it only changes with a migration that changes the column.
 */
import type { SqlClient, Statement } from "effect/sql"

export const traits = {
  anonymous: 1,
  restrictedByAdmin: 2,
  otp: 4,
  password: 8,
  passkey: 16,
  oauth: 32,
  verifiedEmail: 64
} as const

/** Bits that depend on other columns of the user's row. */
export const OWN_TRAITS = traits.anonymous | traits.restrictedByAdmin | traits.otp

/** Returns these bits of a row of users. */
export const ownTraits = (sql: SqlClient.SqlClient, row: "NEW" | "users"): Statement.Fragment => {
  const column = (name: string) => sql.literal(`${row}.${name}`)
  return sql`(
    ${column("is_anonymous")} * ${sql.literal(String(traits.anonymous))}
    + ${column("restricted_by_admin")} * ${sql.literal(String(traits.restrictedByAdmin))}
    + ${column("otp_auth_enabled")} * ${sql.literal(String(traits.otp))}
  )`
}

/** A table whose rows determine a bit of their user. */
export interface TraitSource {
  readonly bit: number
  readonly table: "contact_channels" | "oauth_accounts" | "passkeys" | "passwords"
  /** The columns on which the bit depends. */
  readonly columns: ReadonlyArray<string>
  /** A condition on the row `own` of a user in `users`. */
  readonly condition: string
}

export const traitSources: ReadonlyArray<TraitSource> = [
  { bit: traits.password, table: "passwords", columns: ["user_id"], condition: "own.user_id = users.id" },
  { bit: traits.passkey, table: "passkeys", columns: ["user_id"], condition: "own.user_id = users.id" },
  {
    bit: traits.oauth,
    table: "oauth_accounts",
    columns: ["user_id", "allow_sign_in"],
    condition: "own.project_id = users.project_id AND own.user_id = users.id AND own.allow_sign_in = 1"
  },
  {
    bit: traits.verifiedEmail,
    table: "contact_channels",
    columns: ["user_id", "type", "is_primary", "is_verified"],
    condition: "own.user_id = users.id AND own.type = 'email' AND own.is_primary = 1 AND own.is_verified = 1"
  }
]

/** Returns the bit of a user in `users`, or 0. */
export const traitOf = (sql: SqlClient.SqlClient, { bit, condition, table }: TraitSource): Statement.Fragment =>
  sql`CASE WHEN EXISTS (SELECT 1 FROM ${sql.literal(table)} AS own WHERE ${sql.literal(condition)})
    THEN ${sql.literal(String(bit))} ELSE 0 END`
