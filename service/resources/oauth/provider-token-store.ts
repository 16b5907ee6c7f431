/** Stores the providers' tokens of connected accounts, encrypted. */
import { Context, Effect, Layer, type Redacted, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { wire } from "../../../core/schema/wire.ts"
import { encryptedColumns } from "../../crypto/secrets/encrypted-columns.ts"
import { type CannotDecrypt, Encryption, tryDecrypt, unreadableAdvice } from "../../crypto/secrets/encryption.ts"
import { makeUnreadableReport } from "../../crypto/secrets/unreadable-report.ts"
import { EncryptedText } from "../../schema/encrypted-text.ts"
import { exists, rowsOf, run } from "../../sql/rows.ts"

type TokenKind = "access" | "refresh"

/** An account at a provider, within a project. */
export interface AccountKey {
  readonly projectId: string
  readonly providerId: string
  readonly accountId: string
}

interface NewProviderToken {
  readonly id: string
  readonly kind: TokenKind
  readonly token: Redacted.Redacted<string>
  readonly scopes: ReadonlyArray<string>
  readonly createdAt: number
  /** `null` if the provider did not send an expiry. */
  readonly expiresAt: number | null
}

const TokenRow = wire({
  id: Schema.String,
  token: EncryptedText,
  scopes: Schema.String,
  expiresAt: Schema.NullOr(Schema.Int)
})
export type StoredProviderToken = Omit<typeof TokenRow.Type, "token"> & { readonly token: Redacted.Redacted<string> }

export class ProviderTokenStore extends Context.Service<
  ProviderTokenStore,
  {
    /**
     * Lists the tokens that expire after the given time, the newest first. A token that cannot be decrypted is left
     * out, and reported once.
     */
    readonly list: (
      account: AccountKey,
      kind: TokenKind,
      endingAfter: number
    ) => Effect.Effect<ReadonlyArray<StoredProviderToken>>
    /** Inserts a token. Deletes the older one for the same scopes, and expired ones. */
    readonly insert: (account: AccountKey, token: NewProviderToken) => Effect.Effect<void>
    readonly exists: (id: string) => Effect.Effect<boolean>
    /**
     * Claims a token for this process until the given time. Returns `false` if the token is not stored any more, or
     * another claim has not expired. Times are in epoch milliseconds.
     */
    readonly claim: (id: string, now: number, until: number) => Effect.Effect<boolean>
    /** Ends a claim before it expires. */
    readonly release: (id: string, until: number) => Effect.Effect<void>
    readonly remove: (id: string) => Effect.Effect<void>
    /** Deletes all tokens of an account. */
    readonly removeAll: (account: AccountKey) => Effect.Effect<void>
  }
>()("keystile/service/ProviderTokenStore") {}

const tokens = rowsOf(TokenRow)

export const layer: Layer.Layer<ProviderTokenStore, never, Encryption | SqlClient.SqlClient> = Layer.effect(
  ProviderTokenStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { decrypt, encrypt } = yield* Encryption
    const report = makeUnreadableReport()

    const reportToken = (id: string, { message }: CannotDecrypt) =>
      report(
        id,
        `The token ${id} of a connected account cannot be used. ${message} ` +
          unreadableAdvice("let the user connect the account again")
      )

    const decryptRow = (row: typeof TokenRow.Type): Effect.Effect<ReadonlyArray<StoredProviderToken>> =>
      tryDecrypt(() => [{ ...row, token: decrypt(encryptedColumns.providerToken, [row.id], row.token) }]).pipe(
        Effect.catchTag("CannotDecrypt", (failure) => Effect.as(reportToken(row.id, failure), []))
      )

    return ProviderTokenStore.of({
      list: ({ accountId, projectId, providerId }, kind, endingAfter) =>
        Effect.flatMap(
          tokens.all(sql`
            SELECT id, token, scopes, expires_at FROM oauth_provider_tokens
            WHERE project_id = ${projectId} AND provider_id = ${providerId} AND account_id = ${accountId}
              AND kind = ${kind} AND (expires_at IS NULL OR expires_at > ${endingAfter})
            ORDER BY created_at DESC, id`),
          (rows) => Effect.map(Effect.forEach(rows, decryptRow), (all) => all.flat())
        ),
      insert: Effect.fnUntraced(function* ({ accountId, projectId, providerId }, token) {
        const scopes = token.scopes.toSorted().join(" ")
        yield* run(sql`
          DELETE FROM oauth_provider_tokens
          WHERE project_id = ${projectId} AND provider_id = ${providerId} AND account_id = ${accountId}
            AND (expires_at <= ${token.createdAt} OR (kind = ${token.kind} AND scopes = ${scopes}))`)
        yield* run(sql`
          INSERT INTO oauth_provider_tokens (
            id, project_id, provider_id, account_id, kind, token, scopes, created_at, expires_at
          )
          VALUES (
            ${token.id}, ${projectId}, ${providerId}, ${accountId}, ${token.kind},
            ${encrypt(encryptedColumns.providerToken, [token.id], token.token)}, ${scopes},
            ${token.createdAt}, ${token.expiresAt}
          )`)
      }),
      exists: (id) => exists(sql`SELECT 1 FROM oauth_provider_tokens WHERE id = ${id}`),
      claim: (id, now, until) =>
        exists(sql`
          UPDATE oauth_provider_tokens SET claimed_until = ${until}
          WHERE id = ${id} AND (claimed_until IS NULL OR claimed_until <= ${now})
          RETURNING id`),
      release: (id, until) =>
        run(sql`
          UPDATE oauth_provider_tokens SET claimed_until = NULL WHERE id = ${id} AND claimed_until = ${until}`),
      remove: (id) => run(sql`DELETE FROM oauth_provider_tokens WHERE id = ${id}`),
      removeAll: ({ accountId, projectId, providerId }) =>
        run(sql`
          DELETE FROM oauth_provider_tokens
          WHERE project_id = ${projectId} AND provider_id = ${providerId} AND account_id = ${accountId}`)
    })
  })
)
