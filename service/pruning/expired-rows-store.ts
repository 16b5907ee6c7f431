/** Deletes expired rows from the database. */
import { Context, Effect, Layer } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { DELETE_BATCH, deleteInBatches } from "../sql/delete-in-batches.ts"
import { isPrunedHere } from "../sql/dialect.ts"
import { withoutSynchronousCommit } from "../sql/synchronous-commit.ts"
import { run } from "../sql/rows.ts"
import type { VerificationCodeKind } from "../resources/verification-codes/verification-code-store.ts"
import { DAY_MILLIS, HOUR_MILLIS } from "../time/durations.ts"

/**
 * The time for which expired codes are kept, in milliseconds. Until then they are refused as expired, later as not
 * found.
 */
const codeRetention: Readonly<Record<VerificationCodeKind, number>> = {
  email_verification: 7 * DAY_MILLIS,
  magic_link: 7 * DAY_MILLIS,
  password_reset: 7 * DAY_MILLIS,
  team_invitation: 7 * DAY_MILLIS,
  mfa_attempt: HOUR_MILLIS,
  passkey_authentication: HOUR_MILLIS,
  passkey_registration: HOUR_MILLIS
}

/** The days of activity that are kept. Metrics show the last 30. */
const ACTIVITY_DAYS = 90

export class ExpiredRowsStore extends Context.Service<
  ExpiredRowsStore,
  {
    /**
     * Deletes expired rows and returns their number. Each statement deletes a bounded number of rows and is a
     * transaction of its own. Leaves a table to another process that deletes rows at the same time.
     */
    readonly prune: (now: number) => Effect.Effect<number>
  }
>()("keystile/service/ExpiredRowsStore") {}

interface Lifetimes {
  /** In milliseconds. An access token is refused as soon as its session is deleted. */
  readonly accessToken: number
  /** The time for which entries of the audit log are kept, in milliseconds. */
  readonly auditEntry: number
}

export const layer = ({
  accessToken,
  auditEntry
}: Lifetimes): Layer.Layer<ExpiredRowsStore, never, SqlClient.SqlClient> =>
  Layer.effect(
    ExpiredRowsStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const deleteAll = (table: string, key: string, expired: Statement.Fragment) =>
        deleteInBatches(sql`
          DELETE FROM ${sql(table)} WHERE ${sql(key)} IN (
            SELECT ${sql(key)} FROM ${sql(table)} WHERE ${expired} AND ${isPrunedHere(sql, "expiredRows")}
            LIMIT ${DELETE_BATCH}
          )
          RETURNING ${sql(key)}`)

      const deleteCodes = (now: number) =>
        Object.entries(codeRetention).map(([kind, retention]) =>
          deleteAll("verification_codes", "id", sql`kind = ${kind} AND expires_at <= ${now - retention}`)
        )

      // By project, whose days the primary key finds without a scan of the table.
      const deleteActivity = (now: number) =>
        deleteInBatches(sql`
          DELETE FROM user_activity WHERE (project_id, day, user_id) IN (
            SELECT activity.project_id, activity.day, activity.user_id
            FROM projects CROSS JOIN user_activity AS activity
            WHERE activity.project_id = projects.id
              AND activity.day < ${Math.floor(now / DAY_MILLIS) - ACTIVITY_DAYS}
              AND ${isPrunedHere(sql, "expiredRows")}
            LIMIT ${DELETE_BATCH}
          )
          RETURNING user_id`)

      // No token of a key is valid any more once its successor has signed for longer than the longest lifetime.
      const deleteSigningKeys = (now: number) =>
        deleteInBatches(sql`
          DELETE FROM signing_keys WHERE id IN (
            SELECT former.id
            FROM projects CROSS JOIN signing_keys AS former
            WHERE former.project_id = projects.id
              AND former.signs_from < ${now - 2 * DAY_MILLIS}
              AND EXISTS (
                SELECT 1 FROM signing_keys AS successor
                WHERE successor.project_id = former.project_id
                  AND successor.signs_from > former.signs_from
                  AND successor.signs_from <= ${now - 2 * DAY_MILLIS}
              )
              AND ${isPrunedHere(sql, "expiredRows")}
            LIMIT ${DELETE_BATCH}
          )
          RETURNING id`)

      // A mail that failed can be sent again until its codes expire.
      const deleteMailContents = (now: number) =>
        Effect.as(
          deleteInBatches(sql`
            UPDATE outgoing_mails SET content = NULL WHERE id IN (
              SELECT id FROM outgoing_mails
              WHERE state = 'failed' AND content IS NOT NULL AND expires_at <= ${now}
                AND ${isPrunedHere(sql, "expiredRows")}
              LIMIT ${DELETE_BATCH}
            )
            RETURNING id`),
          0
        )

      // The database refuses to delete entries that are not older than the recorded time.
      const deleteAuditEntries = (now: number) => {
        const keptFrom = now - auditEntry
        return Effect.andThen(
          run(sql`UPDATE audit_log_retention SET kept_from = ${keptFrom} WHERE id = 1 AND kept_from < ${keptFrom}`),
          deleteAll("audit_log", "id", sql`created_at < ${keptFrom}`)
        )
      }

      return ExpiredRowsStore.of({
        prune: (now) =>
          Effect.all([
            ...deleteCodes(now),
            deleteActivity(now),
            deleteAll("sessions", "id", sql`expires_at <= ${now - DAY_MILLIS - accessToken}`),
            // For a day, a late response of the provider is refused as expired.
            deleteAll("oauth_flows", "state_hash", sql`expires_at <= ${now - DAY_MILLIS}`),
            // For a day, a program that polls gets the status `expired`.
            deleteAll("command_line_sign_ins", "id", sql`expires_at <= ${now - DAY_MILLIS}`),
            // The second use of an authorization code ends the session of the first (RFC 6749, section 4.1.2).
            deleteAll("oauth_authorization_codes", "code_hash", sql`expires_at <= ${now - DAY_MILLIS}`),
            deleteAll("outgoing_mails", "id", sql`state = 'delivered' AND finished_at <= ${now - 7 * DAY_MILLIS}`),
            deleteAll("outgoing_mails", "id", sql`state = 'failed' AND finished_at <= ${now - 30 * DAY_MILLIS}`),
            deleteMailContents(now),
            deleteSigningKeys(now),
            deleteAuditEntries(now),
            deleteAll("used_challenges", "challenge", sql`expires_at <= ${now}`),
            deleteAll("webhook_portal_tokens", "token_hash", sql`expires_at <= ${now}`)
          ]).pipe(
            Effect.map((counts) => counts.reduce((sum, count) => sum + count, 0)),
            withoutSynchronousCommit
          )
      })
    })
  )
