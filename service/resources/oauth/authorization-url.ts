/** Builds the authorization request to a provider (RFC 6749, section 4.1.1). */
import { Redacted } from "effect"
import { createHash } from "node:crypto"
import type { ProviderClient, ProviderRequest } from "./provider-client.ts"

/** Computes the S256 code challenge of a verifier (RFC 7636, section 4.2). */
export const s256 = (verifier: string): string => createHash("sha256").update(verifier).digest("base64url")

/** A redirect URI has no fragment (RFC 6749, section 3.1.2). */
export const withoutHash = (url: string): string => url.split("#", 1).join("")

/** @param endpoint the provider's authorization endpoint, or the embedded page */
export const authorizationUrl = (
  endpoint: string,
  { clientId, endpoints, parameters, provider }: ProviderClient,
  { codeVerifier, nonce, redirectUri, scopes, state }: ProviderRequest
): string => {
  const url = new URL(endpoint)
  const hasPkce = provider.hasPkce || endpoints === null
  const all = {
    client_id: clientId,
    scope: scopes.join(" "),
    response_type: "code",
    redirect_uri: redirectUri,
    ...(hasPkce && { code_challenge_method: "S256", code_challenge: s256(Redacted.value(codeVerifier)) }),
    state,
    access_type: "offline",
    ...(nonce !== null && { nonce: Redacted.value(nonce) }),
    ...(endpoints !== null && parameters)
  }
  for (const [name, value] of Object.entries(all)) url.searchParams.set(name, value)
  return url.href
}
