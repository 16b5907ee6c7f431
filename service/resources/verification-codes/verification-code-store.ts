/**
 * Stores verification codes as keyed hashes. Codes of an earlier version have hashes without a key, and are found until
 * they expire.
 */
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { hashOpaqueToken } from "../../crypto/opaque-token.ts"
import { CodeHasher } from "../../crypto/secrets/code-hasher.ts"
import { exists, JsonText, rowsOf, run } from "../../sql/rows.ts"

/** The kind of a code. */
export type VerificationCodeKind =
  | "email_verification"
  | "magic_link"
  | "mfa_attempt"
  | "passkey_authentication"
  | "passkey_registration"
  | "password_reset"
  | "team_invitation"

interface NewVerificationCode {
  readonly id: string
  readonly projectId: string
  readonly userId: string | null
  readonly kind: VerificationCodeKind
  /** A text of 45 characters, of which only the hash is stored. */
  readonly code: string
  readonly callbackUrl: string | null
  readonly data: Schema.Json
  /** Epoch milliseconds. */
  readonly createdAt: number
  readonly expiresAt: number
}

const CodeRow = Schema.Struct({
  id: Schema.String,
  userId: Schema.NullOr(Schema.String),
  callbackUrl: Schema.NullOr(Schema.String),
  data: JsonText,
  attempts: Schema.Int,
  createdAt: Schema.Int,
  expiresAt: Schema.Int,
  usedAt: Schema.NullOr(Schema.Int)
})

/** The stored data of a code. Times are epoch milliseconds. */
export type VerificationCode = typeof CodeRow.Type

const { first } = rowsOf(CodeRow)

export class VerificationCodeStore extends Context.Service<
  VerificationCodeStore,
  {
    readonly insert: (code: NewVerificationCode) => Effect.Effect<void>
    readonly find: (
      projectId: string,
      kind: VerificationCodeKind,
      code: string
    ) => Effect.Effect<VerificationCode | null>
    /** Counts an attempt for all codes of the project with the same last 39 characters. */
    readonly countAttempt: (projectId: string, code: string) => Effect.Effect<void>
    /** Marks the code as used. Returns whether this was the first use. */
    readonly markUsed: (id: string, now: number) => Effect.Effect<boolean>
    /** Returns whether the code was not deleted, e.g. by a revocation since its use. */
    readonly exists: (id: string) => Effect.Effect<boolean>
    /**
     * Deletes the codes of a user's sign-ins that require the second factor, also those that are being completed. A
     * removed sign-in method may have been the first factor.
     */
    readonly removeAttempts: (userId: string) => Effect.Effect<void>
  }
>()("keystile/service/VerificationCodeStore") {}

/** The number of characters at the start of a code that users type. Attempts are counted by the other ones. */
const TYPED_LENGTH = 6

const tailOf = (code: string) => code.slice(TYPED_LENGTH)

export const layer: Layer.Layer<VerificationCodeStore, never, CodeHasher | SqlClient.SqlClient> = Layer.effect(
  VerificationCodeStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const hash = yield* CodeHasher
    /** The hashes under which a code may be stored. */
    const hashes = (code: string) => sql.in([hash(code), hashOpaqueToken(code)])
    return VerificationCodeStore.of({
      insert: (code) =>
        run(sql`
          INSERT INTO verification_codes (
            id, project_id, user_id, kind, code_hash, tail_hash, callback_url, data, attempts, created_at, expires_at,
            used_at
          )
          VALUES (
            ${code.id}, ${code.projectId}, ${code.userId}, ${code.kind}, ${hash(code.code)},
            ${hash(tailOf(code.code))}, ${code.callbackUrl}, ${JSON.stringify(code.data)}, 0,
            ${code.createdAt}, ${code.expiresAt}, NULL
          )`),
      find: (projectId, kind, code) =>
        first(sql`
          SELECT
            id, user_id AS "userId", callback_url AS "callbackUrl", data, attempts, created_at AS "createdAt",
            expires_at AS "expiresAt", used_at AS "usedAt"
          FROM verification_codes
          WHERE project_id = ${projectId} AND kind = ${kind} AND code_hash IN ${hashes(code)}`),
      countAttempt: (projectId, code) =>
        run(sql`
          UPDATE verification_codes SET attempts = attempts + 1
          WHERE project_id = ${projectId} AND tail_hash IN ${hashes(tailOf(code))}`),
      markUsed: (id, now) =>
        exists(sql`
          UPDATE verification_codes SET used_at = ${now} WHERE id = ${id} AND used_at IS NULL RETURNING id`),
      exists: (id) => exists(sql`SELECT 1 FROM verification_codes WHERE id = ${id}`),
      removeAttempts: (userId) =>
        run(sql`DELETE FROM verification_codes WHERE user_id = ${userId} AND kind = 'mfa_attempt'`)
    })
  })
)
