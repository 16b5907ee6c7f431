/**
 * Inserts many records of an import at once. No webhook event is raised.
 *
 * Statements fail with `Taken` where a value is in use, and the transaction must then be rolled back.
 */
import { Context, Effect, Layer, type Redacted, Schema } from "effect"
import { supportedLanguage } from "../mail/mail-language.ts"
import { SqlClient } from "effect/sql"
import { wire } from "../../core/schema/wire.ts"
import { encryptedColumns } from "../crypto/secrets/encrypted-columns.ts"
import { Encryption } from "../crypto/secrets/encryption.ts"
import { withLowerCaseDomain } from "../resources/contact-channels/email-address.ts"
import { inTexts } from "../sql/dialect.ts"
import { exists, rowsOf, run, runUnlessTaken, type Taken } from "../sql/rows.ts"
import type { MembershipRecord, RecordType, TeamRecord, UserRecord } from "./record.ts"
import { randomUUID } from "node:crypto"

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
      records: ReadonlyArray<MembershipRecord>
    ) => Effect.Effect<ReadonlySet<string>>
    readonly insertTeams: (projectId: string, teams: ReadonlyArray<TeamRecord>) => Effect.Effect<void, Taken>
    readonly insertUsers: (projectId: string, users: ReadonlyArray<UserRecord>) => Effect.Effect<void, Taken>
    readonly insertMemberships: (
      projectId: string,
      memberships: ReadonlyArray<MembershipRecord>
    ) => Effect.Effect<void, Taken>
    /**
     * Updates the statistics of the tables that contain records of a type, on PostgreSQL. Their foreign keys keep the
     * plan of an empty table otherwise, which reads all users for each row.
     */
    readonly analyze: (type: RecordType) => Effect.Effect<void>
    /** Returns what keeps a user from being inserted. */
    readonly conflictOf: (projectId: string, user: UserRecord) => Effect.Effect<string>
  }
>()("keystile/service/ImportStore") {}

const owned = rowsOf(wire({ id: Schema.String, projectId: Schema.String }))
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

const flag = (value: boolean) => (value ? 1 : 0)
const nullableFlag = (value: boolean | null) => (value === null ? null : flag(value))
const nullableMillis = (time: Date | null) => (time === null ? null : time.getTime())

/** Files of earlier versions do not say with which of several accounts at a provider the user signs in. */
const isFirstAtProvider = (accounts: UserRecord["connectedAccounts"], position: number): boolean => {
  const { providerId } = accounts[position] ?? {}
  return accounts.findIndex((other) => other.providerId === providerId) === position
}

type Row = Readonly<Record<string, string | number | null>>

