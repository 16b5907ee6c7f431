/** Stores sign-ins on a command line. Both codes are stored as hashes, and no token is. */
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Millis } from "../../../core/schema/fields/millis.ts"
import { wire } from "../../../core/schema/wire.ts"
import { hashOpaqueToken } from "../../crypto/opaque-token.ts"
import type { ClientDevice } from "../../request/client-device.ts"
import { exists, rowsOf, run } from "../../sql/rows.ts"

interface NewCommandLineSignIn {
  readonly id: string
  readonly projectId: string
  readonly pollingCode: string
  readonly loginCode: string
  readonly device: ClientDevice
  /** The session of the anonymous user on the command line; `null` without one. */
  readonly anonymousSessionId: string | null
  /** Epoch milliseconds. */
  readonly createdAt: number
  readonly expiresAt: number
}

const CommandLineSignIn = wire({
  id: Schema.String,
  address: Schema.NullOr(Schema.String),
  userAgent: Schema.NullOr(Schema.String),
  anonymousSessionId: Schema.NullOr(Schema.String),
  claimedAt: Schema.NullOr(Millis),
  createdAt: Millis,
  expiresAt: Millis,
  /** The user who approved it; `null` before. */
  userId: Schema.NullOr(Schema.String),
  /** The session of that user in the browser. */
  sessionId: Schema.NullOr(Schema.String),
  deniedAt: Schema.NullOr(Millis),
  usedAt: Schema.NullOr(Millis)
})
export type CommandLineSignIn = typeof CommandLineSignIn.Type

/** The user who approves, and the session. */
export interface Approval {
  readonly userId: string
  readonly sessionId: string
}

export class CommandLineStore extends Context.Service<
  CommandLineStore,
  {
    readonly insert: (signIn: NewCommandLineSignIn) => Effect.Effect<void>
    readonly findByPollingCode: (projectId: string, code: string) => Effect.Effect<CommandLineSignIn | null>
    readonly findByLoginCode: (projectId: string, code: string) => Effect.Effect<CommandLineSignIn | null>
    /** Records a poll. Returns false if the one before it was less than `interval` milliseconds ago. */
    readonly recordPoll: (id: string, now: number, interval: number) => Effect.Effect<boolean>
    /** Approves a sign-in. Returns false if it was approved or denied before. */
    readonly approve: (id: string, approval: Approval) => Effect.Effect<boolean>
    /** Denies a sign-in. Returns false if it was approved or denied before. */
    readonly deny: (id: string, now: number) => Effect.Effect<boolean>
    /** Records that the session of the anonymous user was claimed. Returns whether this was the first time. */
    readonly claim: (id: string, now: number) => Effect.Effect<boolean>
    /** Marks an approved sign-in as used. Returns whether this was the first use. */
    readonly markUsed: (id: string, now: number) => Effect.Effect<boolean>
    /** Lets a sign-in expire now. */
    readonly expire: (id: string, now: number) => Effect.Effect<void>
  }
>()("keystile/service/CommandLineStore") {}

const signIns = rowsOf(CommandLineSignIn)

export const layer: Layer.Layer<CommandLineStore, never, SqlClient.SqlClient> = Layer.effect(
  CommandLineStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const columns = sql.literal(
      "id, address, user_agent, anonymous_session_id, claimed_at, created_at, expires_at, user_id, session_id, " +
        "denied_at, used_at"
    )
    const isOpen = sql.literal("user_id IS NULL AND denied_at IS NULL")

    return CommandLineStore.of({
      insert: ({ device, ...signIn }) =>
        run(sql`
          INSERT INTO command_line_sign_ins (
            id, project_id, polling_code_hash, login_code_hash, address, user_agent, anonymous_session_id, created_at,
            expires_at
          )
          VALUES (
            ${signIn.id}, ${signIn.projectId}, ${hashOpaqueToken(signIn.pollingCode)},
            ${hashOpaqueToken(signIn.loginCode)}, ${device.ipAddress}, ${device.userAgent},
            ${signIn.anonymousSessionId}, ${signIn.createdAt}, ${signIn.expiresAt}
          )`),
      findByPollingCode: (projectId, code) =>
        signIns.first(sql`
          SELECT ${columns} FROM command_line_sign_ins
          WHERE polling_code_hash = ${hashOpaqueToken(code)} AND project_id = ${projectId}`),
      findByLoginCode: (projectId, code) =>
        signIns.first(sql`
          SELECT ${columns} FROM command_line_sign_ins
          WHERE login_code_hash = ${hashOpaqueToken(code)} AND project_id = ${projectId}`),
      // The clock may have gone back since the last poll.
      recordPoll: (id, now, interval) =>
        exists(sql`
          UPDATE command_line_sign_ins SET polled_at = ${now}
          WHERE id = ${id} AND (polled_at IS NULL OR polled_at <= ${now - interval} OR polled_at > ${now})
          RETURNING id`),
      approve: (id, { sessionId, userId }) =>
        exists(sql`
          UPDATE command_line_sign_ins SET user_id = ${userId}, session_id = ${sessionId}
          WHERE id = ${id} AND ${isOpen}
          RETURNING id`),
      deny: (id, now) =>
        exists(sql`
          UPDATE command_line_sign_ins SET denied_at = ${now} WHERE id = ${id} AND ${isOpen} RETURNING id`),
      claim: (id, now) =>
        exists(sql`
          UPDATE command_line_sign_ins SET claimed_at = ${now}
          WHERE id = ${id} AND claimed_at IS NULL AND ${isOpen}
          RETURNING id`),
      markUsed: (id, now) =>
        exists(sql`
          UPDATE command_line_sign_ins SET used_at = ${now} WHERE id = ${id} AND used_at IS NULL RETURNING id`),
      expire: (id, now) => run(sql`UPDATE command_line_sign_ins SET expires_at = ${now} WHERE id = ${id}`)
    })
  })
)
