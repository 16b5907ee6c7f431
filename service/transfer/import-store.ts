/**
 * Inserts many records of an import at once. No webhook event is raised.
 *
 * Statements fail with `UniqueViolation` where a value is in use, and the transaction must then be rolled back.
 */
import { Context, Effect, Layer, type Redacted, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { wire } from "../../core/schema/wire.ts"
import { encryptedColumns } from "../crypto/secrets/encrypted-columns.ts"
import { Encryption } from "../crypto/secrets/encryption.ts"
import { withLowerCaseDomain } from "../resources/contact-channels/email-address.ts"
import { inTexts } from "../sql/dialect.ts"
import { exists, rowsOf, run, runUnlessTaken, type UniqueViolation } from "../sql/rows.ts"
import {
  accountRows,
  addressRows,
  memberPermissionRows,
  membershipRow,
  passkeyRows,
  passwordRows,
  recoveryCodeRows,
  type ImportRow,
  teamRow,
  userPermissionRows,
  userRow
} from "./import-rows.ts"
import type { RecordType, TransferMembership, TransferTeam, TransferUser } from "./record.ts"

/** The ids of a batch that exist: in the project, and in other projects of the installation. */
export interface KnownIds {
  readonly own: ReadonlySet<string>
  readonly foreign: ReadonlySet<string>
}

export class ImportStore extends Context.Service<
  ImportStore,
  {
    readonly hasUsers: (projectId: string) => Effect.Effect<boolean>
    readonly knownTeams: (projectId: string, ids: ReadonlyArray<string>) => Effect.Effect<KnownIds>
    readonly knownUsers: (projectId: string, ids: ReadonlyArray<string>) => Effect.Effect<KnownIds>
    /** Returns the keys (`keyOfMembership`) of existing memberships, among those of the teams. */
    readonly knownMemberships: (
      projectId: string,
      records: ReadonlyArray<TransferMembership>
    ) => Effect.Effect<ReadonlySet<string>>
    readonly insertTeams: (
      projectId: string,
      teams: ReadonlyArray<TransferTeam>
    ) => Effect.Effect<void, UniqueViolation>
    readonly insertUsers: (
      projectId: string,
      users: ReadonlyArray<TransferUser>
    ) => Effect.Effect<void, UniqueViolation>
    readonly insertMemberships: (
      projectId: string,
      memberships: ReadonlyArray<TransferMembership>
    ) => Effect.Effect<void, UniqueViolation>
    /**
     * Updates the statistics of the tables that contain records of a type, on PostgreSQL. Their foreign keys keep the
     * plan of an empty table otherwise, which reads all users for each row.
     */
    readonly analyze: (type: RecordType) => Effect.Effect<void>
    /** Returns what keeps a user from being inserted. */
    readonly conflictOf: (projectId: string, user: TransferUser) => Effect.Effect<string>
  }
>()("keystile/service/ImportStore") {}

const userRows = rowsOf(wire({ id: Schema.String, projectId: Schema.String }))
const members = rowsOf(wire({ teamId: Schema.String, userId: Schema.String }))

/** The most rows of a statement. SQLite has at most 32,766 parameters, and PostgreSQL 65,535. */
const ROWS = 500

/** The tables that contain records of a type. */
const tablesOf: Readonly<Record<RecordType, ReadonlyArray<string>>> = {
  permission: [],
  team: ["teams", "team_search"],
  user: [
    "users",
    "user_search",
    "contact_channels",
    "passwords",
    "oauth_accounts",
    "passkeys",
    "recovery_codes",
    "user_permissions"
  ],
  membership: ["team_memberships", "member_permissions"]
}

export const keyOfMembership = ({ teamId, userId }: { readonly teamId: string; readonly userId: string }): string =>
  `${teamId.toLowerCase()} ${userId.toLowerCase()}`

export const layer: Layer.Layer<ImportStore, never, Encryption | SqlClient.SqlClient> = Layer.effect(
  ImportStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { encrypt } = yield* Encryption

    const insert = Effect.fnUntraced(function* (table: string, rows: ReadonlyArray<ImportRow>) {
      for (let start = 0; start < rows.length; start += ROWS) {
        const [first, ...others] = rows.slice(start, start + ROWS)
        if (first === undefined) return
        yield* runUnlessTaken(sql`INSERT INTO ${sql(table)} ${sql.insert([first, ...others])}`)
      }
    })

    /**
     * Inserts users and their addresses. On PostgreSQL one statement does, so that the triggers of the search index
     * each user once, with the addresses.
     */
    const insertWithAddresses = (users: ReadonlyArray<ImportRow>, addresses: ReadonlyArray<ImportRow>) => {
      const [user, ...otherUsers] = users
      const [address, ...otherAddresses] = addresses.slice(0, ROWS)
      const separately = Effect.andThen(insert("users", users), insert("contact_channels", addresses))
      if (user === undefined || address === undefined || users.length > ROWS) return separately
      return sql.onDialectOrElse({
        pg: () =>
          Effect.andThen(
            runUnlessTaken(sql`
              WITH added AS (INSERT INTO users ${sql.insert([user, ...otherUsers])})
              INSERT INTO contact_channels ${sql.insert([address, ...otherAddresses])}`),
            insert("contact_channels", addresses.slice(ROWS))
          ),
        orElse: () => separately
      })
    }

    const known = (table: string) =>
      Effect.fnUntraced(function* (projectId: string, ids: ReadonlyArray<string>) {
        const rows = yield* userRows.all(
          sql`SELECT id, project_id FROM ${sql(table)} WHERE ${inTexts(sql, sql`id`, ids)}`
        )
        const own = new Set(rows.filter((row) => row.projectId === projectId).map(({ id }) => id))
        return { own, foreign: new Set(rows.filter(({ id }) => !own.has(id)).map(({ id }) => id)) }
      })

    const secretOf = (userId: string, secret: Redacted.Redacted<string> | null) =>
      secret === null ? null : encrypt(encryptedColumns.totpSecret, [userId], secret)

    return ImportStore.of({
      hasUsers: (projectId) => exists(sql`SELECT 1 FROM users WHERE project_id = ${projectId} LIMIT 1`),
      knownTeams: known("teams"),
      knownUsers: known("users"),
      knownMemberships: (projectId, records) =>
        Effect.map(
          members.all(sql`
            SELECT team_id, user_id FROM team_memberships
            WHERE project_id = ${projectId}
              AND ${inTexts(sql, sql`user_id`, [...new Set(records.map(({ userId }) => userId))])}`),
          (rows) => new Set(rows.map(keyOfMembership))
        ),
      insertTeams: (projectId, teams) =>
        insert(
          "teams",
          teams.map((team) => teamRow(projectId, team))
        ),
      insertUsers: Effect.fnUntraced(function* (projectId, users) {
        yield* insertWithAddresses(
          users.map((user) => userRow(projectId, user, secretOf(user.id, user.totpSecret))),
          users.flatMap((user) => addressRows(projectId, user))
        )
        yield* insert("passwords", users.flatMap(passwordRows))
        yield* insert(
          "oauth_accounts",
          users.flatMap((user) => accountRows(projectId, user))
        )
        yield* insert(
          "passkeys",
          users.flatMap((user) => passkeyRows(projectId, user))
        )
        yield* insert("recovery_codes", users.flatMap(recoveryCodeRows))
        yield* insert(
          "user_permissions",
          users.flatMap((user) => userPermissionRows(projectId, user))
        )
      }),
      insertMemberships: Effect.fnUntraced(function* (projectId, memberships) {
        yield* insert(
          "team_memberships",
          memberships.map((membership) => membershipRow(projectId, membership))
        )
        yield* insert(
          "member_permissions",
          memberships.flatMap((membership) => memberPermissionRows(projectId, membership))
        )
      }),
      analyze: (type) =>
        Effect.forEach(tablesOf[type], (table) =>
          sql.onDialectOrElse({ pg: () => run(sql`ANALYZE ${sql(table)}`), orElse: () => Effect.void })
        ).pipe(Effect.asVoid),
      conflictOf: Effect.fnUntraced(function* (projectId, { connectedAccounts, contactChannels, passkeys }) {
        const addresses = contactChannels.filter((channel) => channel.usedForAuth).map(({ value }) => value)
        const takenAddress = yield* exists(sql`
          SELECT 1 FROM contact_channels
          WHERE project_id = ${projectId} AND type = 'email' AND used_for_auth = 1
            AND ${inTexts(sql, sql`value`, addresses.map(withLowerCaseDomain))} LIMIT 1`)
        if (takenAddress) return "Another user signs in with one of its addresses."
        for (const { accountId, providerId } of connectedAccounts) {
          const isTaken = yield* exists(sql`
            SELECT 1 FROM oauth_accounts
            WHERE project_id = ${projectId} AND provider_id = ${providerId} AND account_id = ${accountId}`)
          if (isTaken) return "One of its connected accounts belongs to another user."
        }
        const credentials = passkeys.map(({ credentialId }) => credentialId)
        const takenPasskey = yield* exists(sql`
          SELECT 1 FROM passkeys
          WHERE project_id = ${projectId} AND ${inTexts(sql, sql`credential_id`, credentials)} LIMIT 1`)
        return takenPasskey
          ? "One of its passkeys belongs to another user."
          : "It has an id, an address, an account or a code twice, or one that belongs to another user."
      })
    })
  })
)
