/** Stores sessions. */
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { Millis } from "../../../core/schema/fields/millis.ts"
import { wire } from "../../../core/schema/wire.ts"
import type { TokenSubject } from "../../crypto/access-tokens.ts"
import { hashOpaqueToken } from "../../crypto/opaque-token.ts"
import type { ClientDevice } from "../../request/client-device.ts"
import { DELETE_BATCH } from "../../sql/delete-in-batches.ts"
import { ReferredRowDeleted } from "../../sql/retry-after-deletion.ts"
import { retryOnConflict } from "../../sql/retry-on-conflict.ts"
import { exists, Flag, rowsOf, run } from "../../sql/rows.ts"

/** An owner who is signed in as a user, and the owner's own session. */
export interface Impersonator {
  readonly ownerId: string
  readonly ownerSessionId: string
}

interface NewSession {
  readonly id: string
  readonly projectId: string
  readonly userId: string
  readonly refreshToken: string
  readonly createdAt: number
  /** The end of a session that is used; `null` for one that does not expire. */
  readonly endsAt: number | null
  /** The time without a refresh after which it expires; `null` for no such limit. */
  readonly idleMillis: number | null
  readonly isImpersonation: boolean
  /** The owner who signs in as the user; `null` for another session. */
  readonly impersonator: Impersonator | null
  /** True if a sign-in on a command line started it. */
  readonly isCommandLine: boolean
  readonly device: ClientDevice
}

/** A session and its last use. */
const SessionRow = wire({
  id: Schema.String,
  createdAt: Millis,
  isImpersonation: Flag,
  impersonatorId: Schema.NullOr(Schema.String),
  impersonatorSessionId: Schema.NullOr(Schema.String),
  isCommandLine: Flag,
  /** `null` if it was not used since versions that did not record it. */
  lastUsedAt: Schema.NullOr(Millis),
  lastAddress: Schema.NullOr(Schema.String),
  lastUserAgent: Schema.NullOr(Schema.String)
})

export type SessionRow = typeof SessionRow.Type

const FoundSession = wire({
  userId: Schema.String,
  sessionId: Schema.String,
  /** The end of a session that is used; `null` for one that does not expire. */
  endsAt: Schema.NullOr(Millis),
  idleMillis: Schema.NullOr(Schema.Finite),
  isImpersonation: Flag,
  /** Both are `null` for a session that no owner started. */
  impersonatorId: Schema.NullOr(Schema.String),
  impersonatorSessionId: Schema.NullOr(Schema.String)
})

/** A session that has not ended. */
export type FoundSession = typeof FoundSession.Type

/** Returns the owner who started a session or gets a code; `null` for all others. */
export const impersonatorOf = ({
  impersonatorId: ownerId,
  impersonatorSessionId: ownerSessionId
}: Pick<FoundSession, "impersonatorId" | "impersonatorSessionId">): Impersonator | null =>
  ownerId === null || ownerSessionId === null ? null : { ownerId, ownerSessionId }

/** Which sessions of a user are listed. */
interface SessionFilter {
  readonly projectId: string
  readonly userId: string
  /** The session of the request, which is always listed. */
  readonly currentId: string | null
  /** True to list the impersonations by the application's server. Those by owners are always listed. */
  readonly hasImpersonations: boolean
  readonly now: number
}

/** The most sessions of a user, with those that have ended and are not deleted yet. */
export const MAX_SESSIONS = 200

/** The use of a session is recorded again after this time, in milliseconds, or if the device changes. */
export const USE_RECORDED_EVERY = 60_000

/** The number of sessions to which one statement applies changed rules: 500 block the event loop for 5 ms on SQLite. */
const RULES_BATCH = 500

const Rules = wire({
  sessionLifetimeMillis: Schema.NullOr(Schema.Finite),
  sessionIdleMillis: Schema.NullOr(Schema.Finite)
})

/** The rules of a project for its sessions. `null` for the default lifetime, and for no idle timeout. */
type SessionRules = typeof Rules.Type

