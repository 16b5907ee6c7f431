/**
 * The definition of an OAuth provider: its endpoints, its request parameters and how to read its responses. Each
 * provider has a file of its own. `providers.ts` lists them.
 */
import type { OAuthProviderId } from "../../core/schema/fields/oauth-provider-id.ts"

/** An account at a provider. */
export interface ProviderAccount {
  readonly accountId: string
  readonly email: string | null
  /** `true` if the provider has verified the address. */
  readonly emailVerified: boolean
  readonly displayName: string | null
  readonly profileImageUrl: string | null
}

/** An account as a response describes it. Without an id it is invalid. */
export type ClaimedAccount = Omit<ProviderAccount, "accountId"> & { readonly accountId: string | null }

export interface ProviderEndpoints {
  /** The issuer of ID tokens and of `iss` (RFC 9207). `null`: it is unknown, and ID tokens are ignored. */
  readonly issuer: string | null
  readonly authorization: string
  readonly token: string
  /** The endpoint of the user's data. `null`: the ID token contains it. */
  readonly userinfo: string | null
  /** The endpoint of email addresses, if `userinfo` has none. */
  readonly emails: string | null
}

/** Settings of a project for a provider, besides the client's id and secret. */
export interface ProviderChoices {
  readonly facebookConfigId: string | null
  readonly microsoftTenantId: string | null
}

/** The responses of a provider about an account. Each is JSON, or undefined. */
export interface ProviderClaims {
  readonly userinfo: unknown
  readonly emails: unknown
  readonly idToken: unknown
  /** The field `user` of a response with `form_post`. */
  readonly form: unknown
}

export interface Provider {
  readonly id: OAuthProviderId
  /** The scopes of every request. */
  readonly scopes: string
  readonly endpoints: (choices: ProviderChoices) => ProviderEndpoints
  /** Further parameters of the authorization request. */
  readonly parameters: (choices: ProviderChoices) => Readonly<Record<string, string>>
  /** `true` if the provider supports PKCE (RFC 7636). */
  readonly hasPkce: boolean
  /** The flows in which an ID token contains the nonce (OpenID Connect Core, section 3.1.2.1). */
  readonly nonce: "never" | "with scope openid" | "always"
  readonly clientAuthentication: "basic" | "post"
  /** `true` if the provider responds with `form_post`. */
  readonly usesFormPost: boolean
  /** `vouched for`: the provider verifies addresses. `none`: it returns no addresses. */
  readonly emails: "vouched for" | "unverified" | "none"
  readonly readAccount: (claims: ProviderClaims) => ClaimedAccount
}

/** Returns scopes as a list without duplicates. Some providers separate them by commas. */
export const scopesOf = (text: string): ReadonlyArray<string> => [...new Set(text.split(/[\s,]+/).filter(Boolean))]

/** The defaults of most providers. Each provider's file overrides some. */
export const usual = {
  parameters: () => ({}),
  hasPkce: true,
  nonce: "never",
  clientAuthentication: "post",
  usesFormPost: false,
  emails: "vouched for"
} as const satisfies Partial<Provider>
