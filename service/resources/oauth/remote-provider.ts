/**
 * Finishes a flow at a remote provider and refreshes its access tokens.
 *
 * The protocol is `oauth4webapi`'s: state and `iss` (RFC 9207), the code (RFC 6749, section 4.1.3), the verifier (RFC
 * 7636), the ID token with its nonce (OpenID Connect Core, section 3.1.3.7). The times of ID tokens are compared with
 * the system clock, not with the service's clock, which may be ahead.
 */
import { Effect, Redacted } from "effect"
import * as oauth from "oauth4webapi"
import { isLoopbackHost } from "../../../core/http/hosts.ts"
import type { ProviderResult, ProviderClient, ProviderRequest, ProviderTokens } from "./provider-client.ts"
import { type ProviderError, providerError, ProviderRefused, ProviderUnreachable } from "./provider-error.ts"
import { type ProviderEndpoints, scopesOf } from "../../providers/provider.ts"

/** The prefix of Microsoft scopes in token responses. */
const GRAPH = "https://graph.microsoft.com/"

/** The timeout of a request to a provider. */
const TIMEOUT = "10 seconds"

interface RemoteProvider extends ProviderClient {
  readonly endpoints: ProviderEndpoints
}

/** Exchanges the callback parameters of a provider for an account. */
export const finishRemote = Effect.fnUntraced(function* (
  remote: RemoteProvider,
  { codeVerifier, nonce, redirectUri, scopes, state }: ProviderRequest,
  parameters: Readonly<Record<string, string>>
): Effect.fn.Return<ProviderResult, ProviderError> {
  const { client, provider, server } = partiesOf(remote)
  const verified = yield* Effect.try({
    try: () => oauth.validateAuthResponse(server, client, new URLSearchParams(parameters), state),
    catch: errorOf
  })
  if (!verified.get("code")) return yield* new ProviderRefused({ error: "invalid_response" })
  const tokenResponse = yield* request(async (signal) => {
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      authenticationOf(remote),
      verified,
      redirectUri,
      provider.hasPkce ? Redacted.value(codeVerifier) : oauth.nopkce,
      { signal, ...protection(remote.endpoints.token) }
    )
    return oauth.processAuthorizationCodeResponse(
      server,
      client,
      await toStandardResponse(response, remote.endpoints),
      {
        ...(nonce !== null && { expectedNonce: Redacted.value(nonce) })
      }
    )
  })
  const claims = yield* request((signal) => claimsOf(remote, tokenResponse, parameters["user"], signal))
  const { accountId, ...person } = provider.readAccount(claims)
  if (accountId === null) return yield* new ProviderRefused({ error: "invalid_response" })
  return { account: { accountId, ...person }, tokens: tokensOf(tokenResponse, provider.scopes, scopes) }
})

/** Returns a new access token, and a new refresh token if the provider rotates them. */
export const refreshRemote = Effect.fnUntraced(function* (
  remote: RemoteProvider,
  refreshToken: Redacted.Redacted<string>,
  scopes: ReadonlyArray<string>
): Effect.fn.Return<ProviderTokens, ProviderError> {
  const { client, server } = partiesOf(remote)
  const tokenResponse = yield* request(async (signal) => {
    const response = await oauth.refreshTokenGrantRequest(
      server,
      client,
      authenticationOf(remote),
      Redacted.value(refreshToken),
      { signal, ...protection(remote.endpoints.token) }
    )
    // The account does not change, so the ID token of the response is ignored.
    return oauth.processRefreshTokenResponse(server, client, await toStandardResponse(response, { issuer: null }))
  })
  return tokensOf(tokenResponse, "", scopes)
})

const partiesOf = ({ clientId, endpoints, provider }: RemoteProvider) => {
  const server: oauth.AuthorizationServer = {
    issuer: endpoints.issuer ?? new URL(endpoints.authorization).origin,
    authorization_endpoint: endpoints.authorization,
    token_endpoint: endpoints.token
  }
  const client: oauth.Client = { client_id: clientId }
  return { client, provider, server }
}

const authenticationOf = ({ clientSecret, provider }: RemoteProvider) =>
  provider.clientAuthentication === "basic"
    ? oauth.ClientSecretBasic(Redacted.value(clientSecret))
    : oauth.ClientSecretPost(Redacted.value(clientSecret))

