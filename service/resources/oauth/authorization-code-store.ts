/** Stores OAuth authorization codes as hashes. */
import { Context, Effect, Layer, Redacted, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { wire } from "../../../core/schema/wire.ts"
import { hashOpaqueToken } from "../../crypto/opaque-token.ts"
import { exists, Flag, rowsOf, run } from "../../sql/rows.ts"
import { ChallengeMethod } from "./flow-store.ts"

const AuthorizationCode = wire({
  codeHash: Schema.String,
  projectId: Schema.String,
  userId: Schema.String,
  redirectUri: Schema.String,
  codeChallenge: Schema.String,
  codeChallengeMethod: ChallengeMethod,
  isNewUser: Flag,
  afterCallbackRedirectUrl: Schema.NullOr(Schema.String),
  createdAt: Schema.Int,
  expiresAt: Schema.Int
})

/** An authorization code by its hash. Times are epoch milliseconds. */
export type AuthorizationCode = typeof AuthorizationCode.Type

export class AuthorizationCodeStore extends Context.Service<
  AuthorizationCodeStore,
  {
    readonly insert: (code: AuthorizationCode) => Effect.Effect<void>
    readonly find: (projectId: string, code: Redacted.Redacted<string>) => Effect.Effect<AuthorizationCode | null>
    /** Marks the code as used. Returns whether this was the first use. */
    readonly markUsed: (codeHash: string, now: number) => Effect.Effect<boolean>
    /** Records the session that the code started. Returns false if the code was used again meanwhile. */
    readonly noteSession: (codeHash: string, refreshToken: Redacted.Redacted<string>) => Effect.Effect<boolean>
    /** Records a second use. Returns the hash of the refresh token of the session that the first use started. */
    readonly markReplayed: (codeHash: string, now: number) => Effect.Effect<string | null>
    /** Deletes the codes of a user that were not used. */
    readonly removeUnused: (projectId: string, userId: string) => Effect.Effect<void>
  }
>()("keystile/service/AuthorizationCodeStore") {}

const codes = rowsOf(AuthorizationCode)
const started = rowsOf(wire({ refreshTokenHash: Schema.NullOr(Schema.String) }))

export const layer: Layer.Layer<AuthorizationCodeStore, never, SqlClient.SqlClient> = Layer.effect(
  AuthorizationCodeStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    return AuthorizationCodeStore.of({
      insert: (code) =>
        run(sql`
          INSERT INTO oauth_authorization_codes (
            code_hash, project_id, user_id, redirect_uri, code_challenge, code_challenge_method, is_new_user,
            after_callback_redirect_url, created_at, expires_at
          )
          VALUES (
            ${code.codeHash}, ${code.projectId}, ${code.userId}, ${code.redirectUri}, ${code.codeChallenge},
            ${code.codeChallengeMethod}, ${code.isNewUser}, ${code.afterCallbackRedirectUrl}, ${code.createdAt},
            ${code.expiresAt}
          )`),
      find: (projectId, code) =>
        codes.first(sql`
          SELECT * FROM oauth_authorization_codes
          WHERE code_hash = ${hashOpaqueToken(Redacted.value(code))} AND project_id = ${projectId}`),
      markUsed: (codeHash, now) =>
        exists(sql`
          UPDATE oauth_authorization_codes SET used_at = ${now}
          WHERE code_hash = ${codeHash} AND used_at IS NULL
          RETURNING code_hash`),
      noteSession: (codeHash, refreshToken) =>
        exists(sql`
          UPDATE oauth_authorization_codes SET refresh_token_hash = ${hashOpaqueToken(Redacted.value(refreshToken))}
          WHERE code_hash = ${codeHash} AND replayed_at IS NULL
          RETURNING code_hash`),
      markReplayed: (codeHash, now) =>
        Effect.map(
          started.first(sql`
            UPDATE oauth_authorization_codes SET replayed_at = ${now} WHERE code_hash = ${codeHash}
            RETURNING refresh_token_hash`),
          (row) => (row === null ? null : row.refreshTokenHash)
        ),
      removeUnused: (projectId, userId) =>
        run(sql`
          DELETE FROM oauth_authorization_codes
          WHERE project_id = ${projectId} AND user_id = ${userId} AND used_at IS NULL`)
    })
  })
)
