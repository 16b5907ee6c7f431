/** The SQL of what an owner sets for a project besides switches: providers and mail. */
import { Context, Effect, Layer, Option, Redacted, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { EmailConfig, OAuthProvider } from "../../../core/schema/admin-project.ts"
import { saveProvider } from "./oauth-provider-store.ts"
import { Flag, rowsOf, run } from "../../sql/rows.ts"

export class ProjectSettingsStore extends Context.Service<
  ProjectSettingsStore,
  {
    /** Enabled and disabled, by id. */
    readonly oauthProviders: (projectId: string) => Effect.Effect<ReadonlyArray<OAuthProvider>>
    /** Adds a provider, or writes what it is from now on. */
    readonly saveOAuthProvider: (projectId: string, provider: OAuthProvider) => Effect.Effect<void>
    readonly emailConfig: (projectId: string) => Effect.Effect<EmailConfig>
    readonly setEmailConfig: (projectId: string, config: EmailConfig) => Effect.Effect<void>
  }
>()("keystile/service/ProjectSettingsStore") {}

const ProviderRow = Schema.Struct({
  id: Schema.String,
  type: Schema.String,
  enabled: Flag,
  client_id: Schema.NullOr(Schema.String),
  client_secret: Schema.NullOr(Schema.String),
  facebook_config_id: Schema.NullOr(Schema.String),
  microsoft_tenant_id: Schema.NullOr(Schema.String)
})

/** The columns that say something. */
const present = (row: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))

const providerRows = rowsOf(ProviderRow)
const readProvider = (row: typeof ProviderRow.Type) =>
  Effect.orDie(Schema.decodeUnknownEffect(OAuthProvider)(present(row)))

const emailRows = rowsOf(EmailConfig)

export const layer: Layer.Layer<ProjectSettingsStore, never, SqlClient.SqlClient> = Layer.effect(
  ProjectSettingsStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    return ProjectSettingsStore.of({
      oauthProviders: (projectId) =>
        Effect.flatMap(
          providerRows.all(sql`
            SELECT id, type, enabled, client_id, client_secret, facebook_config_id, microsoft_tenant_id
            FROM project_oauth_providers WHERE project_id = ${projectId} ORDER BY id`),
          Effect.forEach(readProvider)
        ),
      saveOAuthProvider: (projectId, provider) => {
        const { clientId, clientSecret, facebookConfigId, microsoftTenantId } =
          provider.type === "standard" ? provider : {}
        return saveProvider(sql, projectId, {
          id: provider.id,
          type: provider.type,
          enabled: provider.enabled,
          clientId: clientId ?? null,
          clientSecret: clientSecret ?? null,
          facebookConfigId: facebookConfigId ?? null,
          microsoftTenantId: microsoftTenantId ?? null
        })
      },
      emailConfig: (projectId) =>
        Effect.map(
          emailRows.first(sql`
            SELECT 'standard' AS type, host, port, username, password, sender_name, sender_email
            FROM project_email_configs WHERE project_id = ${projectId}`),
          (config) => Option.getOrElse(Option.fromNullishOr(config), (): EmailConfig => ({ type: "shared" }))
        ),
      setEmailConfig: Effect.fnUntraced(function* (projectId, config) {
        yield* run(sql`DELETE FROM project_email_configs WHERE project_id = ${projectId}`)
        if (config.type === "shared") return
        yield* run(sql`
          INSERT INTO project_email_configs (project_id, host, port, username, password, sender_name, sender_email)
          VALUES (
            ${projectId}, ${config.host}, ${config.port}, ${config.username}, ${Redacted.value(config.password)},
            ${config.senderName}, ${config.senderEmail}
          )`)
      })
    })
  })
)
