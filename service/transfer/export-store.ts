/** Reads the data of a project for an export, in pages. */
import { Context, Effect, Layer, type Redacted, Schema } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { Millis } from "../../core/schema/fields/millis.ts"
import { OAuthProviderId } from "../../core/schema/fields/oauth-provider-id.ts"
import { wire } from "../../core/schema/wire.ts"
import { encryptedColumns } from "../crypto/secrets/encrypted-columns.ts"
import { Encryption } from "../crypto/secrets/encryption.ts"
import type { EncryptedText } from "../schema/encrypted-text.ts"
import { inTexts } from "../sql/dialect.ts"
import { countFitting, longColumns, totalBytes } from "../sql/long-values.ts"
import { userFields } from "../sql/records/user-record.ts"
import { Flag, JsonText, rowsOf } from "../sql/rows.ts"
import type { TransferMembership, TransferTeam, TransferUser } from "./record.ts"

/** The position of a membership in the order of pages. */
export interface MembershipKey {
  readonly teamId: string
  readonly userId: string
}

/**
 * Reads pages. A page with large images or metadata ends early, and only that after the last row is empty (see
 * `long-values.ts`).
 */
export class ExportStore extends Context.Service<
  ExportStore,
  {
    /** Returns the teams that follow an id. */
    readonly teams: (projectId: string, after: string, limit: number) => Effect.Effect<ReadonlyArray<TransferTeam>>
    /** Returns the users that follow an id. */
    readonly users: (projectId: string, after: string, limit: number) => Effect.Effect<ReadonlyArray<TransferUser>>
    /** Returns the memberships that follow one. */
    readonly memberships: (
      projectId: string,
      after: MembershipKey,
      limit: number
    ) => Effect.Effect<ReadonlyArray<TransferMembership>>
  }
>()("keystile/service/ExportStore") {}

const sizes = rowsOf(wire({ bytes: Schema.Number }))
const profile = { displayName: Schema.NullOr(Schema.String), profileImageUrl: Schema.NullOr(Schema.String) }
const NullableMillis = Schema.NullOr(Millis)

const teamRows = rowsOf(
  wire({
    id: Schema.String,
    ...profile,
    displayName: Schema.String,
    clientMetadata: JsonText,
    clientReadOnlyMetadata: JsonText,
    serverMetadata: JsonText,
    createdAt: Millis
  })
)
const userRows = rowsOf(
  wire({
    id: Schema.String,
    ...userFields,
    firstVerifiedAt: NullableMillis,
    hash: Schema.NullOr(Schema.String),
    changedAt: NullableMillis
  })
)
const channelRows = rowsOf(
  wire({
    userId: Schema.String,
    id: Schema.String,
    type: Schema.Literal("email"),
    value: Schema.String,
    isPrimary: Flag,
    isVerified: Flag,
    usedForAuth: Flag,
    releasedValue: Schema.NullOr(Schema.String),
    replacedBy: Schema.NullOr(Schema.String),
    createdAt: Millis
  })
)
const accountRows = rowsOf(
  wire({
    userId: Schema.String,
    providerId: OAuthProviderId,
    accountId: Schema.String,
    email: Schema.NullOr(Schema.String),
    id: Schema.String,
    allowSignIn: Flag,
    allowConnectedAccounts: Flag,
    createdAt: Millis
  })
)
const passkeyRows = rowsOf(
  wire(
    {
      userId: Schema.String,
      id: Schema.String,
      name: Schema.String,
      credentialId: Schema.String,
      publicKey: Schema.String,
      counter: Schema.Int,
      isBackupEligible: Schema.NullOr(Flag),
      isBackedUp: Schema.NullOr(Flag),
      createdAt: Millis,
      lastUsedAt: NullableMillis
    },
    { createdAt: "registered_at" }
  )
)
const codeRows = rowsOf(
  wire({
    userId: Schema.String,
    selector: Schema.String,
    hash: Schema.String,
    createdAt: Millis,
    usedAt: NullableMillis
  })
)
const membershipRows = rowsOf(
  wire({
    teamId: Schema.String,
    userId: Schema.String,
    isSelected: Flag,
    isPersonal: Flag,
    ...profile,
    createdAt: Millis
  })
)
const userGrantRows = rowsOf(wire({ userId: Schema.String, permissionId: Schema.String }))
const grantRows = rowsOf(wire({ teamId: Schema.String, userId: Schema.String, permissionId: Schema.String }))

/** Groups rows by a key, which is left out of the user's own rows. */
const group = <Row extends { readonly userId: string }>(rows: ReadonlyArray<Row>) => {
  const groups = new Map<string, Array<Omit<Row, "userId">>>()
  for (const { userId, ...row } of rows) {
    const known = groups.get(userId)
    if (known === undefined) groups.set(userId, [row])
    else known.push(row)
  }
  return (userId: string): ReadonlyArray<Omit<Row, "userId">> => groups.get(userId) ?? []
}

