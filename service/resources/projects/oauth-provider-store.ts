/** The SQL of the providers that a project offers. */
import { Context, Effect, Layer, Redacted, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { OAuthProviderId } from "../../../core/schema/fields/oauth-provider-id.ts"
import { Secret } from "../../../core/schema/fields/secret.ts"
import { wire } from "../../../core/schema/wire.ts"
import { Flag, rowsOf, run } from "../../sql/rows.ts"
import { EndpointChoice } from "../../providers/endpoint-choice.ts"

const OfferedProvider = wire({
  id: OAuthProviderId,
  type: Schema.Literals(["shared", "standard"]),
  enabled: Flag,
  clientId: Schema.NullOr(Schema.String),
  clientSecret: Schema.NullOr(Secret),
  facebookConfigId: Schema.NullOr(Schema.String),
  microsoftTenantId: Schema.NullOr(Schema.String),
  /** Where it is, if not where everybody's is. */
  endpoints: Schema.NullOr(Schema.fromJsonString(EndpointChoice))
})

/** A provider as a project offers it. */
export type OfferedProvider = typeof OfferedProvider.Type

export class OAuthProviderStore extends Context.Service<
  OAuthProviderStore,
  {
    readonly list: (projectId: string) => Effect.Effect<ReadonlyArray<OfferedProvider>>
    readonly find: (projectId: string, providerId: string) => Effect.Effect<OfferedProvider | null>
    /** Writes a provider as it is given, new or not. */
    readonly save: (projectId: string, provider: OfferedProvider) => Effect.Effect<void>
    /** Whether old clients may send the code verifier itself as its challenge. */
    readonly isPlainChallengeAllowed: (projectId: string) => Effect.Effect<boolean>
    readonly allowPlainChallenge: (projectId: string, allowed: boolean) => Effect.Effect<void>
  }
>()("keystile/service/OAuthProviderStore") {}

const offered = rowsOf(OfferedProvider)
const settings = rowsOf(wire({ plainChallengeAllowed: Flag }))
const encodeEndpoints = Schema.encodeSync(Schema.fromJsonString(EndpointChoice))

/**
 * Writes a provider, new or not, as a seed says it or as an owner does. Where it is stays as it was, unless the project
 * gives up its own client for the shared keys: the next client is of the provider that everybody knows.
 */
export const saveProvider = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  projectId: string,
  provider: Omit<OfferedProvider, "endpoints">
) {
  yield* run(sql`
    INSERT INTO project_oauth_providers (
      project_id, id, type, enabled, client_id, client_secret, facebook_config_id, microsoft_tenant_id
    )
    VALUES (
      ${projectId}, ${provider.id}, ${provider.type}, ${provider.enabled}, ${provider.clientId},
      ${provider.clientSecret && Redacted.value(provider.clientSecret)}, ${provider.facebookConfigId},
      ${provider.microsoftTenantId}
    )
    ON CONFLICT (project_id, id) DO UPDATE SET
      type = excluded.type,
      enabled = excluded.enabled,
      client_id = excluded.client_id,
      client_secret = excluded.client_secret,
      facebook_config_id = excluded.facebook_config_id,
      microsoft_tenant_id = excluded.microsoft_tenant_id`)
  if (provider.type === "shared") yield* forgetEndpoints(sql, projectId, provider.id)
})

const forgetEndpoints = (sql: SqlClient.SqlClient, projectId: string, providerId: string): Effect.Effect<void> =>
  run(sql`DELETE FROM oauth_endpoints WHERE project_id = ${projectId} AND provider_id = ${providerId}`)

export const layer: Layer.Layer<OAuthProviderStore, never, SqlClient.SqlClient> = Layer.effect(
  OAuthProviderStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    return OAuthProviderStore.of({
      list: (projectId) =>
        offered.all(sql`
          SELECT id, type, enabled, client_id, client_secret, facebook_config_id, microsoft_tenant_id, endpoints
          FROM project_oauth_providers
          LEFT JOIN oauth_endpoints ON oauth_endpoints.project_id = project_oauth_providers.project_id
            AND oauth_endpoints.provider_id = project_oauth_providers.id
          WHERE project_oauth_providers.project_id = ${projectId}
          ORDER BY project_oauth_providers.id`),
      find: (projectId, providerId) =>
        offered.first(sql`
          SELECT id, type, enabled, client_id, client_secret, facebook_config_id, microsoft_tenant_id, endpoints
          FROM project_oauth_providers
          LEFT JOIN oauth_endpoints ON oauth_endpoints.project_id = project_oauth_providers.project_id
            AND oauth_endpoints.provider_id = project_oauth_providers.id
          WHERE project_oauth_providers.project_id = ${projectId} AND id = ${providerId}`),
      save: Effect.fnUntraced(function* (projectId, provider) {
        yield* saveProvider(sql, projectId, provider)
        yield* forgetEndpoints(sql, projectId, provider.id)
        if (provider.endpoints === null) return
        yield* run(sql`
          INSERT INTO oauth_endpoints (project_id, provider_id, endpoints)
          VALUES (${projectId}, ${provider.id}, ${encodeEndpoints(provider.endpoints)})`)
      }),
      isPlainChallengeAllowed: (projectId) =>
        Effect.map(
          settings.first(sql`SELECT plain_challenge_allowed FROM oauth_settings WHERE project_id = ${projectId}`),
          (row) => row !== null && row.plainChallengeAllowed
        ),
      allowPlainChallenge: (projectId, allowed) =>
        run(sql`
          INSERT INTO oauth_settings (project_id, plain_challenge_allowed) VALUES (${projectId}, ${allowed})
          ON CONFLICT (project_id) DO UPDATE SET plain_challenge_allowed = excluded.plain_challenge_allowed`)
    })
  })
)
