/** The SQL of webhook deliveries. A delivery is claimed by one process at a time. */
import { Context, Effect, Layer, type Redacted, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { WebhookDeliveryState } from "../../core/schema/webhook.ts"
import { wire } from "../../core/schema/wire.ts"
import type { PendingLane } from "../dispatch/queue-dispatcher.ts"
import { type QueueClaim, claimDue, type QueueTable } from "../dispatch/queue-table.ts"
import { encryptedColumns } from "../crypto/secrets/encrypted-columns.ts"
import { type CannotDecrypt, Encryption, tryDecrypt } from "../crypto/secrets/encryption.ts"
import { EncryptedText } from "../schema/encrypted-text.ts"
import { exists, inTransaction, rowsOf, run } from "../sql/rows.ts"

const ClaimedDelivery = wire({
  messageId: Schema.String,
  targetId: Schema.String,
  projectId: Schema.String,
  /** The number of earlier attempts of the schedule. */
  tries: Schema.Int,
  /** The length of the payload in bytes. */
  length: Schema.Int
})
/** A claimed delivery. */
export type ClaimedDelivery = typeof ClaimedDelivery.Type

const RequestRow = wire({
  url: Schema.String,
  secret: EncryptedText,
  previousSecret: Schema.NullOr(EncryptedText),
  payload: Schema.String
})
export interface DeliveryRequest extends Pick<typeof RequestRow.Type, "payload" | "url"> {
  /** The present secret, and the previous one until it expires. */
  readonly secrets: ReadonlyArray<Redacted.Redacted<string>>
}

const Due = wire({ lane: Schema.String, projectId: Schema.String, dueAt: Schema.NullOr(Schema.Int) })

/** A lane for each target. */
const queue: QueueTable = { table: "webhook_deliveries", key: "message_id", lane: "target_id" }

/** The result of an attempt. */
export interface NewAttempt {
  readonly id: string
  readonly at: number
  readonly durationMillis: number
  readonly status: number | null
  readonly problem: string | null
  readonly responseBody: string | null
}

/** The result of an attempt and the new state of the delivery. */
interface DeliveryResult {
  readonly claim: string
  /** The last attempt, after earlier ones that could not be stored. */
  readonly attempts: ReadonlyArray<NewAttempt>
  readonly state: WebhookDeliveryState
  /** The time of the next attempt while it is pending, in epoch milliseconds. */
  readonly dueAt: number
}

export class DeliveryStore extends Context.Service<
  DeliveryStore,
  {
    /** The targets with pending deliveries. A deleted project has none. */
    readonly due: Effect.Effect<ReadonlyArray<PendingLane>>
    /** Claims due deliveries, the oldest first. */
    readonly claim: (claim: QueueClaim) => Effect.Effect<ReadonlyArray<ClaimedDelivery>>
    /** Returns the request of a delivery; `null` if the target was deleted. */
    readonly request: (delivery: ClaimedDelivery, now: number) => Effect.Effect<DeliveryRequest | null, CannotDecrypt>
    /** Records attempts. The state changes only if the claim has not expired. */
    readonly note: (delivery: ClaimedDelivery, outcome: DeliveryResult) => Effect.Effect<void>
    /** Makes a delivery due at a time whose attempt was interrupted or postponed, if the claim has not expired. */
    readonly release: (delivery: ClaimedDelivery, claim: string, dueAt: number) => Effect.Effect<void>
  }
>()("keystile/service/WebhookDeliveryStore") {}

const claimedDeliveries = rowsOf(ClaimedDelivery)
const requests = rowsOf(RequestRow)
const dues = rowsOf(Due)

export const layer: Layer.Layer<DeliveryStore, never, Encryption | SqlClient.SqlClient> = Layer.effect(
  DeliveryStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { decrypt } = yield* Encryption
    return DeliveryStore.of({
      due: Effect.map(
        dues.all(sql`
          SELECT webhook_targets.id AS lane, project_id, (
            SELECT min(due_at) FROM webhook_deliveries WHERE target_id = webhook_targets.id AND state = 'pending'
          ) AS due_at
          FROM webhook_targets JOIN project_configs USING (project_id)`),
        (all) => all.flatMap(({ dueAt, ...lane }) => (dueAt === null ? [] : [{ ...lane, dueAt }]))
      ),
      claim: (claim) =>
        claimedDeliveries.all(
          claimDue(
            sql,
            queue,
            claim,
            sql`message_id, target_id, tries,
              (SELECT project_id FROM webhook_messages WHERE id = message_id) AS project_id,
              (SELECT octet_length(payload) FROM webhook_messages WHERE id = message_id) AS length`
          )
        ),
      request: ({ messageId, targetId }, now) =>
        Effect.flatMap(
          requests.first(sql`
            SELECT url, secret, payload,
              CASE WHEN previous_secret_expires_at > ${now} THEN previous_secret END AS previous_secret
            FROM webhook_messages JOIN webhook_targets ON webhook_targets.id = ${targetId}
            WHERE webhook_messages.id = ${messageId}`),
          (row) => {
            if (row === null) return Effect.succeed(null)
            const { payload, previousSecret, secret, url } = row
            const key = [targetId] as const
            return tryDecrypt(() => {
              const present = decrypt(encryptedColumns.webhookSecret, key, secret)
              const previous =
                previousSecret === null ? [] : [decrypt(encryptedColumns.previousWebhookSecret, key, previousSecret)]
              return { url, payload, secrets: [present, ...previous] }
            })
          }
        ),
      note: ({ messageId, targetId, tries }, { attempts, claim, dueAt, state }) =>
        Effect.gen(function* () {
          for (const attempt of attempts) {
            // The delivery may have been deleted with its target or project.
            const isThere = yield* exists(sql`
              INSERT INTO webhook_attempts (
                id, message_id, target_id, attempted_at, duration_millis, status, problem, answer
              )
              SELECT ${attempt.id}, message_id, target_id, ${attempt.at}, ${attempt.durationMillis}, ${attempt.status},
                ${attempt.problem}, ${attempt.responseBody}
              FROM webhook_deliveries WHERE message_id = ${messageId} AND target_id = ${targetId}
              RETURNING id`)
            if (!isThere) return
          }
          yield* run(sql`
            UPDATE webhook_deliveries SET state = ${state}, tries = ${tries + 1}, due_at = ${dueAt}, claim = NULL
            WHERE message_id = ${messageId} AND target_id = ${targetId} AND claim = ${claim}`)
        }).pipe(inTransaction, Effect.provideService(SqlClient.SqlClient, sql)),
      release: ({ messageId, targetId }, claim, dueAt) =>
        run(sql`
          UPDATE webhook_deliveries SET due_at = ${dueAt}, claim = NULL
          WHERE message_id = ${messageId} AND target_id = ${targetId} AND claim = ${claim}`)
    })
  })
)