export const layer: Layer.Layer<ExportStore, never, Encryption | SqlClient.SqlClient> = Layer.effect(
  ExportStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { decrypt } = yield* Encryption
    const secretOf = (userId: string, text: EncryptedText | null): Redacted.Redacted<string> | null =>
      text === null ? null : decrypt(encryptedColumns.totpSecret, [userId], text)
    /** Returns how many rows fit into a page. */
    const fitting = (columns: ReadonlyArray<string>, rows: Statement.Fragment) =>
      Effect.map(sizes.all(sql`SELECT ${sql.literal(totalBytes(columns))} AS bytes ${rows}`), (all) =>
        countFitting(all.map(({ bytes }) => bytes))
      )
    return ExportStore.of({
      teams: Effect.fnUntraced(function* (projectId, after, limit) {
        const rest = sql`FROM teams WHERE project_id = ${projectId} AND id > ${after} ORDER BY id`
        const count = yield* fitting(longColumns, sql`${rest} LIMIT ${limit}`)
        const rows = yield* teamRows.all(sql`SELECT * ${rest} LIMIT ${count}`)
        return rows.map((row) => ({ type: "team" as const, ...row }))
      }),
      users: Effect.fnUntraced(function* (projectId, after, limit) {
        const rest = sql`FROM users WHERE project_id = ${projectId} AND id > ${after} ORDER BY id`
        const count = yield* fitting(longColumns, sql`${rest} LIMIT ${limit}`)
        // The page is selected before the join: for a LIMIT after it PostgreSQL may choose a merge join, which reads
        // all passwords from the first id to this page.
        const rows = yield* userRows.all(sql`
          SELECT page.*, passwords.hash, passwords.changed_at
          FROM (
            SELECT * ${rest} LIMIT ${count}
          ) AS page LEFT JOIN passwords ON passwords.user_id = page.id
          ORDER BY page.id`)
        const isOfPage = inTexts(
          sql,
          sql`user_id`,
          rows.map(({ id }) => id)
        )
        const channels = group(
          yield* channelRows.all(sql`
            SELECT
              user_id, id, type, value, is_primary, is_verified, used_for_auth, released_value, replaced_by, created_at
            FROM contact_channels
            WHERE ${isOfPage} ORDER BY created_at, rowid`)
        )
        const accounts = group(
          yield* accountRows.all(sql`
            SELECT
              user_id, provider_id, account_id, email, id, allow_sign_in, allow_connected_accounts, created_at
            FROM oauth_accounts
            WHERE project_id = ${projectId} AND ${isOfPage} ORDER BY created_at, provider_id, account_id`)
        )
        const passkeys = group(
          yield* passkeyRows.all(sql`
            SELECT
              user_id, id, name, credential_id, public_key, counter, is_backup_eligible, is_backed_up, registered_at,
              last_used_at
            FROM passkeys WHERE ${isOfPage} ORDER BY registered_at, rowid`)
        )
        const codes = group(
          yield* codeRows.all(sql`
            SELECT user_id, selector, hash, created_at, used_at FROM recovery_codes
            WHERE ${isOfPage} ORDER BY selector`)
        )
        const granted = group(
          yield* userGrantRows.all(sql`
            SELECT user_id, permission_id FROM user_permissions
            WHERE project_id = ${projectId} AND ${isOfPage} ORDER BY permission_id`)
        )
        return rows.map(({ changedAt, firstVerifiedAt, hash, totpSecret, ...user }) => ({
          type: "user" as const,
          ...user,
          ...(firstVerifiedAt !== null && { firstVerifiedAt }),
          password: hash === null || changedAt === null ? null : { hash, changedAt },
          totpSecret: secretOf(user.id, totpSecret),
          contactChannels: channels(user.id).map(({ releasedValue, replacedBy, ...channel }) => ({
            ...channel,
            ...(releasedValue !== null && { releasedValue }),
            ...(replacedBy !== null && { replacedBy })
          })),
          connectedAccounts: accounts(user.id),
          passkeys: passkeys(user.id),
          recoveryCodes: codes(user.id),
          permissionIds: granted(user.id).map(({ permissionId }) => permissionId)
        }))
      }),
      memberships: Effect.fnUntraced(function* (projectId, after, limit) {
        const rest = sql`
          FROM team_memberships
          WHERE project_id = ${projectId} AND (team_id, user_id) > (${after.teamId}, ${after.userId})
          ORDER BY team_id, user_id`
        const count = yield* fitting(["profile_image_url"], sql`${rest} LIMIT ${limit}`)
        const rows = yield* membershipRows.all(sql`
          SELECT team_id, user_id, is_selected, is_personal, display_name, profile_image_url, created_at
          ${rest} LIMIT ${count}`)
        const last = rows.at(-1)
        if (last === undefined) return []
        const grants = yield* grantRows.all(sql`
          SELECT team_id, user_id, permission_id FROM member_permissions
          WHERE project_id = ${projectId} AND (team_id, user_id) > (${after.teamId}, ${after.userId})
            AND (team_id, user_id) <= (${last.teamId}, ${last.userId})
          ORDER BY team_id, user_id, permission_id`)
        const held = group(
          grants.map(({ permissionId, teamId, userId }) => ({ userId: teamId + userId, permissionId }))
        )
        return rows.map(({ isPersonal, ...row }) => ({
          type: "membership" as const,
          ...row,
          ...(isPersonal && { isPersonal }),
          permissionIds: held(row.teamId + row.userId).map(({ permissionId }) => permissionId)
        }))
      })
    })
  })
)
