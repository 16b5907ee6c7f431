/** Stores OAuth authorization codes as hashes. */
import { Context, Effect, Layer, Redacted, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { wire } from "../../../core/schema/wire.ts"
import { encryptedColumns } from "../../crypto/secrets/encrypted-columns.ts"
import { Encryption } from "../../crypto/secrets/encryption.ts"
import { hashOpaqueToken } from "../../crypto/opaque-token.ts"
import { EncryptedText } from "../../schema/encrypted-text.ts"
import { exists, Flag, rowsOf, run } from "../../sql/rows.ts"
import { ChallengeMethod } from "./flow-store.ts"
import { type LinkedAccount, linkedAccountOfText, linkedAccountToText } from "./linked-account.ts"

const CodeRow = wire({
  codeHash: Schema.String,
  projectId: Schema.String,
  userId: Schema.String,
  redirectUri: Schema.String,
  codeChallenge: Schema.String,
  codeChallengeMethod: ChallengeMethod,
  isNewUser: Flag,
  afterCallbackRedirectUrl: Schema.NullOr(Schema.String),
  linkedAccount: Schema.NullOr(EncryptedText),
  /** The session that the code hands to another domain; `null` for a flow at a provider. */
  sessionId: Schema.NullOr(Schema.String),
  /** The session in which the account is connected; `null` for other codes, and for those of earlier versions. */
  linkingSessionId: Schema.NullOr(Schema.String),
  /** The owner who signs in as the user, and the owner's own session; `null` for all other codes. */
  impersonatorId: Schema.NullOr(Schema.String),
  impersonatorSessionId: Schema.NullOr(Schema.String),
  createdAt: Schema.Int,
  expiresAt: Schema.Int
})

/** An authorization code by its hash. Times are epoch milliseconds. */
export interface AuthorizationCode extends Omit<typeof CodeRow.Type, "linkedAccount"> {
  /** The account that the exchange connects; `null` for a sign-in and after the exchange. */
  readonly linkedAccount: LinkedAccount | null
}

/** Returns the hash under which the code of a flow at a provider is stored. */
export const hashCode = hashOpaqueToken

/**
 * Returns the hash under which the code for another domain is stored. It differs from that of other codes, so that a
 * process of an earlier release on the same database does not find the code: it would exchange it without the checks of
 * the session that the code hands over.
 */
export const hashCrossDomainCode = (code: string): string => hashOpaqueToken(`cross-domain:${code}`)

/** Returns the hash under which the code of an owner who signs in as a user is stored, for the same reason. */
export const hashImpersonationCode = (code: string): string => hashOpaqueToken(`impersonation:${code}`)

export class AuthorizationCodeStore extends Context.Service<
  AuthorizationCodeStore,
  {
    readonly insert: (code: AuthorizationCode) => Effect.Effect<void>
    readonly find: (projectId: string, code: Redacted.Redacted<string>) => Effect.Effect<AuthorizationCode | null>
    /** Marks the code as used, and forgets its account. Returns whether this was the first use. */
    readonly markUsed: (codeHash: string, now: number) => Effect.Effect<boolean>
    /** Returns false if the code was used again, or deleted meanwhile, for example by a revocation. */
    readonly isValid: (codeHash: string) => Effect.Effect<boolean>
    /** Records the session that the code started. Returns false if the code was used again or deleted meanwhile. */
    readonly noteSession: (codeHash: string, refreshToken: Redacted.Redacted<string>) => Effect.Effect<boolean>
    /** Records a second use. Returns the hash of the refresh token of the session that the first use started. */
    readonly markReplayed: (codeHash: string, now: number) => Effect.Effect<string | null>
    /** Deletes the codes of a user that have started no session, also those that are being exchanged. */
    readonly removeWithoutSession: (projectId: string, userId: string) => Effect.Effect<void>
  }
>()("keystile/service/AuthorizationCodeStore") {}

/** The hashes under which a code may be stored. */
const hashesOf = (code: string) => [hashCode(code), hashCrossDomainCode(code), hashImpersonationCode(code)]

const codes = rowsOf(CodeRow)
const startedSessions = rowsOf(wire({ refreshTokenHash: Schema.NullOr(Schema.String) }))

export const layer: Layer.Layer<AuthorizationCodeStore, never, Encryption | SqlClient.SqlClient> = Layer.effect(
  AuthorizationCodeStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { decrypt, encrypt } = yield* Encryption

    const encryptAccount = ({ codeHash, linkedAccount }: AuthorizationCode) =>
      linkedAccount && encrypt(encryptedColumns.linkedAccount, [codeHash], linkedAccountToText(linkedAccount))

    const decryptRow = (row: typeof CodeRow.Type | null): AuthorizationCode | null =>
      row && {
        ...row,
        linkedAccount:
          row.linkedAccount &&
          linkedAccountOfText(decrypt(encryptedColumns.linkedAccount, [row.codeHash], row.linkedAccount))
      }

    return AuthorizationCodeStore.of({
      insert: (code) =>
        run(sql`
          INSERT INTO oauth_authorization_codes (
            code_hash, project_id, user_id, redirect_uri, code_challenge, code_challenge_method, is_new_user,
            after_callback_redirect_url, linked_account, session_id, linking_session_id, impersonator_id,
            impersonator_session_id, created_at, expires_at
          )
          VALUES (
            ${code.codeHash}, ${code.projectId}, ${code.userId}, ${code.redirectUri}, ${code.codeChallenge},
            ${code.codeChallengeMethod}, ${code.isNewUser}, ${code.afterCallbackRedirectUrl},
            ${encryptAccount(code)}, ${code.sessionId}, ${code.linkingSessionId}, ${code.impersonatorId},
            ${code.impersonatorSessionId}, ${code.createdAt}, ${code.expiresAt}
          )`),
      find: (projectId, code) =>
        Effect.map(
          codes.first(sql`
            SELECT * FROM oauth_authorization_codes
            WHERE code_hash IN ${sql.in(hashesOf(Redacted.value(code)))} AND project_id = ${projectId}`),
          decryptRow
        ),
      markUsed: (codeHash, now) =>
        exists(sql`
          UPDATE oauth_authorization_codes SET used_at = ${now}, linked_account = NULL
          WHERE code_hash = ${codeHash} AND used_at IS NULL
          RETURNING code_hash`),
      isValid: (codeHash) =>
        exists(sql`
          SELECT 1 FROM oauth_authorization_codes WHERE code_hash = ${codeHash} AND replayed_at IS NULL`),
      noteSession: (codeHash, refreshToken) =>
        exists(sql`
          UPDATE oauth_authorization_codes SET refresh_token_hash = ${hashOpaqueToken(Redacted.value(refreshToken))}
          WHERE code_hash = ${codeHash} AND replayed_at IS NULL
          RETURNING code_hash`),
      markReplayed: (codeHash, now) =>
        Effect.map(
          startedSessions.first(sql`
            UPDATE oauth_authorization_codes SET replayed_at = ${now} WHERE code_hash = ${codeHash}
            RETURNING refresh_token_hash`),
          (row) => (row === null ? null : row.refreshTokenHash)
        ),
      removeWithoutSession: (projectId, userId) =>
        run(sql`
          DELETE FROM oauth_authorization_codes
          WHERE project_id = ${projectId} AND user_id = ${userId} AND refresh_token_hash IS NULL`)
    })
  })
)
