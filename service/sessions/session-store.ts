/** The SQL of sessions. */
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { wire } from "../../core/schema/wire.ts"
import { hashOpaqueToken } from "../crypto/opaque-token.ts"
import { noteActivity } from "../sql/dialect.ts"
import { rowsOf, run } from "../sql/rows.ts"
import { withoutWaiting } from "../sql/waiting.ts"

export interface NewSession {
  readonly id: string
  readonly projectId: string
  readonly userId: string
  readonly refreshToken: string
  readonly createdAt: number
  /** `null`: never. */
  readonly expiresAt: number | null
}

export class SessionStore extends Context.Service<SessionStore, {
  /** The user of a refresh token that is good at the given time. */
  readonly findUser: (projectId: string, refreshToken: string, now: number) => Effect.Effect<string | null>
  readonly insert: (session: NewSession) => Effect.Effect<void>
  /** Whether there was such a session that was good at the given time. It is gone either way. */
  readonly remove: (projectId: string, refreshToken: string, now: number) => Effect.Effect<boolean>
  readonly removeAll: (projectId: string, userId: string) => Effect.Effect<void>
  /** All of a user but the one of this refresh token. */
  readonly removeOthers: (projectId: string, userId: string, kept: string) => Effect.Effect<void>
  /** Each access token that is issued counts as activity of its user (wire, section 4). */
  readonly noteActivity: (projectId: string, userId: string, now: number) => Effect.Effect<void>
}>()("keystile/service/SessionStore") {}

const DAY_MILLIS = 86_400_000

const owners = rowsOf(wire({ userId: Schema.String }))
const expiries = rowsOf(wire({ expiresAt: Schema.NullOr(Schema.Finite) }))

export const layer: Layer.Layer<SessionStore, never, SqlClient.SqlClient> = Layer.effect(
  SessionStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    return SessionStore.of({
      findUser: (projectId, refreshToken, now) =>
        Effect.map(
          owners.first(sql`
            SELECT user_id FROM sessions
            WHERE refresh_token_hash = ${hashOpaqueToken(refreshToken)} AND project_id = ${projectId}
              AND (expires_at IS NULL OR expires_at > ${now})`),
          (row) => row === null ? null : row.userId
        ),
      insert: (session) =>
        run(sql`
          INSERT INTO sessions (id, project_id, user_id, refresh_token_hash, created_at, expires_at)
          VALUES (
            ${session.id}, ${session.projectId}, ${session.userId}, ${hashOpaqueToken(session.refreshToken)},
            ${session.createdAt}, ${session.expiresAt}
          )`),
      remove: (projectId, refreshToken, now) =>
        Effect.map(
          expiries.first(sql`
            DELETE FROM sessions
            WHERE refresh_token_hash = ${hashOpaqueToken(refreshToken)} AND project_id = ${projectId}
            RETURNING expires_at`),
          (row) => row !== null && (row.expiresAt === null || row.expiresAt > now)
        ),
      removeAll: (projectId, userId) =>
        run(sql`DELETE FROM sessions WHERE project_id = ${projectId} AND user_id = ${userId}`),
      removeOthers: (projectId, userId, kept) =>
        run(sql`
          DELETE FROM sessions
          WHERE project_id = ${projectId} AND user_id = ${userId} AND refresh_token_hash <> ${hashOpaqueToken(kept)}`),
      noteActivity: (projectId, userId, now) =>
        withoutWaiting(noteActivity(sql, { projectId, userId, now, day: Math.floor(now / DAY_MILLIS) }))
    })
  })
)
