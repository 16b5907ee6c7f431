/** The SQL of users. */
import { Context, Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { BETWEEN_ACCOUNTS, BETWEEN_FIELDS } from "../records/oauth-accounts.ts"
import { UserRecord } from "../records/user.ts"
import { exists, rowsOf, run } from "../sql/rows.ts"

/** The columns of a user's own row. */
export type UserRow = Omit<
  UserRecord,
  | "hasPassword"
  | "oauthAccounts"
  | "passkeyAuthEnabled"
  | "primaryEmail"
  | "primaryEmailVerified"
  | "primaryEmailAuthEnabled"
>

export class UserStore extends Context.Service<UserStore, {
  readonly find: (projectId: string, userId: string) => Effect.Effect<UserRecord | null>
  readonly exists: (projectId: string, userId: string) => Effect.Effect<boolean>
  readonly insert: (user: UserRow) => Effect.Effect<void>
  /** Writes all that can change about a user. */
  readonly update: (user: UserRow) => Effect.Effect<void>
  /** Their channels, password, sessions and codes go with them. */
  readonly remove: (projectId: string, userId: string) => Effect.Effect<void>
}>()("keystile/service/UserStore") {}

const users = rowsOf(UserRecord)

const secretText = (secret: Redacted.Redacted<string> | null) => secret === null ? null : Redacted.value(secret)

export const layer: Layer.Layer<UserStore, never, SqlClient.SqlClient> = Layer.effect(
  UserStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    return UserStore.of({
      find: (projectId, userId) =>
        users.first(sql`
          SELECT
            users.*,
            EXISTS (SELECT 1 FROM passwords WHERE passwords.user_id = users.id) AS has_password,
            EXISTS (SELECT 1 FROM passkeys WHERE passkeys.user_id = users.id) AS passkey_auth_enabled,
            contact_channels.value AS primary_email,
            coalesce(contact_channels.is_verified, 0) AS primary_email_verified,
            coalesce(contact_channels.used_for_auth, 0) AS primary_email_auth_enabled,
            (
              SELECT string_agg(
                provider_id || ${BETWEEN_FIELDS} || account_id || ${BETWEEN_FIELDS} || coalesce(email, ''),
                ${BETWEEN_ACCOUNTS} ORDER BY created_at, provider_id, account_id
              )
              FROM oauth_accounts
              WHERE oauth_accounts.project_id = users.project_id AND oauth_accounts.user_id = users.id
            ) AS oauth_accounts
          FROM users
          LEFT JOIN contact_channels ON contact_channels.user_id = users.id
            AND contact_channels.type = 'email' AND contact_channels.is_primary = 1
          WHERE users.project_id = ${projectId} AND users.id = ${userId}`),
      exists: (projectId, userId) =>
        exists(sql`SELECT 1 FROM users WHERE project_id = ${projectId} AND id = ${userId}`),
      insert: (user) =>
        run(sql`
          INSERT INTO users (
            id, project_id, display_name, profile_image_url, client_metadata, client_read_only_metadata,
            server_metadata, totp_secret, otp_auth_enabled, signed_up_at, last_active_at
          )
          VALUES (
            ${user.id}, ${user.projectId}, ${user.displayName}, ${user.profileImageUrl},
            ${JSON.stringify(user.clientMetadata)}, ${JSON.stringify(user.clientReadOnlyMetadata)},
            ${JSON.stringify(user.serverMetadata)}, ${secretText(user.totpSecret)}, ${user.otpAuthEnabled},
            ${user.signedUpAt.getTime()}, ${user.lastActiveAt.getTime()}
          )`),
      update: (user) =>
        run(sql`
          UPDATE users SET
            display_name = ${user.displayName},
            profile_image_url = ${user.profileImageUrl},
            client_metadata = ${JSON.stringify(user.clientMetadata)},
            client_read_only_metadata = ${JSON.stringify(user.clientReadOnlyMetadata)},
            server_metadata = ${JSON.stringify(user.serverMetadata)},
            totp_secret = ${secretText(user.totpSecret)},
            otp_auth_enabled = ${user.otpAuthEnabled}
          WHERE project_id = ${user.projectId} AND id = ${user.id}`),
      remove: (projectId, userId) =>
        run(sql`DELETE FROM users WHERE project_id = ${projectId} AND id = ${userId}`)
    })
  })
)
