/**
 * Computes the user metrics of a project, without its anonymous users. Days are counted from 1 January 1970, in UTC.
 */
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { signInCondition } from "../../sql/migrations/0066-sign-ins-by-time.ts"
import { rowsOf } from "../../sql/rows.ts"

const DayRow = Schema.Struct({ day: Schema.Int, activity: Schema.Int })
export type DayRow = typeof DayRow.Type

const MethodRow = Schema.Struct({ method: Schema.String, count: Schema.Int })
export type MethodRow = typeof MethodRow.Type

const SignInRow = Schema.Struct({
  day: Schema.Int,
  action: Schema.String,
  succeeded: Schema.Int,
  failed: Schema.Int
})
export type SignInRow = typeof SignInRow.Type

/** The most sign-ins that are counted: about 0.1 seconds. */
const MAX_SIGN_INS = 200_000

export class MetricsStore extends Context.Service<
  MetricsStore,
  {
    /** Counts the sign-ups of each day, the oldest day first. */
    readonly signUps: (projectId: string, first: number, last: number) => Effect.Effect<ReadonlyArray<DayRow>>
    /** Counts the active users of each day. */
    readonly activeUsers: (projectId: string, first: number, last: number) => Effect.Effect<ReadonlyArray<DayRow>>
    /** Returns the ids of the newest users, the newest first. */
    readonly recentlyRegistered: (projectId: string, limit: number) => Effect.Effect<ReadonlyArray<string>>
    /** Returns the ids of the users who were active last, the latest first. */
    readonly recentlyActive: (projectId: string, limit: number) => Effect.Effect<ReadonlyArray<string>>
    /**
     * Counts the sign-ins from a day on, the oldest day first. At most `MAX_SIGN_INS` are counted: if there are more,
     * the first days are left out.
     */
    readonly signIns: (projectId: string, first: number) => Effect.Effect<ReadonlyArray<SignInRow>>
    /** Counts the users of each sign-in method, the most used first. */
    readonly loginMethods: (projectId: string) => Effect.Effect<ReadonlyArray<MethodRow>>
  }
>()("keystile/service/MetricsStore") {}

const days = rowsOf(DayRow)
const methods = rowsOf(MethodRow)
const signIns = rowsOf(SignInRow)
const users = rowsOf(Schema.Struct({ id: Schema.String }))

/** Leaves out the first day if the limit was reached, because some of its sign-ins are not counted. */
const completeDays = (rows: ReadonlyArray<SignInRow>): ReadonlyArray<SignInRow> => {
  const counted = rows.reduce((sum, { failed, succeeded }) => sum + failed + succeeded, 0)
  return counted < MAX_SIGN_INS ? rows : rows.filter(({ day }) => day !== rows[0]?.day)
}

export const layer: Layer.Layer<MetricsStore, never, SqlClient.SqlClient> = Layer.effect(
  MetricsStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    return MetricsStore.of({
      signUps: (projectId, first, last) =>
        days.all(sql`
          WITH RECURSIVE days (day) AS (
            SELECT CAST(${first} AS BIGINT) UNION ALL SELECT day + 1 FROM days WHERE day < ${last}
          )
          SELECT days.day AS day, count(users.id) AS activity
          FROM days LEFT JOIN users ON users.project_id = ${projectId} AND users.is_anonymous = 0
            AND users.signed_up_at >= days.day * 86400000 AND users.signed_up_at < (days.day + 1) * 86400000
          GROUP BY days.day ORDER BY days.day`),
      activeUsers: (projectId, first, last) =>
        days.all(sql`
          WITH RECURSIVE days (day) AS (
            SELECT CAST(${first} AS BIGINT) UNION ALL SELECT day + 1 FROM days WHERE day < ${last}
          )
          SELECT days.day AS day, count(user_activity.user_id) AS activity
          FROM days LEFT JOIN user_activity
            ON user_activity.project_id = ${projectId} AND user_activity.day = days.day
          GROUP BY days.day ORDER BY days.day`),
      recentlyRegistered: (projectId, limit) =>
        Effect.map(
          users.all(sql`
            SELECT id FROM users WHERE project_id = ${projectId} AND is_anonymous = 0
            ORDER BY signed_up_at DESC, id LIMIT ${limit}`),
          (rows) => rows.map(({ id }) => id)
        ),
      recentlyActive: (projectId, limit) =>
        Effect.map(
          users.all(sql`
            SELECT id FROM users
            WHERE project_id = ${projectId} AND is_anonymous = 0 AND EXISTS (
              SELECT 1 FROM user_activity
              WHERE user_activity.project_id = users.project_id AND user_activity.user_id = users.id
            )
            ORDER BY last_active_at DESC, id LIMIT ${limit}`),
          (rows) => rows.map(({ id }) => id)
        ),
      signIns: (projectId, first) =>
        Effect.map(
          // A sign-in that requires the second factor goes on, and is counted when it ends.
          signIns.all(sql`
            SELECT day, action,
              count(CASE WHEN outcome = 'succeeded' THEN 1 END) AS succeeded,
              count(CASE WHEN outcome = 'refused' AND code <> 'MULTI_FACTOR_AUTHENTICATION_REQUIRED' THEN 1 END)
                AS failed
            FROM (
              SELECT created_at / 86400000 AS day, action, outcome, code FROM audit_log
              WHERE project_id = ${projectId} AND created_at >= ${first * 86_400_000}
                AND ${sql.literal(signInCondition)}
              ORDER BY created_at DESC LIMIT ${MAX_SIGN_INS}
            ) AS counted
            GROUP BY day, action ORDER BY day, action`),
          completeDays
        ),
      loginMethods: (projectId) =>
        methods.all(sql`
          SELECT method, count FROM (
            SELECT 'password' AS method, count(*) AS count
            FROM passwords JOIN users ON users.id = passwords.user_id WHERE users.project_id = ${projectId}
            UNION ALL
            SELECT 'passkey' AS method, count(DISTINCT user_id) AS count FROM passkeys WHERE project_id = ${projectId}
            UNION ALL
            SELECT 'otp' AS method, count(*) AS count
            FROM users WHERE project_id = ${projectId} AND otp_auth_enabled = 1
          ) AS counted
          WHERE count > 0
          ORDER BY count DESC, method`)
    })
  })
)
