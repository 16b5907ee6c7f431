/** The OAuth client of a project at a provider: the definition of the provider with the settings of the project. */
import { Effect, Redacted } from "effect"
import { CannotDecrypt } from "../../crypto/secrets/encryption.ts"
import { EMBEDDED } from "../../providers/endpoint-choice.ts"
import { type OfferedProvider, OAuthProviderStore } from "../projects/oauth-provider-store.ts"
import { type Provider, type ProviderAccount, type ProviderEndpoints, scopesOf } from "../../providers/provider.ts"
import { providers } from "../../providers/providers.ts"

export interface ProviderClient {
  readonly provider: Provider
  readonly clientId: string
  readonly clientSecret: Redacted.Redacted<string>
  /** True if the service's shared keys are used. Then the application cannot get the provider's tokens. */
  readonly isShared: boolean
  /** `null` for the embedded provider. */
  readonly endpoints: ProviderEndpoints | null
  readonly parameters: Readonly<Record<string, string>>
}

/**
 * Returns the client of a project at a provider; `null` if the project does not have the provider, has disabled it, or
 * its client secret cannot be decrypted.
 */
export const findProviderClient = Effect.fnUntraced(function* (projectId: string, providerId: string) {
  const offered = yield* (yield* OAuthProviderStore).find(projectId, providerId)
  if (offered === null || !offered.enabled) return null
  const provider = providers[offered.id]
  const parameters = provider.parameters(offered)
  if (offered.type === "shared") {
    const clientSecret = Redacted.make("shared")
    const client = { provider, clientId: offered.id, clientSecret, isShared: true, endpoints: null, parameters }
    return client satisfies ProviderClient
  }
  const { clientId, clientSecret } = offered
  if (!clientId || clientSecret === null || clientSecret instanceof CannotDecrypt) return null
  const endpoints = endpointsOf(provider, offered)
  return { provider, clientId, clientSecret, isShared: false, endpoints, parameters } satisfies ProviderClient
})

const endpointsOf = (
  provider: Provider,
  { endpoints: chosen, ...choices }: OfferedProvider
): ProviderEndpoints | null => {
  if (chosen === EMBEDDED) return null
  const usual = provider.endpoints(choices)
  if (chosen === null) return usual
  const issuer = chosen.authorization === undefined ? usual.issuer : new URL(chosen.authorization).origin
  return { ...usual, issuer, ...chosen }
}

/** Returns the scopes of a request: those of the provider's definition and the additional ones. */
export const requestedScopes = ({ scopes }: Provider, more: string): ReadonlyArray<string> =>
  scopesOf(`${scopes} ${more}`)

/** The tokens of a provider's response. */
export interface ProviderTokens {
  readonly accessToken: Redacted.Redacted<string>
  readonly refreshToken: Redacted.Redacted<string> | null
  readonly scopes: ReadonlyArray<string>
  /** In seconds; `null` if the response has none. */
  readonly expiresIn: number | null
}

/** The result of a flow at a provider. */
export interface ProviderResult {
  readonly account: ProviderAccount
  readonly tokens: ProviderTokens
}

/** The parameters of a flow at the provider. */
export interface ProviderRequest {
  /** The redirect URI. */
  readonly redirectUri: string
  readonly state: string
  readonly scopes: ReadonlyArray<string>
  /** The code verifier (RFC 7636). Sent if the provider supports PKCE. */
  readonly codeVerifier: Redacted.Redacted<string>
  /** The nonce of OpenID Connect; `null` if there is no ID token. */
  readonly nonce: Redacted.Redacted<string> | null
}

/** Returns whether the response contains an ID token with a nonce. Those of an unknown issuer are ignored. */
export const hasNonce = (
  { endpoints, provider: { nonce } }: Pick<ProviderClient, "endpoints" | "provider">,
  scopes: ReadonlyArray<string>
): boolean =>
  endpoints !== null &&
  endpoints.issuer !== null &&
  (nonce === "always" || (nonce === "with scope openid" && scopes.includes("openid")))

/** The path of the redirect URI that developers register at a provider. */
export const callbackPath = (providerId: string): string => `/api/v1/auth/oauth/callback/${providerId}`
