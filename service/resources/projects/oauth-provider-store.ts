/** Stores the OAuth providers of projects. Their client secrets are encrypted. */
import { Context, Effect, Layer, Redacted, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { OAuthProviderId } from "../../../core/schema/fields/oauth-provider-id.ts"
import { OAuthProvider } from "../../../core/schema/admin-project.ts"
import { wire } from "../../../core/schema/wire.ts"
import { emptyIfUnreadable, isEmptySecret } from "../../crypto/secrets/empty-secret.ts"
import { encryptedColumns } from "../../crypto/secrets/encrypted-columns.ts"
import { CannotDecrypt, Encryption, tryDecrypt, unreadableAdvice } from "../../crypto/secrets/encryption.ts"
import { makeUnreadableReport } from "../../crypto/secrets/unreadable-report.ts"
import { EncryptedText } from "../../schema/encrypted-text.ts"
import { Flag, rowsOf, run } from "../../sql/rows.ts"
import { Deployment } from "../../deployment/deployment.ts"
import { EMBEDDED, EndpointChoice } from "../../providers/endpoint-choice.ts"

const ProviderRow = wire({
  id: OAuthProviderId,
  type: Schema.Literals(["shared", "standard"]),
  enabled: Flag,
  clientId: Schema.NullOr(Schema.String),
  clientSecret: Schema.NullOr(EncryptedText),
  facebookConfigId: Schema.NullOr(Schema.String),
  microsoftTenantId: Schema.NullOr(Schema.String),
  /** Endpoints that replace those of the provider. */
  endpoints: Schema.NullOr(Schema.fromJsonString(EndpointChoice))
})

type ProviderRow = typeof ProviderRow.Type

/** The settings of a provider in a project. */
export interface OfferedProvider extends Omit<ProviderRow, "clientSecret"> {
  readonly clientSecret: Redacted.Redacted<string> | CannotDecrypt | null
}

export class OAuthProviderStore extends Context.Service<
  OAuthProviderStore,
  {
    readonly list: (projectId: string) => Effect.Effect<ReadonlyArray<OfferedProvider>>
    /** Finds a provider. A client secret that cannot be decrypted is reported once. */
    readonly find: (projectId: string, providerId: string) => Effect.Effect<OfferedProvider | null>
    /** Inserts or replaces a provider with its endpoints. A client secret that cannot be decrypted is kept. */
    readonly save: (projectId: string, provider: OfferedProvider) => Effect.Effect<void>
    /**
     * Lists the providers for the admin API, enabled and disabled, by id. A client secret that cannot be decrypted is
     * empty.
     */
    readonly listSettings: (projectId: string) => Effect.Effect<ReadonlyArray<OAuthProvider>>
    /**
     * Inserts or replaces the settings of a provider from the admin API. An empty client secret keeps the stored one.
     * Custom endpoints are kept, unless the type is `shared`: then they are deleted, and later settings use the
     * provider's default endpoints.
     */
    readonly saveSettings: (projectId: string, provider: OAuthProvider) => Effect.Effect<void>
    /** Deletes the settings of a provider. The accounts of users stay. */
    readonly remove: (projectId: string, providerId: string) => Effect.Effect<void>
    /** Returns whether clients may use the code challenge method `plain`. */
    readonly isPlainChallengeAllowed: (projectId: string) => Effect.Effect<boolean>
    readonly allowPlainChallenge: (projectId: string, allowed: boolean) => Effect.Effect<void>
  }
>()("keystile/service/OAuthProviderStore") {}

const providerRows = rowsOf(ProviderRow)
const plainChallenges = rowsOf(wire({ plainChallengeAllowed: Flag }))
const encodeEndpoints = Schema.encodeSync(Schema.fromJsonString(EndpointChoice))

const SettingsRow = Schema.Struct({
  id: Schema.String,
  type: Schema.String,
  enabled: Flag,
  client_id: Schema.NullOr(Schema.String),
  client_secret: Schema.NullOr(EncryptedText),
  facebook_config_id: Schema.NullOr(Schema.String),
  microsoft_tenant_id: Schema.NullOr(Schema.String)
})
const settingsRows = rowsOf(SettingsRow)

/** Decodes a row without its NULL columns. */
const readSettings = (
  row: Omit<typeof SettingsRow.Type, "client_secret"> & { readonly client_secret: string | null }
) =>
  Effect.orDie(
    Schema.decodeUnknownEffect(OAuthProvider)(
      Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))
    )
  )

