/**
 * Computes the user metrics of a project, without its anonymous users. Days are counted from 1 January 1970, in UTC.
 */
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { UserMethod } from "../../../core/api/users/users.ts"
import { signInCondition } from "../../sql/migrations/0066-sign-ins-by-time.ts"
import { rowsOf } from "../../sql/rows.ts"
import { traits } from "../../sql/user-traits.ts"
import { type KindOrder, makeUserKinds } from "../users/user-kinds.ts"

const DayRow = Schema.Struct({ day: Schema.Int, activity: Schema.Int })
export type DayRow = typeof DayRow.Type

interface UserCounts {
  readonly total: number
  readonly methods: ReadonlyArray<{ readonly method: UserMethod; readonly count: number }>
}

const SignInRow = Schema.Struct({
  day: Schema.Int,
  action: Schema.String,
  succeeded: Schema.Int,
  failed: Schema.Int
})
export type SignInRow = typeof SignInRow.Type

/** The most sign-ins that are counted: about 0.1 seconds. */
const MAX_SIGN_INS = 200_000

/** The users who were active last, among whom those with a stored day of activity are found: not imported ones. */
const MOST_RECENT = 100

/** Accounts at providers are no login method of the metrics, as in Stack Auth. */
const METHODS = ["password", "passkey", "otp"] as const satisfies ReadonlyArray<UserMethod>

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
    /** Counts the users, and those of each sign-in method, the most used first. */
    readonly userCounts: (projectId: string) => Effect.Effect<UserCounts>
  }
>()("keystile/service/MetricsStore") {}

const days = rowsOf(DayRow)
const kinds = rowsOf(Schema.Struct({ traits: Schema.Int, count: Schema.Int }))
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
    const byKind = makeUserKinds(sql)
    const latest: KindOrder = {
      order: (row) => sql`${sql.literal(row)}.last_active_at DESC, ${sql.literal(row)}.id DESC`,
      start: () => [],
      limit: sql`LIMIT ${sql.literal(String(MOST_RECENT))}`
    }
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
            SELECT users.id FROM (${byKind.first(projectId, {}, latest)}) AS recent CROSS JOIN users
            WHERE users.id = recent.id AND EXISTS (
              SELECT 1 FROM user_activity
              WHERE user_activity.project_id = users.project_id AND user_activity.user_id = users.id
            )
            ORDER BY users.last_active_at DESC, users.id LIMIT ${limit}`),
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
      userCounts: (projectId) =>
        Effect.map(
          kinds.all(sql`SELECT traits, count(*) AS count FROM users WHERE project_id = ${projectId} GROUP BY traits`),
          (all) => {
            const countOf = (bit: number) =>
              all.reduce((sum, kind) => ((kind.traits & bit) === 0 ? sum : sum + kind.count), 0)
            const total = all.reduce((sum, { count }) => sum + count, 0) - countOf(traits.anonymous)
            const counted = METHODS.map((method) => ({ method, count: countOf(traits[method]) }))
            return {
              total,
              methods: counted
                .filter(({ count }) => count > 0)
                .sort((a, b) => b.count - a.count || (a.method < b.method ? -1 : 1))
            }
          }
        )
    })
  })
)
