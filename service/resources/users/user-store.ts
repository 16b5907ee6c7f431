/** Stores users. */
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { wire } from "../../../core/schema/wire.ts"
import type { UserRecord } from "../../sql/records/user-record.ts"
import { compileOnce } from "../../sql/compile-once.ts"
import { type Position, positions } from "../../sql/page-position.ts"
import { exists, JsonText, rowsOf, run } from "../../sql/rows.ts"
import { withoutSynchronousCommit } from "../../sql/synchronous-commit.ts"
import { makeUserPages, type UsersOfPage } from "./list-users.ts"
import type { StoredUserPage } from "./user-page.ts"
import { recordActivity } from "./record-activity.ts"
import { userColumns, userJoins, users } from "./user-columns.ts"
import { DAY_MILLIS } from "../../time/durations.ts"

/** The columns of a user's own row. */
export type UserRow = Omit<
  UserRecord,
  | "hasPassword"
  | "oauthAccounts"
  | "passkeyAuthEnabled"
  | "primaryEmail"
  | "primaryEmailVerified"
  | "primaryEmailAuthEnabled"
  | "lacksVerifiedEmail"
  | "selectedTeam"
>

export class UserStore extends Context.Service<
  UserStore,
  {
    readonly find: (projectId: string, userId: string) => Effect.Effect<UserRecord | null>
    readonly exists: (projectId: string, userId: string) => Effect.Effect<boolean>
    /** Returns the project of a user. User ids are unique in the installation. */
    readonly projectOf: (userId: string) => Effect.Effect<string | null>
    /** Lists a page of users. It may have fewer than its limit, although others follow. */
    readonly page: (projectId: string, page: StoredUserPage) => Effect.Effect<UsersOfPage>
    /** Returns the position of a user in the order of a page, or `null`. */
    readonly positionOf: (
      projectId: string,
      userId: string,
      orderBy?: StoredUserPage["orderBy"]
    ) => Effect.Effect<Position | null>
    readonly insert: (user: UserRow) => Effect.Effect<void>
    /** Updates all mutable fields of a user. */
    readonly update: (user: UserRow) => Effect.Effect<void>
    /** Finds the users whose server metadata contains a text. */
    readonly findByServerMetadata: (
      projectId: string,
      text: string
    ) => Effect.Effect<ReadonlyArray<{ readonly id: string; readonly serverMetadata: Schema.Json }>>
    /** Writes the server metadata of a user, without an event. */
    readonly setServerMetadata: (projectId: string, userId: string, metadata: Schema.Json) => Effect.Effect<void>
    /** Writes the language of a user, without an event. */
    readonly setLanguage: (projectId: string, userId: string, language: string) => Effect.Effect<void>
    /** Records that a user was active, at a time in epoch milliseconds. The write returns before it is on the disk. */
    readonly recordActivity: (projectId: string, userId: string, now: number) => Effect.Effect<void>
    /** Deletes a user with their channels, password, sessions, codes and memberships. Returns whether they existed. */
    readonly remove: (projectId: string, userId: string) => Effect.Effect<boolean>
  }
>()("keystile/service/UserStore") {}

const owners = rowsOf(wire({ projectId: Schema.String }))
const metadata = rowsOf(wire({ id: Schema.String, serverMetadata: JsonText }))

export const layer: Layer.Layer<UserStore, never, SqlClient.SqlClient> = Layer.effect(
  UserStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const columns = userColumns(sql)
    const joins = userJoins(sql)
    const select = compileOnce(
      sql,
      ["projectId", "userId"],
      ({ projectId, userId }) => sql`
        SELECT ${columns} FROM users ${joins}
        WHERE users.project_id = ${projectId} AND users.id = ${userId}`
    )
    return UserStore.of({
      find: (projectId, userId) => users.first(select({ projectId, userId })),
      exists: (projectId, userId) =>
        exists(sql`SELECT 1 FROM users WHERE project_id = ${projectId} AND id = ${userId}`),
      projectOf: (userId) =>
        Effect.map(owners.first(sql`SELECT project_id FROM users WHERE id = ${userId}`), (row) =>
          row === null ? null : row.projectId
        ),
      page: makeUserPages(sql),
      positionOf: (projectId, userId, orderBy = "signed_up_at") =>
        positions.first(sql`
          SELECT ${sql.literal(orderBy)} AS at, id FROM users WHERE project_id = ${projectId} AND id = ${userId}`),
      insert: (user) =>
        run(sql`
          INSERT INTO users (
            id, project_id, display_name, profile_image_url, client_metadata, client_read_only_metadata,
            server_metadata, totp_secret, otp_auth_enabled, is_anonymous, restricted_by_admin,
            restricted_by_admin_reason, restricted_by_admin_private_details, country_code, language,
            bot_risk, free_trial_abuse_risk, signed_up_at, last_active_at
          )
          VALUES (
            ${user.id}, ${user.projectId}, ${user.displayName}, ${user.profileImageUrl},
            ${JSON.stringify(user.clientMetadata)}, ${JSON.stringify(user.clientReadOnlyMetadata)},
            ${JSON.stringify(user.serverMetadata)}, ${user.totpSecret}, ${user.otpAuthEnabled},
            ${user.isAnonymous}, ${user.restrictedByAdmin}, ${user.restrictedByAdminReason},
            ${user.restrictedByAdminPrivateDetails}, ${user.countryCode}, ${user.language},
            ${user.botRisk}, ${user.freeTrialAbuseRisk}, ${user.signedUpAt.getTime()}, ${user.lastActiveAt.getTime()}
          )`),
      update: (user) =>
        run(sql`
          UPDATE users SET
            display_name = ${user.displayName},
            profile_image_url = ${user.profileImageUrl},
            client_metadata = ${JSON.stringify(user.clientMetadata)},
            client_read_only_metadata = ${JSON.stringify(user.clientReadOnlyMetadata)},
            server_metadata = ${JSON.stringify(user.serverMetadata)},
            totp_secret = ${user.totpSecret},
            otp_auth_enabled = ${user.otpAuthEnabled},
            is_anonymous = ${user.isAnonymous},
            restricted_by_admin = ${user.restrictedByAdmin},
            restricted_by_admin_reason = ${user.restrictedByAdminReason},
            restricted_by_admin_private_details = ${user.restrictedByAdminPrivateDetails},
            country_code = ${user.countryCode},
            language = ${user.language},
            bot_risk = ${user.botRisk},
            free_trial_abuse_risk = ${user.freeTrialAbuseRisk},
            signed_up_at = ${user.signedUpAt.getTime()}
          WHERE project_id = ${user.projectId} AND id = ${user.id}`),
      findByServerMetadata: (projectId, text) =>
        metadata.all(sql`
          SELECT id, server_metadata FROM users
          WHERE project_id = ${projectId} AND server_metadata LIKE ${`%${text}%`}`),
      setServerMetadata: (projectId, userId, value) =>
        run(sql`
          UPDATE users SET server_metadata = ${JSON.stringify(value)}
          WHERE project_id = ${projectId} AND id = ${userId}`),
      setLanguage: (projectId, userId, language) =>
        run(sql`UPDATE users SET language = ${language} WHERE project_id = ${projectId} AND id = ${userId}`),
      recordActivity: (projectId, userId, now) =>
        withoutSynchronousCommit(recordActivity(sql, { projectId, userId, now, day: Math.floor(now / DAY_MILLIS) })),
      remove: (projectId, userId) =>
        exists(sql`DELETE FROM users WHERE project_id = ${projectId} AND id = ${userId} RETURNING id`)
    })
  })
)