export const layer: Layer.Layer<OAuthProviderStore, never, Encryption | SqlClient.SqlClient> = Layer.effect(
  OAuthProviderStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { hasEmbeddedProviders } = yield* Deployment
    const { decrypt, encrypt } = yield* Encryption
    const column = encryptedColumns.clientSecret
    const report = makeUnreadableReport()

    const decryptSecret = (projectId: string, providerId: string, text: EncryptedText) =>
      tryDecrypt(() => decrypt(column, [projectId, providerId], text))

    const encryptSecret = (projectId: string, providerId: string, secret: Redacted.Redacted<string> | null) =>
      secret && encrypt(column, [projectId, providerId], secret)

    const decryptRow = Effect.fnUntraced(function* (projectId: string, { clientSecret: text, ...row }: ProviderRow) {
      const decrypted = text === null ? Effect.succeed(null) : decryptSecret(projectId, row.id, text)
      const clientSecret = yield* Effect.catchTag(decrypted, "CannotDecrypt", Effect.succeed)
      return { ...row, clientSecret } satisfies OfferedProvider
    })

    const reportUnreadable = (projectId: string, { clientSecret, enabled, id, type }: OfferedProvider) =>
      enabled && type === "standard" && clientSecret instanceof CannotDecrypt
        ? report(
            `${projectId} ${id}`,
            `The OAuth provider ${id} of the project ${projectId} cannot be used. ${clientSecret.message} ` +
              unreadableAdvice("enter the client secret again in the settings of the project")
          )
        : Effect.void

    /** Hides providers that are pages of the service where it has none, for example in a database of development. */
    const exists = ({ endpoints, type }: { readonly endpoints?: EndpointChoice | null; readonly type: string }) =>
      hasEmbeddedProviders || (type !== "shared" && endpoints !== EMBEDDED)

    const write = (
      projectId: string,
      provider: Omit<OfferedProvider, "clientSecret" | "endpoints" | "id"> & {
        readonly id: string
        /** `undefined` keeps the stored one. */
        readonly clientSecret: Redacted.Redacted<string> | null | undefined
      }
    ) => {
      const { clientSecret } = provider
      const stored = sql`
        SELECT client_secret FROM project_oauth_providers WHERE project_id = ${projectId} AND id = ${provider.id}`
      return run(sql`
        INSERT INTO project_oauth_providers (
          project_id, id, type, enabled, client_id, client_secret, facebook_config_id, microsoft_tenant_id
        )
        VALUES (
          ${projectId}, ${provider.id}, ${provider.type}, ${provider.enabled}, ${provider.clientId},
          ${clientSecret === undefined ? sql`(${stored})` : encryptSecret(projectId, provider.id, clientSecret)},
          ${provider.facebookConfigId}, ${provider.microsoftTenantId}
        )
        ON CONFLICT (project_id, id) DO UPDATE SET
          type = excluded.type,
          enabled = excluded.enabled,
          client_id = excluded.client_id,
          client_secret = excluded.client_secret,
          facebook_config_id = excluded.facebook_config_id,
          microsoft_tenant_id = excluded.microsoft_tenant_id`)
    }

    const removeEndpoints = (projectId: string, providerId: string) =>
      run(sql`DELETE FROM oauth_endpoints WHERE project_id = ${projectId} AND provider_id = ${providerId}`)

    return OAuthProviderStore.of({
      list: (projectId) =>
        Effect.flatMap(
          providerRows.all(sql`
          SELECT id, type, enabled, client_id, client_secret, facebook_config_id, microsoft_tenant_id, endpoints
          FROM project_oauth_providers
          LEFT JOIN oauth_endpoints ON oauth_endpoints.project_id = project_oauth_providers.project_id
            AND oauth_endpoints.provider_id = project_oauth_providers.id
          WHERE project_oauth_providers.project_id = ${projectId}
          ORDER BY project_oauth_providers.id`),
          (rows) => Effect.forEach(rows.filter(exists), (row) => decryptRow(projectId, row))
        ),
      find: (projectId, providerId) =>
        Effect.flatMap(
          providerRows.first(sql`
          SELECT id, type, enabled, client_id, client_secret, facebook_config_id, microsoft_tenant_id, endpoints
          FROM project_oauth_providers
          LEFT JOIN oauth_endpoints ON oauth_endpoints.project_id = project_oauth_providers.project_id
            AND oauth_endpoints.provider_id = project_oauth_providers.id
          WHERE project_oauth_providers.project_id = ${projectId} AND id = ${providerId}`),
          (row) =>
            row !== null && exists(row)
              ? Effect.tap(decryptRow(projectId, row), (found) => reportUnreadable(projectId, found))
              : Effect.succeed(null)
        ),
      save: Effect.fnUntraced(function* (projectId, provider) {
        const { clientSecret } = provider
        const isUnreadable = clientSecret instanceof CannotDecrypt
        yield* write(projectId, { ...provider, clientSecret: isUnreadable ? undefined : clientSecret })
        yield* removeEndpoints(projectId, provider.id)
        if (provider.endpoints === null) return
        yield* run(sql`
          INSERT INTO oauth_endpoints (project_id, provider_id, endpoints)
          VALUES (${projectId}, ${provider.id}, ${encodeEndpoints(provider.endpoints)})`)
      }),
      listSettings: (projectId) =>
        Effect.flatMap(
          settingsRows.all(sql`
            SELECT id, type, enabled, client_id, client_secret, facebook_config_id, microsoft_tenant_id
            FROM project_oauth_providers WHERE project_id = ${projectId} ORDER BY id`),
          (rows) =>
            Effect.forEach(
              rows.filter(exists),
              Effect.fnUntraced(function* ({ client_secret: text, ...row }) {
                if (text === null) return yield* readSettings({ ...row, client_secret: null })
                const secret = yield* emptyIfUnreadable(decryptSecret(projectId, row.id, text))
                return yield* readSettings({ ...row, client_secret: Redacted.value(secret) })
              })
            )
        ),
      saveSettings: Effect.fnUntraced(function* (projectId, provider) {
        const { clientId, clientSecret, facebookConfigId, microsoftTenantId } =
          provider.type === "standard" ? provider : {}
        yield* write(projectId, {
          id: provider.id,
          type: provider.type,
          enabled: provider.enabled,
          clientId: clientId ?? null,
          clientSecret: isEmptySecret(clientSecret) ? undefined : (clientSecret ?? null),
          facebookConfigId: facebookConfigId ?? null,
          microsoftTenantId: microsoftTenantId ?? null
        })
        if (provider.type === "shared") yield* removeEndpoints(projectId, provider.id)
      }),
      remove: (projectId, providerId) =>
        Effect.andThen(
          removeEndpoints(projectId, providerId),
          run(sql`DELETE FROM project_oauth_providers WHERE project_id = ${projectId} AND id = ${providerId}`)
        ),
      isPlainChallengeAllowed: (projectId) =>
        Effect.map(
          plainChallenges.first(
            sql`SELECT plain_challenge_allowed FROM oauth_settings WHERE project_id = ${projectId}`
          ),
          (row) => row !== null && row.plainChallengeAllowed
        ),
      allowPlainChallenge: (projectId, allowed) =>
        run(sql`
          INSERT INTO oauth_settings (project_id, plain_challenge_allowed) VALUES (${projectId}, ${allowed})
          ON CONFLICT (project_id) DO UPDATE SET plain_challenge_allowed = excluded.plain_challenge_allowed`)
    })
  })
)
