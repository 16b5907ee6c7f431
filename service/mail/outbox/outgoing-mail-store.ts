/** The SQL of outgoing mails. Their content is encrypted. A mail is claimed by one process at a time. */
import { Context, Effect, Layer, Redacted, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Millis } from "../../../core/schema/fields/millis.ts"
import { OutgoingMailState } from "../../../core/schema/outgoing-mail.ts"
import { wire } from "../../../core/schema/wire.ts"
import type { PendingLane } from "../../dispatch/queue-dispatcher.ts"
import { type QueueClaim, claimDue, type QueueTable } from "../../dispatch/queue-table.ts"
import { encryptedColumns } from "../../crypto/secrets/encrypted-columns.ts"
import { type CannotDecrypt, Encryption, tryDecrypt } from "../../crypto/secrets/encryption.ts"
import { EncryptedText } from "../../schema/encrypted-text.ts"
import { exists, Flag, rowsOf, run } from "../../sql/rows.ts"
import { DECOY } from "../stored-mail.ts"

interface NewOutgoingMail {
  readonly id: string
  readonly projectId: string
  readonly type: string
  readonly recipient: string
  /** The `Message-ID` of every attempt. */
  readonly messageId: string
  /** See `mail-content.ts`. */
  readonly content: string
  /** Epoch milliseconds. */
  readonly createdAt: number
  /** The time after which the mail is not sent: its codes have expired. */
  readonly expiresAt: number
}

const ClaimedRow = wire({
  id: Schema.String,
  projectId: Schema.String,
  recipient: Schema.String,
  messageId: Schema.String,
  content: EncryptedText,
  createdAt: Millis,
  expiresAt: Schema.Int,
  /** The number of earlier attempts. */
  tries: Schema.Int,
  /** `true` in the first attempt after `sendAgain`. */
  isSentAgain: Flag
})
export interface ClaimedMail extends Omit<typeof ClaimedRow.Type, "content"> {
  /** Decrypts the content. Mails that are claimed together do not depend on each other's. */
  readonly content: Effect.Effect<string, CannotDecrypt>
}

/** A mail as an operator reads it. */
export const OutgoingMailRecord = wire({
  id: Schema.String,
  projectId: Schema.String,
  type: Schema.String,
  recipient: Schema.String,
  messageId: Schema.String,
  state: OutgoingMailState,
  attempts: Schema.Int,
  problem: Schema.NullOr(Schema.String),
  createdAt: Millis,
  nextAttemptAt: Schema.NullOr(Millis),
  finishedAt: Schema.NullOr(Millis),
  expiresAt: Millis,
  /** `false` once the content is deleted: the mail cannot be sent any more. */
  hasContent: Flag
})
export type OutgoingMailRecord = typeof OutgoingMailRecord.Type

/** Selects mails. Times are in epoch milliseconds. */
export interface StoredMailFilter {
  /** All projects without one. */
  readonly projectId: string | null
  readonly state: OutgoingMailState | null
  /** Mails of this time or later. */
  readonly since: number | null
  readonly limit: number
}

/** The state of a mail after an attempt. */
export type MailOutcome =
  | { readonly state: "delivered" }
  | { readonly state: "failed"; readonly problem: string }
  /** `dueAt` is the time of the next attempt, in epoch milliseconds. */
  | { readonly state: "pending"; readonly problem: string; readonly dueAt: number }

/** A lane for each project, which may have its own mail server. */
const queue: QueueTable = { table: "outgoing_mails", key: "id", lane: "project_id" }

export class OutgoingMailStore extends Context.Service<
  OutgoingMailStore,
  {
    readonly insert: (mail: NewOutgoingMail) => Effect.Effect<void>
    /** Lists mails without their content, the newest first. Decoys are left out. */
    readonly list: (filter: StoredMailFilter) => Effect.Effect<ReadonlyArray<OutgoingMailRecord>>
    readonly find: (id: string) => Effect.Effect<OutgoingMailRecord | null>
    /**
     * Makes a mail pending again that has failed. Returns `false` if it has not, if its content is deleted or if it has
     * expired.
     */
    readonly sendAgain: (id: string, now: number) => Effect.Effect<boolean>
    /** The projects with pending mails. Those of deleted projects are not sent. */
    readonly due: Effect.Effect<ReadonlyArray<PendingLane>>
    /** Claims due mails of a project, the oldest first. */
    readonly claim: (claim: QueueClaim) => Effect.Effect<ReadonlyArray<ClaimedMail>>
    /**
     * Records the outcome of an attempt at `now`. Returns `false` if the claim has expired: the outcome is ignored
     * then. Deletes the content of a mail that is delivered or has expired.
     */
    readonly note: (id: string, claim: string, outcome: MailOutcome, now: number) => Effect.Effect<boolean>
    readonly remove: (id: string) => Effect.Effect<void>
  }
