/**
 * What this service knows about a sign-in provider: where it is, how it likes to be asked, and how to read its answer.
 */
import type { OAuthProviderId } from "../../core/schema/fields/oauth-provider-id.ts"

/** Somebody at a provider. */
export interface ProviderAccount {
  readonly accountId: string
  readonly email: string | null
  /** Whether the provider vouches for the address. */
  readonly emailVerified: boolean
  readonly displayName: string | null
  readonly profileImageUrl: string | null
}

/** Somebody of whom the provider may not have said who they are: without an id they are nobody. */
export type ClaimedAccount = Omit<ProviderAccount, "accountId"> & { readonly accountId: string | null }

export interface ProviderEndpoints {
  /**
   * Who signs ID tokens, and names itself in `iss` (RFC 9207). `null`: nobody can say, so ID tokens are not looked at.
   */
  readonly issuer: string | null
  readonly authorization: string
  readonly token: string
  /** `null`: the ID token says it all. */
  readonly userinfo: string | null
  /** Where addresses are, if not there. */
  readonly emails: string | null
}

/** What a project's settings say about a provider, besides the client's id and secret. */
export interface ProviderChoices {
  readonly facebookConfigId: string | null
  readonly microsoftTenantId: string | null
}

/** Everything that a provider said about an account. Each part is JSON, or undefined. */
export interface ProviderClaims {
  readonly userinfo: unknown
  readonly emails: unknown
  readonly idToken: unknown
  /** The field `user` of an answer that came as a form. */
  readonly form: unknown
}

export interface Provider {
  readonly id: OAuthProviderId
  /** What is always asked for (wire, section 5). */
  readonly scopes: string
  readonly endpoints: (choices: ProviderChoices) => ProviderEndpoints
  /** Further parameters of the authorization request. */
  readonly parameters: (choices: ProviderChoices) => Readonly<Record<string, string>>
  /** Whether it takes a code challenge (RFC 7636). */
  readonly hasPkce: boolean
  /** When an ID token repeats a nonce (OpenID Connect Core, section 3.1.2.1). */
  readonly nonce: "never" | "with scope openid" | "always"
  readonly clientAuthentication: "basic" | "post"
  /** Whether it answers by a form that the browser posts. */
  readonly answersByForm: boolean
  /** Whether it tells addresses, and whether it can vouch for them. */
  readonly emails: "vouched for" | "unverified" | "none"
  readonly readAccount: (claims: ProviderClaims) => ClaimedAccount
}

/** The ways of most providers; each file says where its own differ. */
export const usual = {
  parameters: () => ({}),
  hasPkce: true,
  nonce: "never",
  clientAuthentication: "post",
  answersByForm: false,
  emails: "vouched for"
} as const satisfies Partial<Provider>
