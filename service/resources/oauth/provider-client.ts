/** The OAuth client of a project at a provider: the definition of the provider with the settings of the project. */
import { Redacted } from "effect"
import { EMBEDDED } from "../../providers/endpoint-choice.ts"
import type { OfferedProvider } from "../projects/oauth-provider-store.ts"
import type { Provider, ProviderAccount, ProviderEndpoints } from "../../providers/provider.ts"
import { providers, scopesOf } from "../../providers/providers.ts"

export interface ProviderConnection {
  readonly provider: Provider
  readonly clientId: string
  readonly clientSecret: Redacted.Redacted<string>
  /** Whether the service's shared keys are used. Then the application gets no tokens of the provider. */
  readonly isShared: boolean
  /** `null`: the embedded page. */
  readonly endpoints: ProviderEndpoints | null
  readonly parameters: Readonly<Record<string, string>>
}

/** `null` if the project does not offer it now. */
export const connectionOf = (offered: OfferedProvider | null): ProviderConnection | null => {
  if (offered === null || !offered.enabled) return null
  const provider = providers[offered.id]
  const parameters = provider.parameters(offered)
  if (offered.type === "shared") {
    const clientSecret = Redacted.make("shared")
    return { provider, clientId: offered.id, clientSecret, isShared: true, endpoints: null, parameters }
  }
  const { clientId, clientSecret } = offered
  if (!clientId || clientSecret === null) return null
  return { provider, clientId, clientSecret, isShared: false, endpoints: endpointsOf(provider, offered), parameters }
}

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

/** The scopes of a request: those that are always asked for, and more. */
export const requestedScopes = ({ scopes }: Provider, more: string): ReadonlyArray<string> =>
  scopesOf(`${scopes} ${more}`)

/** Tokens that a provider gave. */
export interface ProviderTokens {
  readonly accessToken: Redacted.Redacted<string>
  readonly refreshToken: Redacted.Redacted<string> | null
  readonly scopes: ReadonlyArray<string>
  /** In seconds; `null`: the provider does not say. */
  readonly expiresIn: number | null
}

/** The result of a flow at a provider. */
export interface ProviderAnswer {
  readonly account: ProviderAccount
  readonly tokens: ProviderTokens
}

/** A flow's side at the provider. */
export interface ProviderRequest {
  /** The redirect URI. */
  readonly redirectUri: string
  readonly state: string
  readonly scopes: ReadonlyArray<string>
  /** RFC 7636; sent where the provider takes it. */
  readonly codeVerifier: Redacted.Redacted<string>
  /** OpenID Connect; `null` where no ID token would repeat it. */
  readonly nonce: Redacted.Redacted<string> | null
}

/** Returns whether the ID token contains a nonce. */
export const hasNonce = ({ nonce }: Provider, scopes: ReadonlyArray<string>): boolean =>
  nonce === "always" || (nonce === "with scope openid" && scopes.includes("openid"))
