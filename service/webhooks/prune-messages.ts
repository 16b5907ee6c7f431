/** Deletes the oldest webhook messages. Projects share the capacity of the database. */
import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { wire } from "../../core/schema/wire.ts"
import { DELETE_BATCH, deleteInBatches } from "../sql/delete-in-batches.ts"
import { isPrunedHere } from "../sql/dialect.ts"
import { rowsOf } from "../sql/rows.ts"
import { fairShare } from "./fair-share.ts"

/** The capacity for the messages of all projects, besides those with pending deliveries. */
export interface MessageCapacity {
  readonly messages: number
  /** A message with the largest images and metadata has 17 MB. */
  readonly bytes: number
}

export const CAPACITY: MessageCapacity = { messages: 5000, bytes: 200_000_000 }

const volumes = rowsOf(wire({ projectId: Schema.String, messages: Schema.Int, bytes: Schema.Int }))

/** Returns the effect that deletes messages without pending deliveries, of the projects that exceed their share. */
export const makePruneMessages = (sql: SqlClient.SqlClient, capacity: MessageCapacity): Effect.Effect<void> => {
  /** Deletes the messages of a project that exceed its share, the oldest ones. */
  const pruneProject = (projectId: string, share: MessageCapacity) =>
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

  return Effect.gen(function* () {
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
    const share: MessageCapacity = {
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
}
