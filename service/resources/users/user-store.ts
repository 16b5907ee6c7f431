/** Stores users. */
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { wire } from "../../../core/schema/wire.ts"
import type { UserRecord } from "../../sql/records/user-record.ts"
import { compileOnce } from "../../sql/compile-once.ts"
import { containing, lowered } from "../../sql/dialect.ts"
import { exists, JsonText, rowsOf, run } from "../../sql/rows.ts"
import { withoutSynchronousCommit } from "../../sql/synchronous-commit.ts"
import { recordActivity } from "./record-activity.ts"
import { userColumns, userJoins, users } from "./user-columns.ts"
import { hasVerifiedEmail, type UserFilter, userFilters } from "./user-filters.ts"

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

/** Selects restricted users, or all others. Anonymous users are selected by a column of their own. */
interface RestrictionFilter {
  readonly isRestricted: boolean
  /** The project requires a verified primary address. */
  readonly requireEmailVerification: boolean
}

/** The filter, the order and the size of a page of users. */
export interface UserPage {
  readonly teamId: string | null
  /** `all` includes anonymous users, and `only` leaves all others out. Default: no anonymous users. */
  readonly anonymous?: "all" | "only"
  /** Default: restricted users and all others. */
  readonly restricted?: RestrictionFilter
  /** A part of a display name or an address in any case, or a whole id. */
  readonly text: string | null
  /** The id of the first user. The page is empty if that user does not exist. */
  readonly from: string | null
  /** Default: the time of the sign-up. */
  readonly orderBy?: "signed_up_at" | "last_active_at"
  readonly newestFirst: boolean
  /** `null` for all users. */
  readonly limit: number | null
  /** Default: all users. */
  readonly filter?: UserFilter
}

export class UserStore extends Context.Service<
  UserStore,
  {
    readonly find: (projectId: string, userId: string) => Effect.Effect<UserRecord | null>
    readonly exists: (projectId: string, userId: string) => Effect.Effect<boolean>
    /** Returns the project of a user. User ids are unique in the installation. */
    readonly projectOf: (userId: string) => Effect.Effect<string | null>
    /** Lists users by sign-up time. */
    readonly list: (projectId: string, page: UserPage) => Effect.Effect<ReadonlyArray<UserRecord>>
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
    /** Records that a user was active, at a time in epoch milliseconds. The write returns before it is on the disk. */
    readonly recordActivity: (projectId: string, userId: string, now: number) => Effect.Effect<void>
    /** Deletes a user with their channels, password, sessions, codes and memberships. Returns whether they existed. */
    readonly remove: (projectId: string, userId: string) => Effect.Effect<boolean>
  }
>()("keystile/service/UserStore") {}

/** CROSS JOIN makes SQLite start with the team, which is smaller than the project. */
const source = (sql: SqlClient.SqlClient, { teamId }: UserPage) =>
  teamId === null ? sql`users` : sql`team_memberships AS membership CROSS JOIN users`

/** The column that orders the users. The last activity has no index: it changes with every request. */
const orderColumn = (sql: SqlClient.SqlClient, { orderBy = "signed_up_at" }: UserPage) => sql(orderBy)

const filters = (sql: SqlClient.SqlClient, projectId: string, page: UserPage) => {
  const { anonymous, filter = {}, from, newestFirst, restricted, teamId, text } = page
  const key = sql`(users.${orderColumn(sql, page)}, users.id)`
  const start = sql`(${startOf(sql, projectId, page)})`
  return [
    ...(teamId === null ? [] : [sql`membership.team_id = ${teamId}`, sql`users.id = membership.user_id`]),
    ...(anonymous === "all" ? [] : [sql`users.is_anonymous = ${sql.literal(anonymous === "only" ? "1" : "0")}`]),
    ...(restricted === undefined ? [] : [restriction(sql, restricted)]),
    ...(from === null ? [] : [newestFirst ? sql`${key} <= ${start}` : sql`${key} >= ${start}`]),
    ...(text === null
      ? []
      : [
          sql`
    (
      users.id = ${text.toLowerCase()}
      OR ${lowered(sql, sql`users.display_name`)} LIKE ${containing(text)} ESCAPE '!'
      OR EXISTS (
        SELECT 1 FROM contact_channels AS channel
        WHERE channel.user_id = users.id AND ${lowered(sql, sql`channel.value`)} LIKE ${containing(text)} ESCAPE '!'
      )
    )`
        ]),
    ...userFilters(sql, filter)
  ]
}