>()("keystile/service/OutgoingMailStore") {}

const claimedMails = rowsOf(ClaimedRow)
const records = rowsOf(OutgoingMailRecord)
const dues = rowsOf(wire({ lane: Schema.String, projectId: Schema.String, dueAt: Schema.Int }))

export const layer: Layer.Layer<OutgoingMailStore, never, Encryption | SqlClient.SqlClient> = Layer.effect(
  OutgoingMailStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { decrypt, encrypt } = yield* Encryption
    const columns = sql`
      id, project_id, type, recipient, message_id, state, tries AS attempts, problem, created_at,
      CASE WHEN state = 'pending' THEN due_at END AS next_attempt_at, finished_at, expires_at,
      CASE WHEN content IS NULL THEN 0 ELSE 1 END AS has_content`
    return OutgoingMailStore.of({
      insert: (mail) =>
        run(sql`
          INSERT INTO outgoing_mails (
            id, project_id, type, recipient, message_id, content, created_at, expires_at, state, tries, due_at
          )
          VALUES (
            ${mail.id}, ${mail.projectId}, ${mail.type}, ${mail.recipient}, ${mail.messageId},
            ${encrypt(encryptedColumns.mailContent, [mail.id], Redacted.make(mail.content))},
            ${mail.createdAt}, ${mail.expiresAt}, 'pending', 0, ${mail.createdAt}
          )`),
      list: ({ limit, projectId, since, state }) => {
        const conditions = [sql`recipient <> ${DECOY}`]
        if (projectId !== null) conditions.push(sql`project_id = ${projectId}`)
        if (state !== null) conditions.push(sql`state = ${state}`)
        if (since !== null) conditions.push(sql`created_at >= ${since}`)
        return records.all(sql`
          SELECT ${columns} FROM outgoing_mails WHERE ${sql.and(conditions)}
          ORDER BY created_at DESC, rowid DESC LIMIT ${limit}`)
      },
      find: (id) =>
        records.first(sql`SELECT ${columns} FROM outgoing_mails WHERE id = ${id} AND recipient <> ${DECOY}`),
      sendAgain: (id, now) =>
        exists(sql`
          UPDATE outgoing_mails SET state = 'pending', tries = 0, due_at = ${now}, claim = NULL, finished_at = NULL
          WHERE id = ${id} AND state = 'failed' AND content IS NOT NULL AND expires_at > ${now}
          RETURNING id`),
      // Reads two entries of the index for each project, while `GROUP BY` reads all pending mails.
      due: dues.all(sql`
        WITH RECURSIVE lanes (id) AS (
          SELECT min(project_id) FROM outgoing_mails WHERE state = 'pending'
          UNION ALL
          SELECT (SELECT min(project_id) FROM outgoing_mails WHERE state = 'pending' AND project_id > lanes.id)
          FROM lanes WHERE lanes.id IS NOT NULL
        )
        SELECT lanes.id AS lane, lanes.id AS project_id, (
          SELECT min(due_at) FROM outgoing_mails WHERE state = 'pending' AND project_id = lanes.id
        ) AS due_at
        FROM lanes JOIN project_configs ON project_configs.project_id = lanes.id`),
      claim: (claim) =>
        Effect.map(
          claimedMails.all(
            claimDue(
              sql,
              queue,
              claim,
              sql`id, project_id, recipient, message_id, content, created_at, expires_at, tries,
                CASE WHEN tries = 0 AND problem IS NOT NULL THEN 1 ELSE 0 END AS is_sent_again`
            )
          ),
          (rows) =>
            rows.map((row) => ({
              ...row,
              content: tryDecrypt(() => Redacted.value(decrypt(encryptedColumns.mailContent, [row.id], row.content)))
            }))
        ),
      note: (id, claim, outcome, now) =>
        outcome.state === "pending"
          ? exists(sql`
              UPDATE outgoing_mails
              SET tries = tries + 1, problem = ${outcome.problem}, due_at = ${outcome.dueAt}, claim = NULL
              WHERE id = ${id} AND claim = ${claim}
              RETURNING id`)
          : exists(sql`
              UPDATE outgoing_mails
              SET state = ${outcome.state}, tries = tries + 1, claim = NULL, finished_at = ${now},
                content = CASE WHEN ${outcome.state} = 'failed' AND expires_at > ${now} THEN content END,
                problem = ${outcome.state === "failed" ? outcome.problem : null}
              WHERE id = ${id} AND claim = ${claim}
              RETURNING id`),
      remove: (id) => run(sql`DELETE FROM outgoing_mails WHERE id = ${id}`)
    })
  })
)
