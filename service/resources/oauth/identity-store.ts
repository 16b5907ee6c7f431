/** Stores the identities that were chosen at the embedded provider pages. */
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { wire } from "../../../core/schema/wire.ts"
import { Flag, rowsOf, run } from "../../sql/rows.ts"

const ProviderIdentity = wire({
  accountId: Schema.String,
  email: Schema.NullOr(Schema.String),
  emailVerified: Flag,
  displayName: Schema.NullOr(Schema.String)
})
export type ProviderIdentity = typeof ProviderIdentity.Type

export class IdentityStore extends Context.Service<
  IdentityStore,
  {
    /** Lists the identities that were used last at a provider, the latest first. */
    readonly list: (
      projectId: string,
      providerId: string,
      limit: number
    ) => Effect.Effect<ReadonlyArray<ProviderIdentity>>
    readonly find: (projectId: string, providerId: string, accountId: string) => Effect.Effect<ProviderIdentity | null>
    /** Inserts or replaces an identity. */
    readonly save: (
      projectId: string,
      providerId: string,
      identity: ProviderIdentity,
      now: number
    ) => Effect.Effect<void>
  }
>()("keystile/service/IdentityStore") {}

const identities = rowsOf(ProviderIdentity)

export const layer: Layer.Layer<IdentityStore, never, SqlClient.SqlClient> = Layer.effect(
  IdentityStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    return IdentityStore.of({
      list: (projectId, providerId, limit) =>
        identities.all(sql`
          SELECT account_id, email, email_verified, display_name FROM embedded_identities
          WHERE project_id = ${projectId} AND provider_id = ${providerId}
          ORDER BY used_at DESC, account_id
          LIMIT ${limit}`),
      find: (projectId, providerId, accountId) =>
        identities.first(sql`
          SELECT account_id, email, email_verified, display_name FROM embedded_identities
          WHERE project_id = ${projectId} AND provider_id = ${providerId} AND account_id = ${accountId}`),
      save: (projectId, providerId, identity, now) =>
        run(sql`
          INSERT INTO embedded_identities (
            project_id, provider_id, account_id, email, email_verified, display_name, used_at
          )
          VALUES (
            ${projectId}, ${providerId}, ${identity.accountId}, ${identity.email}, ${identity.emailVerified},
            ${identity.displayName}, ${now}
          )
          ON CONFLICT (project_id, provider_id, account_id) DO UPDATE SET
            email = excluded.email,
            email_verified = excluded.email_verified,
            display_name = excluded.display_name,
            used_at = excluded.used_at`)
    })
  })
)
