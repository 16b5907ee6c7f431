/** Stores the audit log. Nothing changes an entry, and pruning deletes old ones only. */
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { AuditActorType, type AuditEntry, AuditOutcome } from "../../core/schema/audit-entry.ts"
import { Millis } from "../../core/schema/fields/millis.ts"
import { wire } from "../../core/schema/wire.ts"
import { auditTeamId } from "../sql/audit-team-id.ts"
import { decodeCursor, encodeCursor } from "../sql/page-position.ts"
import { rowsOf, run } from "../sql/rows.ts"

export interface NewAuditEntry extends Omit<AuditEntry, "at"> {
  /** Epoch milliseconds. */
  readonly createdAt: number
  /** `null` for what concerns the whole installation. */
  readonly projectId: string | null
}

/** Times are in epoch milliseconds. */
export interface AuditFilter {
  /** All projects without one. */
  readonly projectId: string | null
  /** The user whom entries are about. */
  readonly userId: string | null
  /** The team that entries are about. */
  readonly teamId: string | null
  readonly action: string | null
  readonly actorId: string | null
  readonly since: number | null
  readonly until: number | null
  /** See `cursorOf`. */
  readonly cursor: string | null
  readonly limit: number
}

/** An entry with the project that it belongs to. Entries of one moment are in the order of their positions. */
export type StoredAuditEntry = AuditEntry & { readonly projectId: string | null; readonly position: number }

export class AuditLog extends Context.Service<
  AuditLog,
  {
    /** Appends an entry, unless there is one with this id. */
    readonly append: (entry: NewAuditEntry) => Effect.Effect<void>
    /** Lists entries, the newest first. */
    readonly list: (filter: AuditFilter) => Effect.Effect<ReadonlyArray<StoredAuditEntry>>
  }
>()("keystile/service/AuditLog") {}

const entries = rowsOf(
  wire({
    position: Schema.Int,
    id: Schema.String,
    createdAt: Millis,
    projectId: Schema.NullOr(Schema.String),
    action: Schema.String,
    outcome: AuditOutcome,
    code: Schema.NullOr(Schema.String),
    actorType: AuditActorType,
    actorId: Schema.NullOr(Schema.String),
    address: Schema.NullOr(Schema.String),
    userAgent: Schema.NullOr(Schema.String),
    requestId: Schema.NullOr(Schema.String),
    targets: Schema.fromJsonString(Schema.Record(Schema.String, Schema.String)),
    changedFields: Schema.fromJsonString(Schema.Array(Schema.String)),
    clearedFields: Schema.fromJsonString(Schema.Array(Schema.String)),
    reason: Schema.NullOr(Schema.String)
  })
)

/** Returns the cursor of the page after an entry. */
export const cursorOf = ({ at, position }: StoredAuditEntry): string =>
  encodeCursor({ at: at.getTime(), id: String(position) })

export const layer: Layer.Layer<AuditLog, never, SqlClient.SqlClient> = Layer.effect(
  AuditLog,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    return AuditLog.of({
      append: (entry) =>
        run(sql`
          INSERT INTO audit_log (
            id, created_at, project_id, user_id, action, outcome, code, actor_type, actor_id, address, user_agent,
            request_id, targets, changed_fields, cleared_fields, reason
          )
          VALUES (
            ${entry.id}, ${entry.createdAt}, ${entry.projectId}, ${entry.targets["user_id"] ?? null}, ${entry.action},
            ${entry.outcome}, ${entry.code}, ${entry.actor.type}, ${entry.actor.id}, ${entry.address},
            ${entry.userAgent}, ${entry.requestId}, ${JSON.stringify(entry.targets)},
            ${JSON.stringify(entry.changedFields)}, ${JSON.stringify(entry.clearedFields)}, ${entry.reason ?? null}
          )
          ON CONFLICT (id) DO NOTHING`),
      list: ({ action, actorId, cursor, limit, projectId, since, teamId, until, userId }) => {
        const conditions = [sql`created_at >= ${since ?? 0}`]
        if (projectId !== null) conditions.push(sql`project_id = ${projectId}`)
        if (userId !== null) conditions.push(sql`user_id = ${userId}`)
        if (teamId !== null) conditions.push(sql`${auditTeamId(sql)} = ${teamId}`)
        if (action !== null) conditions.push(sql`action = ${action}`)
        if (actorId !== null) conditions.push(sql`actor_id = ${actorId}`)
        if (until !== null) conditions.push(sql`created_at < ${until}`)
        const after = cursor === null ? null : decodeCursor(cursor)
        if (after !== null) conditions.push(sql`(created_at, position) < (${after.at}, ${Number(after.id)})`)
        const found = entries.all(sql`
          SELECT position, id, created_at, project_id, action, outcome, code, actor_type, actor_id, address,
            user_agent, request_id, targets, changed_fields, cleared_fields, reason
          FROM audit_log
          WHERE ${sql.and(conditions)}
          ORDER BY created_at DESC, position DESC
          LIMIT ${limit}`)
        return Effect.map(found, (rows) =>
          rows.map(({ actorId, actorType, createdAt, reason, ...row }) => ({
            ...row,
            at: createdAt,
            actor: { type: actorType, id: actorId },
            ...(reason !== null && { reason })
          }))
        )
      }
    })
  })
)
