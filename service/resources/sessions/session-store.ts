/** The SQL of sessions. */
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { wire } from "../../../core/schema/wire.ts"
import type { TokenSubject } from "../../crypto/access-tokens.ts"
import { hashOpaqueToken } from "../../crypto/opaque-token.ts"
import { recordActivity } from "../../sql/dialect.ts"
import { exists, rowsOf, run } from "../../sql/rows.ts"
import { withoutSynchronousCommit } from "../../sql/synchronous-commit.ts"

export interface NewSession {
  readonly id: string
  readonly projectId: string
  readonly userId: string
  readonly refreshToken: string
  readonly createdAt: number
  /** `null`: never. */
  readonly expiresAt: number | null
}

export class SessionStore extends Context.Service<
  SessionStore,
  {
    /** The user and the session of a refresh token that is valid at the given time. */
    readonly find: (projectId: string, refreshToken: string, now: number) => Effect.Effect<TokenSubject | null>
    /** Whether the session of an access token was not revoked. It may have expired or been signed out. */
    readonly exists: (subject: TokenSubject) => Effect.Effect<boolean>
    readonly insert: (session: NewSession) => Effect.Effect<void>
    /**
     * Signs out: the session expires now, and its access tokens stay valid until they expire, as on the wire.
     *
     * @returns whether the session was valid at the given time
     */
    readonly end: (projectId: string, refreshToken: string, now: number) => Effect.Effect<boolean>
    /**
     * Revokes all sessions of a user, the access tokens that were issued for them, and the sign-ins with a provider that
     * have not finished. Belongs in a transaction.
     */
    readonly revokeAll: (projectId: string, userId: string) => Effect.Effect<void>
    /** Revokes all sessions of a user but the one of this refresh token. */
    readonly revokeOthers: (projectId: string, userId: string, kept: string) => Effect.Effect<void>
    /** Each access token that is issued counts as activity of its user (wire, section 4). */
    readonly recordActivity: (projectId: string, userId: string, now: number) => Effect.Effect<void>
  }
>()("keystile/service/SessionStore") {}

const DAY_MILLIS = 86_400_000

const subjects = rowsOf(wire({ userId: Schema.String, sessionId: Schema.String }))

export const layer: Layer.Layer<SessionStore, never, SqlClient.SqlClient> = Layer.effect(
  SessionStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    // Unused authorization codes would start a session, and flows of the type `link` would connect an account.
    const revokeFlows = (projectId: string, userId: string) =>
      Effect.andThen(
        run(sql`
          DELETE FROM oauth_authorization_codes
          WHERE project_id = ${projectId} AND user_id = ${userId} AND used_at IS NULL`),
        run(sql`DELETE FROM oauth_flows WHERE project_id = ${projectId} AND user_id = ${userId}`)
      )

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
      revokeAll: (projectId, userId) =>
        Effect.andThen(
          run(sql`DELETE FROM sessions WHERE project_id = ${projectId} AND user_id = ${userId}`),
          revokeFlows(projectId, userId)
        ),
      revokeOthers: (projectId, userId, kept) =>
        Effect.andThen(
          run(sql`
            DELETE FROM sessions
            WHERE project_id = ${projectId} AND user_id = ${userId} AND refresh_token_hash <> ${hashOpaqueToken(kept)}`),
          revokeFlows(projectId, userId)
        ),
      recordActivity: (projectId, userId, now) =>
        withoutSynchronousCommit(recordActivity(sql, { projectId, userId, now, day: Math.floor(now / DAY_MILLIS) }))
    })
  })
)