export class SessionStore extends Context.Service<
  SessionStore,
  {
    /** Returns the session of a refresh token; `null` if it is not valid at the given time. */
    readonly find: (projectId: string, refreshToken: string, now: number) => Effect.Effect<FoundSession | null>
    /** Returns a session that has not ended at the given time; `null` otherwise. */
    readonly findById: (projectId: string, sessionId: string, now: number) => Effect.Effect<FoundSession | null>
    /** Returns the session of an access token; `null` if it was revoked. It may have expired or been signed out. */
    readonly ofToken: (subject: TokenSubject) => Effect.Effect<Pick<FoundSession, "impersonatorId"> | null>
    /**
     * Writes a session without a change. A transaction that does so and one that revokes the session are serialized on
     * PostgreSQL: the later one runs again. Belongs in a transaction.
     */
    readonly serializeWithRevocation: (sessionId: string) => Effect.Effect<void>
    /**
     * Returns the rules for a new session. On PostgreSQL they do not change until the end of the transaction: the new
     * session is committed before `applyRules` reads the sessions. A deleted project is a defect for which the request
     * is repeated.
     */
    readonly rulesOf: (projectId: string) => Effect.Effect<SessionRules>
    /**
     * Applies changed rules to open sessions. None ends later than at its start, and none that ended opens again. Its
     * statements read a bounded number of sessions each. Repeat it if it did not end.
     */
    readonly applyRules: (projectId: string, rules: SessionRules, now: number) => Effect.Effect<void>
    /** Adds a session. Deletes the oldest ones of the user beyond {@link MAX_SESSIONS}. Belongs in a transaction. */
    readonly insert: (session: NewSession) => Effect.Effect<void>
    /**
     * Signs out: the session expires now, and its access tokens stay valid until they expire, as on the wire.
     *
     * @returns whether the session was valid at the given time
     */
    readonly end: (projectId: string, refreshToken: string, now: number) => Effect.Effect<boolean>
    /** Deletes all sessions of a user. Their access tokens are refused from then on. */
    readonly removeAll: (projectId: string, userId: string) => Effect.Effect<void>
    /** Records that a session was used now by this device, which extends one with an idle timeout. */
    readonly recordUse: (
      session: Pick<FoundSession, "idleMillis" | "sessionId">,
      now: number,
      device: ClientDevice
    ) => Effect.Effect<void>
    /** Returns the sessions that have not ended, the newest first. */
    readonly list: (filter: SessionFilter) => Effect.Effect<ReadonlyArray<SessionRow>>
    /** Deletes a session, of any user if `userId` is `null`. Returns whether it existed and had not ended. */
    readonly remove: (
      projectId: string,
      userId: string | null,
      sessionId: string,
      now: number
    ) => Effect.Effect<boolean>
    /** Deletes all sessions of a user but this one. */
    readonly removeOthers: (projectId: string, userId: string, currentId: string) => Effect.Effect<void>
    /** Deletes the session with this hash of its refresh token, if there is one. */
    readonly removeByTokenHash: (refreshTokenHash: string) => Effect.Effect<void>
  }
>()("keystile/service/SessionStore") {}

const firstExpiry = ({ createdAt, endsAt, idleMillis }: NewSession): number | null =>
  idleMillis === null ? endsAt : Math.min(endsAt ?? Infinity, createdAt + idleMillis)

const sessions = rowsOf(SessionRow)

const found = rowsOf(FoundSession)

const rules = rowsOf(Rules)

const lastUsers = rowsOf(wire({ userId: Schema.NullOr(Schema.String) }))

const ofTokens = rowsOf(wire({ impersonatorId: Schema.NullOr(Schema.String) }))

