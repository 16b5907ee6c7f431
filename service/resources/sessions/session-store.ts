/** Stores sessions. */
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { wire } from "../../../core/schema/wire.ts"
import type { TokenSubject } from "../../crypto/access-tokens.ts"
import { hashOpaqueToken } from "../../crypto/opaque-token.ts"
import { exists, rowsOf, run } from "../../sql/rows.ts"

export interface NewSession {
  readonly id: string
  readonly projectId: string
  readonly userId: string
  readonly refreshToken: string
  readonly createdAt: number
  /** `null` for a session that does not expire. */
  readonly expiresAt: number | null
}

export class SessionStore extends Context.Service<
  SessionStore,
  {
    /** Returns the user and the session of a refresh token; `null` if it is not valid at the given time. */
    readonly find: (projectId: string, refreshToken: string, now: number) => Effect.Effect<TokenSubject | null>
    /** Returns whether the session of an access token was not revoked. It may have expired or been signed out. */
    readonly exists: (subject: TokenSubject) => Effect.Effect<boolean>
    readonly insert: (session: NewSession) => Effect.Effect<void>
    /**
     * Signs out: the session expires now, and its access tokens stay valid until they expire, as on the wire.
     *
     * @returns whether the session was valid at the given time
     */
    readonly end: (projectId: string, refreshToken: string, now: number) => Effect.Effect<boolean>
    /** Deletes all sessions of a user. Their access tokens are refused from then on. */
    readonly removeAll: (projectId: string, userId: string) => Effect.Effect<void>
    /** Deletes all sessions of a user but the one of this refresh token. */
    readonly removeOthers: (projectId: string, userId: string, kept: string) => Effect.Effect<void>
    /** Deletes the session with this hash of its refresh token, if there is one. */
    readonly removeByTokenHash: (refreshTokenHash: string) => Effect.Effect<void>
  }
>()("keystile/service/SessionStore") {}

const subjects = rowsOf(wire({ userId: Schema.String, sessionId: Schema.String }))

export const layer: Layer.Layer<SessionStore, never, SqlClient.SqlClient> = Layer.effect(
  SessionStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    return SessionStore.of({
      find: (projectId, refreshToken, now) =>
        subjects.first(sql`
          SELECT user_id, id AS session_id FROM sessions
          WHERE refresh_token_hash = ${hashOpaqueToken(refreshToken)} AND project_id = ${projectId}
            AND (expires_at IS NULL OR expires_at > ${now})`),
      exists: ({ sessionId, userId }) =>
        exists(sql`SELECT 1 FROM sessions WHERE id = ${sessionId} AND user_id = ${userId}`),
      insert: (session) =>
        run(sql`
          INSERT INTO sessions (id, project_id, user_id, refresh_token_hash, created_at, expires_at)
          VALUES (
            ${session.id}, ${session.projectId}, ${session.userId}, ${hashOpaqueToken(session.refreshToken)},
            ${session.createdAt}, ${session.expiresAt}
          )`),
      end: (projectId, refreshToken, now) =>
        exists(sql`
          UPDATE sessions SET expires_at = ${now}
          WHERE refresh_token_hash = ${hashOpaqueToken(refreshToken)} AND project_id = ${projectId}
            AND (expires_at IS NULL OR expires_at > ${now})
          RETURNING id`),
      removeAll: (projectId, userId) =>
        run(sql`DELETE FROM sessions WHERE project_id = ${projectId} AND user_id = ${userId}`),
      removeOthers: (projectId, userId, kept) =>
        run(sql`
          DELETE FROM sessions
          WHERE project_id = ${projectId} AND user_id = ${userId} AND refresh_token_hash <> ${hashOpaqueToken(kept)}`),
      removeByTokenHash: (refreshTokenHash) =>
        run(sql`DELETE FROM sessions WHERE refresh_token_hash = ${refreshTokenHash}`)
    })
  })
)
