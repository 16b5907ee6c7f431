/**
 * Stores the providers' tokens of connected accounts. They are stored in plain text, because the application uses them.
 */
import { Context, Effect, Layer, Redacted, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Secret } from "../../../core/schema/fields/secret.ts"
import { wire } from "../../../core/schema/wire.ts"
import { rowsOf, run } from "../../sql/rows.ts"

export type TokenKind = "access" | "refresh"

/** An account at a provider, within a project. */
export interface AccountKey {
  readonly projectId: string
  readonly providerId: string
  readonly accountId: string
}

export interface NewProviderToken {
  readonly id: string
  readonly kind: TokenKind
  readonly token: Redacted.Redacted<string>
  readonly scopes: ReadonlyArray<string>
  readonly createdAt: number
  /** `null` if the provider did not send an expiry. */
  readonly expiresAt: number | null
}

const ProviderToken = wire({
  id: Schema.String,
  token: Secret,
  scopes: Schema.String,
  expiresAt: Schema.NullOr(Schema.Int)
})
export type ProviderToken = typeof ProviderToken.Type

export class ProviderTokenStore extends Context.Service<
  ProviderTokenStore,
  {
    /** Lists the tokens that expire after the given time, the newest first. */
    readonly list: (
      account: AccountKey,
      kind: TokenKind,
      endingAfter: number
    ) => Effect.Effect<ReadonlyArray<ProviderToken>>
    /** Inserts a token. Deletes the older one for the same scopes, and expired ones. */
    readonly insert: (account: AccountKey, token: NewProviderToken) => Effect.Effect<void>
    readonly remove: (id: string) => Effect.Effect<void>
  }
>()("keystile/service/ProviderTokenStore") {}

const tokens = rowsOf(ProviderToken)

export const layer: Layer.Layer<ProviderTokenStore, never, SqlClient.SqlClient> = Layer.effect(
  ProviderTokenStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    return ProviderTokenStore.of({
      list: ({ accountId, projectId, providerId }, kind, endingAfter) =>
        tokens.all(sql`
          SELECT id, token, scopes, expires_at FROM oauth_provider_tokens
          WHERE project_id = ${projectId} AND provider_id = ${providerId} AND account_id = ${accountId}
            AND kind = ${kind} AND (expires_at IS NULL OR expires_at > ${endingAfter})
          ORDER BY created_at DESC, id`),
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
            ${token.id}, ${projectId}, ${providerId}, ${accountId}, ${token.kind}, ${Redacted.value(token.token)},
            ${scopes}, ${token.createdAt}, ${token.expiresAt}
          )`)
      }),
      remove: (id) => run(sql`DELETE FROM oauth_provider_tokens WHERE id = ${id}`)
    })
  })
)