export const layer: Layer.Layer<SessionStore, never, SqlClient.SqlClient> = Layer.effect(
  SessionStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    // Sessions of versions before the idle timeout have no other end than expires_at.
    const end = sql`coalesce(ends_at, expires_at)`

    const columns = sql`
      user_id, id AS session_id, ${end} AS ends_at, is_impersonation, impersonator_id, impersonator_session_id,
      (SELECT session_idle_millis FROM project_configs WHERE project_configs.project_id = sessions.project_id)
        AS idle_millis`

    /** The earlier of two times. The first one may be NULL. */
    const earlier = (one: Statement.Fragment, other: Statement.Fragment | number) =>
      sql`CASE WHEN ${one} <= ${other} THEN ${one} ELSE ${other} END`

    const forShare = sql.literal(sql.onDialectOrElse({ pg: () => "FOR SHARE", orElse: () => "" }))

    return SessionStore.of({
      find: (projectId, refreshToken, now) =>
        found.first(sql`
          SELECT ${columns} FROM sessions
          WHERE refresh_token_hash = ${hashOpaqueToken(refreshToken)} AND project_id = ${projectId}
            AND (expires_at IS NULL OR expires_at > ${now})`),
      findById: (projectId, sessionId, now) =>
        found.first(sql`
          SELECT ${columns} FROM sessions
          WHERE id = ${sessionId} AND project_id = ${projectId} AND (expires_at IS NULL OR expires_at > ${now})`),
      serializeWithRevocation: (sessionId) => run(sql`UPDATE sessions SET id = id WHERE id = ${sessionId}`),
      ofToken: ({ sessionId, userId }) =>
        ofTokens.first(sql`SELECT impersonator_id FROM sessions WHERE id = ${sessionId} AND user_id = ${userId}`),
      rulesOf: (projectId) =>
        Effect.flatMap(
          rules.first(sql`
            SELECT session_lifetime_millis, session_idle_millis FROM project_configs WHERE project_id = ${projectId}
            ${forShare}`),
          (row) =>
            row === null ? Effect.die(new ReferredRowDeleted({ table: "project_configs" })) : Effect.succeed(row)
        ),
      applyRules: Effect.fnUntraced(function* (
        projectId,
        { sessionIdleMillis: idle, sessionLifetimeMillis: lifetime },
        now
      ) {
        const newEnd = lifetime === null ? end : earlier(end, sql`created_at + ${lifetime}`)
        const expiry = idle === null ? newEnd : earlier(newEnd, sql`coalesce(last_used_at, created_at) + ${idle}`)
        let after = ""
        while (true) {
          const isAfter = sql`project_id = ${projectId} AND user_id > ${after}`
          const users = sql`SELECT user_id FROM sessions WHERE ${isAfter} ORDER BY user_id LIMIT ${RULES_BATCH}`
          const last = yield* lastUsers.first(sql`SELECT max(user_id) AS user_id FROM (${users}) AS batch`)
          if (last?.userId == null) return
          yield* retryOnConflict(
            run(sql`
              UPDATE sessions SET ends_at = ${newEnd}, expires_at = ${expiry}
              WHERE ${isAfter} AND user_id <= ${last.userId} AND (expires_at IS NULL OR expires_at > ${now})`)
          )
          after = last.userId
          // Requests are handled between two batches.
          yield* Effect.yieldNow
        }
      }),
      insert: Effect.fnUntraced(function* (session) {
        // Users of earlier versions may have more. They lose a bounded number at once.
        yield* run(sql`
          DELETE FROM sessions WHERE id IN (
            SELECT id FROM sessions WHERE project_id = ${session.projectId} AND user_id = ${session.userId}
            ORDER BY created_at DESC
            LIMIT ${sql.literal(String(DELETE_BATCH))} OFFSET ${sql.literal(String(MAX_SESSIONS - 1))}
          )`)
        yield* run(sql`
          INSERT INTO sessions (
            id, project_id, user_id, refresh_token_hash, created_at, ends_at, expires_at, is_impersonation,
            impersonator_id, impersonator_session_id, is_command_line, last_used_at, last_address, last_user_agent
          )
          VALUES (
            ${session.id}, ${session.projectId}, ${session.userId}, ${hashOpaqueToken(session.refreshToken)},
            ${session.createdAt}, ${session.endsAt}, ${firstExpiry(session)}, ${session.isImpersonation ? 1 : 0},
            ${session.impersonator?.ownerId ?? null}, ${session.impersonator?.ownerSessionId ?? null},
            ${session.isCommandLine ? 1 : 0}, ${session.createdAt}, ${session.device.ipAddress},
            ${session.device.userAgent}
          )`)
      }),
      recordUse: ({ idleMillis, sessionId }, now, { ipAddress, userAgent }) =>
        run(sql`
          UPDATE sessions SET last_used_at = ${now}, last_address = ${ipAddress}, last_user_agent = ${userAgent}
            ${idleMillis === null ? sql`` : sql`, ends_at = ${end}, expires_at = ${earlier(end, now + idleMillis)}`}
          WHERE id = ${sessionId} AND (
            last_used_at IS NULL OR last_used_at <= ${now - USE_RECORDED_EVERY}
            OR last_address IS DISTINCT FROM ${ipAddress} OR last_user_agent IS DISTINCT FROM ${userAgent}
          )`),
      list: ({ currentId, hasImpersonations, now, projectId, userId }) =>
        sessions.all(sql`
          SELECT
            id, created_at, is_impersonation, impersonator_id, impersonator_session_id, is_command_line, last_used_at,
            last_address, last_user_agent
          FROM sessions
          WHERE project_id = ${projectId} AND user_id = ${userId} AND (expires_at IS NULL OR expires_at > ${now})
            AND (
              is_impersonation <= ${hasImpersonations ? 1 : 0} OR impersonator_id IS NOT NULL OR id = ${currentId}
            )
          ORDER BY CASE WHEN id = ${currentId} THEN 0 ELSE 1 END, created_at DESC, id
          LIMIT ${sql.literal(String(MAX_SESSIONS))}`),
      remove: (projectId, userId, sessionId, now) =>
        exists(sql`
          DELETE FROM sessions
          WHERE id = ${sessionId} AND project_id = ${projectId} AND (expires_at IS NULL OR expires_at > ${now})
            AND ${userId === null ? sql`1 = 1` : sql`user_id = ${userId}`}
          RETURNING id`),
      end: (projectId, refreshToken, now) =>
        exists(sql`
          UPDATE sessions SET expires_at = ${now}, ends_at = ${now}
          WHERE refresh_token_hash = ${hashOpaqueToken(refreshToken)} AND project_id = ${projectId}
            AND (expires_at IS NULL OR expires_at > ${now})
          RETURNING id`),
      removeAll: (projectId, userId) =>
        run(sql`DELETE FROM sessions WHERE project_id = ${projectId} AND user_id = ${userId}`),
      removeOthers: (projectId, userId, currentId) =>
        run(sql`DELETE FROM sessions WHERE project_id = ${projectId} AND user_id = ${userId} AND id <> ${currentId}`),
      removeByTokenHash: (refreshTokenHash) =>
        run(sql`DELETE FROM sessions WHERE refresh_token_hash = ${refreshTokenHash}`)
    })
  })
)
