/** The SQL of tokens for the webhook portal. Only hashes are stored. */
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { hashOpaqueToken } from "../crypto/opaque-token.ts"
import { run } from "../sql/rows.ts"

interface NewPortalToken {
  readonly token: string
  readonly projectId: string
  /** Epoch milliseconds. */
  readonly createdAt: number
  readonly expiresAt: number
}

export class PortalTokenStore extends Context.Service<
  PortalTokenStore,
  {
    readonly insert: (token: NewPortalToken) => Effect.Effect<void>
  }
>()("keystile/service/PortalTokenStore") {}

export const layer: Layer.Layer<PortalTokenStore, never, SqlClient.SqlClient> = Layer.effect(
  PortalTokenStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    return PortalTokenStore.of({
      insert: ({ createdAt, expiresAt, projectId, token }) =>
        run(sql`
          INSERT INTO webhook_portal_tokens (token_hash, project_id, created_at, expires_at)
          VALUES (${hashOpaqueToken(token)}, ${projectId}, ${createdAt}, ${expiresAt})`)
    })
  })
)
