/** The SQL of webhook messages. */
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Millis } from "../../core/schema/fields/millis.ts"
import { WebhookDeliveryState } from "../../core/schema/webhook.ts"
import { wire } from "../../core/schema/wire.ts"
import { DELETE_BATCH, deleteInBatches } from "../sql/delete-in-batches.ts"
import { inTexts, isPrunedHere } from "../sql/dialect.ts"
import { rowsOf, run } from "../sql/rows.ts"
import { fairShare } from "./fair-share.ts"

export interface NewMessage {
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
export interface MessageFilter {
  readonly state: WebhookDeliveryState | null
  readonly targetId: string | null
  readonly limit: number
}

/** Selects the deliveries that are sent again. Times are in epoch milliseconds. */
export interface Resending {
  /** All targets that receive the message without one. */
  readonly targetId: string | null
  /** Leaves out deliveries with an attempt after this time. */
  readonly unlessAttemptedAfter: number | null
  readonly now: number
}

const deliveryFields = {
  targetId: Schema.String,
  url: Schema.String,
  state: WebhookDeliveryState,
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

export const Attempt = wire(
  {
    targetId: Schema.String,
    attemptedAt: Millis,
    durationMillis: Schema.Int,
    status: Schema.NullOr(Schema.Int),
    /** The reason why there was no response. */
    problem: Schema.NullOr(Schema.String),
    /** The beginning of the response body. */
    responseBody: Schema.NullOr(Schema.String)
  },
  { responseBody: "answer" }
)
export type Attempt = typeof Attempt.Type

export const WholeMessage = wire({ message: Message, payload: Schema.String, attempts: Schema.Array(Attempt) })
export type WholeMessage = typeof WholeMessage.Type

export class MessageStore extends Context.Service<
  MessageStore,
  {
    /** Returns the ids of the targets of a project that receive a type of events. */
    readonly receivers: (projectId: string, type: string) => Effect.Effect<ReadonlyArray<string>>
    /** Inserts a message with its deliveries. */
    readonly insert: (message: NewMessage) => Effect.Effect<void>
    /** Lists messages, the newest first. State and target select those with such a delivery. */
    readonly list: (projectId: string, filter: MessageFilter) => Effect.Effect<ReadonlyArray<Message>>
    /** Finds a message with its last 100 attempts, the newest first. */
    readonly find: (projectId: string, id: string) => Effect.Effect<WholeMessage | null>
    /**
     * Makes deliveries pending again. One with an attempt under way stays as it is, so that nothing is sent twice.
     * Returns `false` if the message or its target does not exist. Must run within a transaction.
     */
    readonly sendAgain: (projectId: string, id: string, which: Resending) => Effect.Effect<boolean>
    /**
     * Deletes the oldest messages without pending deliveries, in bounded batches. Projects share the capacity: only
     * messages of those that exceed their share are deleted.
     */
    readonly prune: Effect.Effect<void>
  }
>()("keystile/service/WebhookMessageStore") {}

/** The capacity for the messages of all projects, besides those with pending deliveries. */
interface Capacity {
  readonly messages: number
  /** A message with the largest images and metadata has 17 MB. */
  readonly bytes: number
}

const CAPACITY: Capacity = { messages: 5000, bytes: 200_000_000 }

const Head = wire({ id: Schema.String, type: Schema.String, payload: Schema.String, createdAt: Millis })
type Head = typeof Head.Type

const heads = rowsOf(Head)
const deliveries = rowsOf(wire({ ...deliveryFields, messageId: Schema.String }))
const attempts = rowsOf(Attempt)
const ids = rowsOf(wire({ id: Schema.String }))
const volumes = rowsOf(wire({ projectId: Schema.String, messages: Schema.Int, bytes: Schema.Int }))
const filters = rowsOf(
  wire({ id: Schema.String, eventTypes: Schema.NullOr(Schema.fromJsonString(Schema.Array(Schema.String))) })
)

/** A time that no attempt is after. */
const NEVER = 8.64e15

export const layerWith = (capacity: Capacity): Layer.Layer<MessageStore, never, SqlClient.SqlClient> =>
  Layer.effect(
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

      const receivers = (projectId: string, type: string) =>
        Effect.map(
          filters.all(sql`SELECT id, event_types FROM webhook_targets WHERE project_id = ${projectId}`),
          (targets) => targets.filter(({ eventTypes }) => eventTypes?.includes(type) ?? true).map(({ id }) => id)
        )

      /** Deletes the messages of a project that exceed its share, the oldest ones. */
      const pruneProject = (projectId: string, share: Capacity) =>
        deleteInBatches(sql`
          DELETE FROM webhook_messages WHERE id IN (
            SELECT id FROM webhook_messages
            WHERE project_id = ${projectId}
              AND (created_at, rowid) <= (
                SELECT created_at, rowid FROM (
                  SELECT created_at, rowid,
                    sum(1) OVER (ORDER BY created_at DESC, rowid DESC) AS messages,
                    sum(bytes) OVER (ORDER BY created_at DESC, rowid DESC) AS bytes
                  FROM (
                    SELECT created_at, rowid, octet_length(payload) AS bytes FROM webhook_messages
                    WHERE project_id = ${projectId}
                    ORDER BY created_at DESC, rowid DESC LIMIT ${share.messages + 1}
                  ) AS newest
                ) AS counted
                WHERE messages > ${share.messages} OR bytes > ${share.bytes}
                ORDER BY created_at DESC, rowid DESC LIMIT 1
              )
              AND NOT EXISTS (
                SELECT 1 FROM webhook_deliveries
                WHERE message_id = webhook_messages.id AND state = 'pending'
              )
              AND ${isPrunedHere(sql, "webhookMessages")}
            LIMIT ${DELETE_BATCH}
          )
          RETURNING id`)

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
        sendAgain: Effect.fnUntraced(function* (projectId, id, { now, targetId, unlessAttemptedAfter }) {
          const head = yield* heads.first(sql`
            SELECT id, type, '' AS payload, created_at FROM webhook_messages
            WHERE project_id = ${projectId} AND id = ${id}`)
          if (head === null) return false
          // Targets that were added later get it as well.
          const known = yield* ids.all(sql`SELECT target_id AS id FROM webhook_deliveries WHERE message_id = ${id}`)
          const all = [...(yield* receivers(projectId, head.type)), ...known.map((one) => one.id)]
          const present = yield* ids.all(sql`
            SELECT id FROM webhook_targets
            WHERE project_id = ${projectId} AND ${inTexts(sql, sql`id`, targetId === null ? all : [targetId])}`)
          if (present.length === 0) return false
          yield* run(sql`
            INSERT INTO webhook_deliveries (message_id, target_id, state, tries, due_at)
            SELECT ${id}, target.id, 'pending', 0, ${now} FROM webhook_targets AS target
            WHERE ${inTexts(
              sql,
              sql`target.id`,
              present.map((one) => one.id)
            )}
              AND NOT EXISTS (
                SELECT 1 FROM webhook_attempts
                WHERE message_id = ${id} AND target_id = target.id AND attempted_at > ${unlessAttemptedAfter ?? NEVER}
              )
            ON CONFLICT (message_id, target_id) DO UPDATE SET state = 'pending', tries = 0, due_at = excluded.due_at
            WHERE webhook_deliveries.claim IS NULL`)
          return true
        }),
        prune: Effect.gen(function* () {
          const stored = yield* volumes.all(sql`
            SELECT id AS project_id,
              (
                SELECT count(*) FROM (
                  SELECT 1 FROM webhook_messages WHERE project_id = projects.id LIMIT ${capacity.messages + 1}
                ) AS counted
              ) AS messages,
              (
                SELECT sum(bytes) FROM (
                  SELECT octet_length(payload) AS bytes FROM webhook_messages
                  WHERE project_id = projects.id ORDER BY created_at DESC LIMIT ${capacity.messages + 1}
                ) AS newest
              ) AS bytes
            FROM projects WHERE EXISTS (SELECT 1 FROM webhook_messages WHERE project_id = projects.id)`)
          const share: Capacity = {
            messages: fairShare(
              stored.map(({ messages }) => messages),
              capacity.messages
            ),
            bytes: fairShare(
              stored.map(({ bytes }) => bytes),
              capacity.bytes
            )
          }
          for (const { bytes, messages, projectId } of stored) {
            if (messages > share.messages || bytes > share.bytes) yield* pruneProject(projectId, share)
          }
        })
      })
    })
  )

export const layer = layerWith(CAPACITY)