export const layer: Layer.Layer<ImportStore, never, Encryption | SqlClient.SqlClient> = Layer.effect(
  ImportStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { encrypt } = yield* Encryption

    const insert = Effect.fnUntraced(function* (table: string, rows: ReadonlyArray<Row>) {
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
    const insertWithAddresses = (users: ReadonlyArray<Row>, addresses: ReadonlyArray<Row>) => {
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
        const rows = yield* owned.all(sql`SELECT id, project_id FROM ${sql(table)} WHERE ${inTexts(sql, sql`id`, ids)}`)
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
          teams.map((team) => ({
            id: team.id,
            project_id: projectId,
            display_name: team.displayName,
            profile_image_url: team.profileImageUrl,
            client_metadata: JSON.stringify(team.clientMetadata),
            client_read_only_metadata: JSON.stringify(team.clientReadOnlyMetadata),
            server_metadata: JSON.stringify(team.serverMetadata),
            created_at: team.createdAt.getTime()
          }))
        ),
      insertUsers: Effect.fnUntraced(function* (projectId, users) {
        yield* insertWithAddresses(
          users.map((user) => ({
            id: user.id,
            project_id: projectId,
            display_name: user.displayName,
            profile_image_url: user.profileImageUrl,
            client_metadata: JSON.stringify(user.clientMetadata),
            client_read_only_metadata: JSON.stringify(user.clientReadOnlyMetadata),
            server_metadata: JSON.stringify(user.serverMetadata),
            totp_secret: secretOf(user.id, user.totpSecret),
            otp_auth_enabled: flag(user.otpAuthEnabled),
            is_anonymous: flag(user.isAnonymous ?? false),
            restricted_by_admin: flag(user.restrictedByAdmin ?? false),
            restricted_by_admin_reason: user.restrictedByAdmin ? (user.restrictedByAdminReason ?? null) : null,
            restricted_by_admin_private_details: user.restrictedByAdmin
              ? (user.restrictedByAdminPrivateDetails ?? null)
              : null,
            country_code: user.countryCode ?? null,
            language: supportedLanguage(user.language ?? null),
            bot_risk: user.botRisk ?? 0,
            free_trial_abuse_risk: user.freeTrialAbuseRisk ?? 0,
            signed_up_at: user.signedUpAt.getTime(),
            last_active_at: user.lastActiveAt.getTime()
          })),
          users.flatMap(({ contactChannels, id }) =>
            contactChannels.map((channel) => ({
              id: channel.id.toLowerCase(),
              project_id: projectId,
              user_id: id,
              type: channel.type,
              value: withLowerCaseDomain(channel.value),
              is_primary: flag(channel.isPrimary),
              is_verified: flag(channel.isVerified),
              used_for_auth: flag(channel.usedForAuth),
              created_at: channel.createdAt.getTime()
            }))
          )
        )
        yield* insert(
          "passwords",
          users.flatMap(({ id, password }) =>
            password === null ? [] : [{ user_id: id, hash: password.hash, changed_at: password.changedAt.getTime() }]
          )
        )
        yield* insert(
          "oauth_accounts",
          users.flatMap(({ connectedAccounts, id }) =>
            connectedAccounts.map((account, position) => ({
              project_id: projectId,
              id: account.id?.toLowerCase() ?? randomUUID(),
              allow_sign_in: flag(account.allowSignIn ?? isFirstAtProvider(connectedAccounts, position)),
              allow_connected_accounts: flag(account.allowConnectedAccounts ?? true),
              provider_id: account.providerId,
              account_id: account.accountId,
              user_id: id,
              email: account.email,
              created_at: account.createdAt.getTime()
            }))
          )
        )
        yield* insert(
          "passkeys",
          users.flatMap(({ id, passkeys }) =>
            passkeys.map((passkey) => ({
              user_id: id,
              id: passkey.id.toLowerCase(),
              project_id: projectId,
              name: passkey.name,
              credential_id: passkey.credentialId,
              public_key: passkey.publicKey,
              counter: passkey.counter,
              is_backup_eligible: nullableFlag(passkey.isBackupEligible),
              is_backed_up: nullableFlag(passkey.isBackedUp),
              registered_at: passkey.createdAt.getTime(),
              last_used_at: nullableMillis(passkey.lastUsedAt)
            }))
          )
        )
        yield* insert(
          "recovery_codes",
          users.flatMap(({ id, recoveryCodes }) =>
            recoveryCodes.map(({ createdAt, hash, selector, usedAt }) => ({
              user_id: id,
              selector,
              hash,
              created_at: createdAt.getTime(),
              used_at: nullableMillis(usedAt)
            }))
          )
        )
        yield* insert(
          "user_permissions",
          users.flatMap(({ id, permissionIds = [] }) =>
            [...new Set(permissionIds)].map((permissionId) => ({
              project_id: projectId,
              user_id: id,
              permission_id: permissionId
            }))
          )
        )
      }),
      insertMemberships: Effect.fnUntraced(function* (projectId, memberships) {
        yield* insert(
          "team_memberships",
          memberships.map(({ createdAt, displayName, isSelected, profileImageUrl, teamId, userId }) => ({
            project_id: projectId,
            team_id: teamId,
            user_id: userId,
            is_selected: flag(isSelected),
            display_name: displayName,
            profile_image_url: profileImageUrl,
            created_at: createdAt.getTime()
          }))
        )
        yield* insert(
          "member_permissions",
          memberships.flatMap(({ permissionIds, teamId, userId }) =>
            [...new Set(permissionIds)].map((permissionId) => ({
              project_id: projectId,
              team_id: teamId,
              user_id: userId,
              permission_id: permissionId
            }))
          )
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
