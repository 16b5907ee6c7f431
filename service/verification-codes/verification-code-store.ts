/** The SQL of verification codes. */
import { Context, Effect, Layer, type Schema } from "effect"
import { SqlClient } from "effect/sql"
import { hashOpaqueToken } from "../crypto/opaque-token.ts"
import { run } from "../sql/rows.ts"

/** What a code proves. */
export type CodeKind = "mfa_attempt"

export interface NewVerificationCode {
  readonly id: string
  readonly projectId: string
  readonly userId: string | null
  readonly kind: CodeKind
  /** 45 characters; only its hash is stored. */
  readonly code: string
  readonly data: Schema.Json
  readonly createdAt: number
  readonly expiresAt: number
}

export class VerificationCodeStore extends Context.Service<VerificationCodeStore, {
  readonly insert: (code: NewVerificationCode) => Effect.Effect<void>
}>()("keystile/service/VerificationCodeStore") {}

/** The first six characters of a code are what people type; attempts are counted against the rest. */
const TYPED_LENGTH = 6

export const layer: Layer.Layer<VerificationCodeStore, never, SqlClient.SqlClient> = Layer.effect(
  VerificationCodeStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    return VerificationCodeStore.of({
      insert: (code) =>
        run(sql`
          INSERT INTO verification_codes (
            id, project_id, user_id, kind, code_hash, tail_hash, callback_url, data, attempts, created_at, expires_at,
            used_at
          )
          VALUES (
            ${code.id}, ${code.projectId}, ${code.userId}, ${code.kind}, ${hashOpaqueToken(code.code)},
            ${hashOpaqueToken(code.code.slice(TYPED_LENGTH))}, NULL, ${JSON.stringify(code.data)}, 0,
            ${code.createdAt}, ${code.expiresAt}, NULL
          )`)
    })
  })
)
