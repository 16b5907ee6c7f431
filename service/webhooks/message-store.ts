/** The SQL of webhook messages. */
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Millis } from "../../core/schema/fields/millis.ts"
import { wire } from "../../core/schema/wire.ts"
import { DELETE_BATCH, deleteInBatches } from "../sql/delete-in-batches.ts"
import { isPrunedHere } from "../sql/dialect.ts"
import { exists, rowsOf, run } from "../sql/rows.ts"

export interface NewMessage {
  readonly id: string
  readonly projectId: string
  readonly type: string
  /** The JSON that is signed and sent. */
  readonly payload: string
  /** Epoch milliseconds. */
  readonly createdAt: number
}

const DeliveryState = Schema.Literals(["pending", "delivered", "failed"])
export type DeliveryState = typeof DeliveryState.Type

const deliveryFields = {
  targetId: Schema.String,
  url: Schema.String,
  state: DeliveryState,
  /** The number of attempts, including those before it was sent again. */
  attempts: Schema.Int,
  /** The status of the last attempt; `null` without a response or an attempt. */
  lastStatus: Schema.NullOr(Schema.Int),
  /** The time of the next attempt; `null` during an attempt and once it is not pending. */
  dueAt: Schema.NullOr(Millis)
}

/** The delivery of a message to one target. */
export const Delivery = wire(deliveryFields)

export const Message = wire({
  id: Schema.String,
  type: Schema.String,
  createdAt: Millis,
  deliveries: Schema.Array(Delivery)
})
export type Message = typeof Message.Type

export const Attempt = wire({
  targetId: Schema.String,
  attemptedAt: Millis,
  durationMillis: Schema.Int,
  status: Schema.NullOr(Schema.Int),
  /** The reason why there was no response. */
  problem: Schema.NullOr(Schema.String),
  /** The beginning of the response body. */
  answer: Schema.NullOr(Schema.String)
})
export type Attempt = typeof Attempt.Type

export const WholeMessage = wire({ message: Message, payload: Schema.String, attempts: Schema.Array(Attempt) })
export type WholeMessage = typeof WholeMessage.Type

export class MessageStore extends Context.Service<
  MessageStore,
  {
    /** Returns whether the project has targets. */
    readonly hasTargets: (projectId: string) => Effect.Effect<boolean>
    /** Inserts a message with a delivery to each target of the project. */
    readonly insert: (message: NewMessage) => Effect.Effect<void>
    /** Lists messages, the newest first. `state` selects those with such a delivery. */
    readonly list: (
      projectId: string,
      filter: { readonly state: DeliveryState | null; readonly limit: number }
    ) => Effect.Effect<ReadonlyArray<Message>>
    /** Finds a message with its last 100 attempts, the newest first. */
    readonly find: (projectId: string, id: string) => Effect.Effect<WholeMessage | null>
    /**
     * Makes the deliveries to all targets or to one pending again. Returns `false` if the message or target does not
     * exist.
     */
    readonly sendAgain: (projectId: string, id: string, targetId: string | null, now: number) => Effect.Effect<boolean>
    /** Deletes the oldest messages without pending deliveries, in bounded batches. */
    readonly prune: Effect.Effect<void>
  }
>()("keystile/service/WebhookMessageStore") {}

/** The number of messages that are kept, besides those with pending deliveries. */
const CAPACITY = 5000

const Head = wire({ id: Schema.String, type: Schema.String, payload: Schema.String, createdAt: Millis })
type Head = typeof Head.Type

const heads = rowsOf(Head)
const deliveries = rowsOf(wire({ ...deliveryFields, messageId: Schema.String }))
const attempts = rowsOf(Attempt)

export const layer: Layer.Layer<MessageStore, never, SqlClient.SqlClient> = Layer.effect(
  MessageStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const withDeliveries = Effect.fnUntraced(function* (found: ReadonlyArray<Head>) {
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
      return found.map(({ createdAt, id, type }): Message => ({
        id,
        type,
        createdAt,
        deliveries: all.filter(({ messageId }) => messageId === id)
      }))
    })

    return MessageStore.of({
      hasTargets: (projectId) => exists(sql`SELECT 1 FROM webhook_targets WHERE project_id = ${projectId} LIMIT 1`),
      insert: Effect.fnUntraced(function* ({ createdAt, id, payload, projectId, type }) {
        yield* run(sql`
          INSERT INTO webhook_messages (id, project_id, type, payload, created_at)
          VALUES (${id}, ${projectId}, ${type}, ${payload}, ${createdAt})`)
        yield* run(sql`
          INSERT INTO webhook_deliveries (message_id, target_id, state, tries, due_at)
          SELECT ${id}, id, 'pending', 0, ${createdAt} FROM webhook_targets WHERE project_id = ${projectId}`)
      }),
      list: (projectId, { limit, state }) =>
        Effect.flatMap(
          heads.all(sql`
            SELECT id, type, '' AS payload, created_at FROM webhook_messages AS message
            WHERE project_id = ${projectId} AND (
              CAST(${state} AS TEXT) IS NULL OR EXISTS (
                SELECT 1 FROM webhook_deliveries WHERE message_id = message.id AND state = ${state}
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
      sendAgain: (projectId, id, targetId, now) =>
        // Targets that were added later get it as well.
        exists(sql`
          INSERT INTO webhook_deliveries (message_id, target_id, state, tries, due_at)
          SELECT message.id, target.id, 'pending', 0, ${now}
          FROM webhook_messages AS message JOIN webhook_targets AS target ON target.project_id = message.project_id
          WHERE message.project_id = ${projectId} AND message.id = ${id}
            AND (CAST(${targetId} AS TEXT) IS NULL OR target.id = ${targetId})
          ON CONFLICT (message_id, target_id) DO UPDATE SET
            state = 'pending', tries = 0, due_at = excluded.due_at, claim = NULL
          RETURNING target_id`),
      prune: Effect.asVoid(
        deleteInBatches(sql`
          DELETE FROM webhook_messages WHERE id IN (
            SELECT id FROM webhook_messages
            WHERE created_at < (
              SELECT created_at FROM webhook_messages ORDER BY created_at DESC LIMIT 1 OFFSET ${CAPACITY}
            )
              AND NOT EXISTS (
                SELECT 1 FROM webhook_deliveries
                WHERE message_id = webhook_messages.id AND state = 'pending'
              )
              AND ${isPrunedHere(sql, "webhookMessages")}
            LIMIT ${DELETE_BATCH}
          )
          RETURNING id`)
      )
    })
  })
)
