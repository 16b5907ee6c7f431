/** OAuth providers in a seed. */
import { Effect, Redacted, Schema } from "effect"
import { OAuthProviderId } from "../../../core/schema/fields/oauth-provider-id.ts"
import { EMBEDDED, EndpointChoice } from "../../providers/endpoint-choice.ts"
import { type OfferedProvider, OAuthProviderStore } from "../../resources/projects/oauth-provider-store.ts"
import { sharedProviderIds } from "../../providers/shared-provider-ids.ts"

export const SeedOAuthProvider = Schema.Union([
  /** Shared keys: users sign in at a page of the service, and the application gets no provider tokens. */
  Schema.Struct({
    type: Schema.Literal("shared"),
    id: Schema.Literals(sharedProviderIds),
    /** Default true. */
    enabled: Schema.optionalKey(Schema.Boolean)
  }),
  /** The project's own client at the provider. */
  Schema.Struct({
    type: Schema.Literal("standard"),
    id: OAuthProviderId,
    /** Default true. */
    enabled: Schema.optionalKey(Schema.Boolean),
    clientId: Schema.optionalKey(Schema.NonEmptyString),
    clientSecret: Schema.optionalKey(Schema.RedactedFromValue(Schema.NonEmptyString)),
    facebookConfigId: Schema.optionalKey(Schema.NonEmptyString),
    microsoftTenantId: Schema.optionalKey(Schema.NonEmptyString),
    /**
     * `embedded`: a page of this service replaces the provider and issues its tokens, so no account or client is
     * required. Or URLs that replace the provider's own.
     */
    endpoints: Schema.optionalKey(EndpointChoice)
  }).check(
    Schema.makeFilter(
      ({ clientId, clientSecret, endpoints }) =>
        endpoints === EMBEDDED || (clientId !== undefined && clientSecret !== undefined),
      { expected: "a clientId and a clientSecret, or embedded endpoints" }
    )
  )
])
export type SeedOAuthProvider = typeof SeedOAuthProvider.Type

const providerOf = (seed: SeedOAuthProvider): OfferedProvider => {
  const none = { clientId: null, clientSecret: null, facebookConfigId: null, microsoftTenantId: null, endpoints: null }
  const { enabled = true, id } = seed
  if (seed.type === "shared") return { ...none, id, enabled, type: seed.type }
  const { clientId, clientSecret, endpoints = null, facebookConfigId = null, microsoftTenantId = null, type } = seed
  const isEmbedded = endpoints === EMBEDDED
  return {
    id,
    enabled,
    type,
    clientId: clientId ?? (isEmbedded ? `embedded-${id}` : null),
    clientSecret: clientSecret ?? (isEmbedded ? Redacted.make(EMBEDDED) : null),
    facebookConfigId,
    microsoftTenantId,
    endpoints
  }
}

/** Saves these providers and disables all others. Providers are never deleted, because accounts may refer to them. */
export const saveOAuthProviders = Effect.fnUntraced(function* (
  projectId: string,
  wanted: ReadonlyArray<SeedOAuthProvider>
) {
  const store = yield* OAuthProviderStore
  for (const known of yield* store.list(projectId)) {
    if (!wanted.some(({ id }) => id === known.id)) yield* store.save(projectId, { ...known, enabled: false })
  }
  for (const seed of wanted) yield* store.save(projectId, providerOf(seed))
})
