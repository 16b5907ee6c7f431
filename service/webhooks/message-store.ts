/** The SQL of webhook messages. */
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Millis } from "../../core/schema/fields/millis.ts"
import type { WebhookDeliveryState } from "../../core/schema/webhook.ts"
import { wire } from "../../core/schema/wire.ts"
import { inTexts } from "../sql/dialect.ts"
import { rowsOf, run } from "../sql/rows.ts"
import { Attempt, deliveryFields, type QueuedWebhook, type WholeMessage } from "./message.ts"
import { CAPACITY, makePruneMessages, type MessageCapacity } from "./prune-messages.ts"
import { makeSendAgain, type DeliverySelection } from "./send-again.ts"

interface NewMessage {
  readonly id: string
  readonly projectId: string
  readonly type: string
  /** The JSON that is signed and sent. */
  readonly payload: string
  /** Epoch milliseconds. */
  readonly createdAt: number
  /** The targets that receive it. */
  readonly targetIds: ReadonlyArray<string>
}

/** Selects messages by their deliveries. */
interface MessageFilter {
  readonly state: WebhookDeliveryState | null
  readonly targetId: string | null
  readonly limit: number
}

export class MessageStore extends Context.Service<
  MessageStore,
  {
    /** Returns the ids of the targets of a project that receive a type of events. */
    readonly receivers: (projectId: string, type: string) => Effect.Effect<ReadonlyArray<string>>
    /** Inserts a message with its deliveries. */
    readonly insert: (message: NewMessage) => Effect.Effect<void>
    /** Lists messages, the newest first. State and target select those with such a delivery. */
    readonly list: (projectId: string, filter: MessageFilter) => Effect.Effect<ReadonlyArray<QueuedWebhook>>
    /** Finds a message with its last 100 attempts, the newest first. */
    readonly find: (projectId: string, id: string) => Effect.Effect<WholeMessage | null>
    /**
     * Makes deliveries pending again. One with a running attempt stays as it is, so that nothing is sent twice.
     * Returns `false` if the message or its target does not exist. Must run within a transaction.
     */
    readonly sendAgain: (projectId: string, id: string, which: DeliverySelection) => Effect.Effect<boolean>
    /**
     * Deletes the oldest messages without pending deliveries, in bounded batches. Projects share the capacity: only
     * messages of those that exceed their share are deleted.
     */
    readonly prune: Effect.Effect<void>
  }
>()("keystile/service/WebhookMessageStore") {}

const MessageRow = wire({ id: Schema.String, type: Schema.String, payload: Schema.String, createdAt: Millis })
type MessageRow = typeof MessageRow.Type

const heads = rowsOf(MessageRow)
const deliveries = rowsOf(wire({ ...deliveryFields, messageId: Schema.String }))
const attempts = rowsOf(Attempt)
const filters = rowsOf(
  wire({ id: Schema.String, eventTypes: Schema.NullOr(Schema.fromJsonString(Schema.Array(Schema.String))) })
)

export const layerWith = (capacity: MessageCapacity): Layer.Layer<MessageStore, never, SqlClient.SqlClient> =>
  Layer.effect(
    MessageStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const withDeliveries = Effect.fnUntraced(function* (found: ReadonlyArray<MessageRow>) {
        if (found.length === 0) return []
        const all = yield* deliveries.all(sql`
          SELECT message_id, target_id, url, state,
            (
              SELECT count(*) FROM webhook_attempts AS attempt
              WHERE attempt.message_id = delivery.message_id AND attempt.target_id = delivery.target_id
            ) AS attempts,
            (
              SELECT status FROM webhook_attempts AS attempt
              WHERE attempt.message_id = delivery.message_id AND attempt.target_id = delivery.target_id
              ORDER BY attempted_at DESC, rowid DESC LIMIT 1
            ) AS last_status,
            CASE WHEN state = 'pending' AND claim IS NULL THEN due_at END AS due_at
          FROM webhook_deliveries AS delivery JOIN webhook_targets ON webhook_targets.id = target_id
          WHERE ${sql.in(
            "message_id",
            found.map(({ id }) => id)
          )}
          ORDER BY webhook_targets.created_at, webhook_targets.id`)
        return found.map(({ createdAt, id, type }): QueuedWebhook => ({
          id,
          type,
          createdAt,
          deliveries: all.filter(({ messageId }) => messageId === id)
        }))
      })

      const receivers = (projectId: string, type: string) =>
        Effect.map(
          filters.all(sql`SELECT id, event_types FROM webhook_targets WHERE project_id = ${projectId}`),
          (targets) => targets.filter(({ eventTypes }) => eventTypes?.includes(type) ?? true).map(({ id }) => id)
        )

      return MessageStore.of({
        receivers,
        insert: Effect.fnUntraced(function* ({ createdAt, id, payload, projectId, targetIds, type }) {
          yield* run(sql`
            INSERT INTO webhook_messages (id, project_id, type, payload, created_at)
            VALUES (${id}, ${projectId}, ${type}, ${payload}, ${createdAt})`)
          yield* run(sql`
            INSERT INTO webhook_deliveries (message_id, target_id, state, tries, due_at)
            SELECT ${id}, id, 'pending', 0, ${createdAt} FROM webhook_targets
            WHERE project_id = ${projectId} AND ${inTexts(sql, sql`id`, targetIds)}`)
        }),
        list: (projectId, { limit, state, targetId }) =>
          Effect.flatMap(
            heads.all(sql`
              SELECT id, type, '' AS payload, created_at FROM webhook_messages AS message
              WHERE project_id = ${projectId} AND (
                (CAST(${state} AS TEXT) IS NULL AND CAST(${targetId} AS TEXT) IS NULL) OR EXISTS (
                  SELECT 1 FROM webhook_deliveries
                  WHERE message_id = message.id
                    AND (CAST(${state} AS TEXT) IS NULL OR state = ${state})
                    AND (CAST(${targetId} AS TEXT) IS NULL OR target_id = ${targetId})
                )
              )
              ORDER BY created_at DESC, rowid DESC LIMIT ${limit}`),
            withDeliveries
          ),
        find: Effect.fnUntraced(function* (projectId, id) {
          const head = yield* heads.first(sql`
            SELECT id, type, payload, created_at FROM webhook_messages WHERE project_id = ${projectId} AND id = ${id}`)
          if (head === null) return null
          const [message] = yield* withDeliveries([head])
          if (message === undefined) return null
          const made = yield* attempts.all(sql`
            SELECT target_id, attempted_at, duration_millis, status, problem, answer FROM webhook_attempts
            WHERE message_id = ${id} ORDER BY attempted_at DESC, rowid DESC LIMIT 100`)
          return { message, payload: head.payload, attempts: made }
        }),
        sendAgain: makeSendAgain(sql, receivers),
        prune: makePruneMessages(sql, capacity)
      })
    })
  )

export const layer = layerWith(CAPACITY)