const restriction = (
  sql: SqlClient.SqlClient,
  { isRestricted, requireEmailVerification }: RestrictionFilter
): Statement.Fragment => {
  const byAdmin = sql`users.restricted_by_admin = ${sql.literal(isRestricted ? "1" : "0")}`
  if (!requireEmailVerification) return byAdmin
  return isRestricted
    ? sql`(${byAdmin} OR NOT ${hasVerifiedEmail(sql)})`
    : sql`(${byAdmin} AND ${hasVerifiedEmail(sql)})`
}

/** Selects the sort key of the first user. */
const startOf = (sql: SqlClient.SqlClient, projectId: string, page: UserPage) =>
  sql`SELECT ${orderColumn(sql, page)}, id FROM users AS start WHERE project_id = ${projectId} AND id = ${page.from}`

/**
 * The limits of the statements that list users. PostgreSQL plans a statement with a limit as its parameter anew each
 * time, because it cannot know how many rows that is. With a literal it keeps the plan: a page of 100 users takes 1.1
 * instead of 1.6 ms. There are few limits, so that there are few prepared statements.
 */
const LIMITS = [2, 11, 26, 51, 101, 251, 1001]

/** Returns the smallest of these limits that has room for so many rows. */
const limitFor = (rows: number) => LIMITS.find((limit) => limit >= rows) ?? rows

const owners = rowsOf(wire({ projectId: Schema.String }))
const metadata = rowsOf(wire({ id: Schema.String, serverMetadata: JsonText }))

const DAY_MILLIS = 86_400_000

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
      list: (projectId, page) => {
        const column = orderColumn(sql, page)
        const order = page.newestFirst ? sql`users.${column} DESC, users.id DESC` : sql`users.${column}, users.id`
        // The joins run only for the users of the page, even if all users of a team have to be sorted first.
        const found = users.all(sql`
          SELECT ${columns} FROM (
            SELECT users.* FROM ${source(sql, page)}
            WHERE ${sql.and([sql`users.project_id = ${projectId}`, ...filters(sql, projectId, page)])}
            ORDER BY ${order}
            ${page.limit === null ? sql`` : sql`LIMIT ${sql.literal(String(limitFor(page.limit)))}`}
          ) AS users ${joins}
          ORDER BY ${order}`)
        return Effect.map(found, (rows) => rows.slice(0, page.limit ?? rows.length))
      },
      insert: (user) =>
        run(sql`
          INSERT INTO users (
            id, project_id, display_name, profile_image_url, client_metadata, client_read_only_metadata,
            server_metadata, totp_secret, otp_auth_enabled, is_anonymous, restricted_by_admin,
            restricted_by_admin_reason, restricted_by_admin_private_details, country_code, bot_risk,
            free_trial_abuse_risk, signed_up_at, last_active_at
          )
          VALUES (
            ${user.id}, ${user.projectId}, ${user.displayName}, ${user.profileImageUrl},
            ${JSON.stringify(user.clientMetadata)}, ${JSON.stringify(user.clientReadOnlyMetadata)},
            ${JSON.stringify(user.serverMetadata)}, ${user.totpSecret}, ${user.otpAuthEnabled},
            ${user.isAnonymous}, ${user.restrictedByAdmin}, ${user.restrictedByAdminReason},
            ${user.restrictedByAdminPrivateDetails}, ${user.countryCode}, ${user.botRisk},
            ${user.freeTrialAbuseRisk}, ${user.signedUpAt.getTime()}, ${user.lastActiveAt.getTime()}
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
      recordActivity: (projectId, userId, now) =>
        withoutSynchronousCommit(recordActivity(sql, { projectId, userId, now, day: Math.floor(now / DAY_MILLIS) })),
      remove: (projectId, userId) =>
        exists(sql`DELETE FROM users WHERE project_id = ${projectId} AND id = ${userId} RETURNING id`)
    })
  })
)
