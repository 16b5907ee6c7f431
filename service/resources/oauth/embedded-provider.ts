/**
 * Embedded OAuth provider: a page of this service where the user chooses an identity. Its tokens give access to
 * nothing, and expire and refresh like others.
 */
import { Effect, Redacted } from "effect"
import { timingSafeEqual } from "node:crypto"
import { hashOpaqueToken, newOpaqueToken } from "../../crypto/opaque-token.ts"
import type { OAuthFlow } from "./flow-store.ts"
import { type ProviderIdentity, IdentityStore } from "./identity-store.ts"
import type { ProviderResult, ProviderClient, ProviderTokens } from "./provider-client.ts"
import { type ProviderError, providerError, ProviderRefused } from "./provider-error.ts"
import { type Provider, type ProviderAccount, scopesOf } from "../../providers/provider.ts"

/** The lifetime of access tokens, in seconds. */
const LIFETIME = 3600

/** Returns the path of a provider's embedded page. */
export const embeddedPagePath = (providerId: string): string => `/providers/${providerId}`

/** Checks that the code belongs to the account that was chosen in this flow. */
export const finishEmbedded = Effect.fnUntraced(function* (
  { provider }: ProviderClient,
  flow: OAuthFlow,
  { code = "", error }: Readonly<Record<string, string>>
): Effect.fn.Return<ProviderResult, ProviderError, IdentityStore> {
  if (error !== undefined) return yield* providerError(error)
  const { embeddedAccountId, embeddedCodeHash, projectId, providerId } = flow
  if (embeddedAccountId === null || embeddedCodeHash === null || !isSame(hashOpaqueToken(code), embeddedCodeHash)) {
    return yield* new ProviderRefused({ error: "invalid_grant" })
  }
  const identity = yield* (yield* IdentityStore).find(projectId, providerId, embeddedAccountId)
  if (identity === null) return yield* new ProviderRefused({ error: "invalid_grant" })
  return { account: accountOf(provider, identity), tokens: newTokens(scopesOf(flow.providerScopes)) }
})

/** Returns a new access token. */
export const refreshEmbedded = (scopes: ReadonlyArray<string>): ProviderTokens => ({
  ...newTokens(scopes),
  refreshToken: null
})

const newTokens = (scopes: ReadonlyArray<string>): ProviderTokens => ({
  accessToken: Redacted.make(`embedded_access_${newOpaqueToken()}`),
  refreshToken: Redacted.make(`embedded_refresh_${newOpaqueToken()}`),
  scopes,
  expiresIn: LIFETIME
})

const isSame = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

const accountOf = (
  { emails }: Provider,
  { accountId, displayName, email, emailVerified }: ProviderIdentity
): ProviderAccount => ({
  accountId,
  email: emails === "none" ? null : email,
  emailVerified: emails === "vouched for" && emailVerified,
  displayName,
  profileImageUrl: null
})