/** Allows plain HTTP for loopback URLs only. */
const protection = (url: string) => ({ [oauth.allowInsecureRequests]: isLoopbackHost(new URL(url).hostname) })

const request = <A>(run: (signal: AbortSignal) => Promise<A>): Effect.Effect<A, ProviderError> =>
  Effect.tryPromise({ try: run, catch: errorOf }).pipe(
    Effect.timeoutOrElse({ duration: TIMEOUT, orElse: () => Effect.fail(new ProviderUnreachable()) })
  )

const errorOf = (cause: unknown): ProviderError => {
  if (cause instanceof oauth.AuthorizationResponseError || cause instanceof oauth.ResponseBodyError) {
    return providerError(cause.error)
  }
  if (cause instanceof oauth.WWWAuthenticateChallengeError) {
    return providerError(cause.cause[0]?.parameters.error ?? "invalid_client")
  }
  if (cause instanceof oauth.OperationProcessingError || cause instanceof oauth.UnsupportedOperationError) {
    return new ProviderRefused({ error: "invalid_response" })
  }
  return cause instanceof ProtocolViolation
    ? new ProviderRefused({ error: "invalid_response" })
    : new ProviderUnreachable()
}

/** The response does not conform to the protocol. */
class ProtocolViolation extends Error {}

/**
 * Adapts a token response to the standard: GitHub reports errors with status 200, and ID tokens of providers without an
 * issuer cannot be verified, so they are removed.
 */
const toStandardResponse = async (
  response: Response,
  { issuer }: Pick<ProviderEndpoints, "issuer">
): Promise<Response> => {
  if (response.status >= 500) throw new TypeError("The provider is broken")
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null)
  if (response.status !== 200 || typeof body !== "object" || body === null) return response
  const { id_token: idToken, ...rest } = { id_token: undefined, ...body }
  const isError = "error" in rest && !("access_token" in rest)
  const kept = issuer === null || idToken === undefined ? rest : body
  return Response.json(kept, { status: isError ? 400 : 200 })
}

const claimsOf = async (
  { endpoints }: RemoteProvider,
  tokenResponse: oauth.TokenEndpointResponse,
  form: string | undefined,
  signal: AbortSignal
) => {
  const read = async (url: string | null): Promise<unknown> => {
    if (url === null) return undefined
    const headers = new Headers({ accept: "application/json", "user-agent": "keystile" })
    const response = await oauth.protectedResourceRequest(
      tokenResponse.access_token,
      "GET",
      new URL(url),
      headers,
      null,
      {
        signal,
        ...protection(url)
      }
    )
    if (response.status >= 500) throw new TypeError("The provider is broken")
    if (response.status !== 200) throw new ProtocolViolation()
    return response.json().catch(() => {
      throw new ProtocolViolation()
    })
  }
  const idToken = oauth.getValidatedIdTokenClaims(tokenResponse)
  const [userinfo, emails] = await Promise.all([read(endpoints.userinfo), read(endpoints.emails)])
  // OpenID Connect Core, section 5.3.2: a response about another subject must not be used.
  if (idToken !== undefined && isAboutSomebodyElse(userinfo, idToken.sub)) throw new ProtocolViolation()
  return { userinfo, emails, idToken, form: parse(form) }
}

const isAboutSomebodyElse = (userinfo: unknown, sub: string) =>
  typeof userinfo === "object" && userinfo !== null && "sub" in userinfo && userinfo.sub !== sub

const parse = (text: string | undefined): unknown => {
  try {
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Returns the tokens with the granted scopes. A response without `scope` grants the requested ones (RFC 6749, section
 * 5.1). The scopes that sign-in needs are always added, because some providers return them under other names.
 */
const tokensOf = (
  { access_token, expires_in, refresh_token, scope }: oauth.TokenEndpointResponse,
  needed: string,
  requested: ReadonlyArray<string>
): ProviderTokens => ({
  accessToken: Redacted.make(access_token),
  refreshToken: refresh_token === undefined ? null : Redacted.make(refresh_token),
  scopes: scope === undefined ? requested : scopesOf(`${needed} ${scope.replaceAll(GRAPH, "")}`),
  expiresIn: expires_in ?? null
})
