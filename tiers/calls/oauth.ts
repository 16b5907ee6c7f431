/** Starts an OAuth flow: a sign-in, or the connection of an account to the signed-in user. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type * as SchemaIssue from "effect/SchemaIssue"
import * as SchemaParser from "effect/SchemaParser"
import * as OAuthApi from "../../core/api/oauth/authorize.ts"
import { PUBLIC_CLIENT_SECRET } from "../../core/api/oauth/public-client.ts"
import { ApiConfig } from "../../core/config/api-config.ts"
import { BrowserRequired } from "../../core/errors/local-errors.ts"
import { CookiesBlocked } from "../../core/errors/local-session-errors.ts"
import { OAuthProviderNotFoundOrNotEnabled } from "../../core/errors/oauth.ts"
import { InvalidInput, RequestError } from "../../core/errors/request-error.ts"
import { CannotGetOwnUserWithoutUser } from "../../core/errors/own-user.ts"
import { queryText } from "../../core/http/path.ts"
import { leaveDocument } from "../../core/navigation/leave-document.ts"
import type { OAuthProviderId } from "../../core/schema/fields/oauth-provider-id.ts"
import { anonymousTokens } from "../../core/session/anonymous-tokens.ts"
import { newProof } from "../../core/session/pkce.ts"
import { storeVerifier } from "../../core/session/verifier-cookie.ts"
import type { CallDependencies } from "./call-dependencies.ts"

export interface OAuthOptions {
  /** Scopes to request besides those of the option `oauthScopesOnSignIn`. */
  readonly scopes?: ReadonlyArray<string> | undefined
  /**
   * The URL to continue at: one of this origin, or of a trusted domain to which one of the pages belongs. By
   * default the return URL of this page, else `afterSignUp` or `afterSignIn`; after linking, this page.
   */
  readonly afterCallbackUrl?: string | undefined
}

export type OAuthStartError = OAuthProviderNotFoundOrNotEnabled | BrowserRequired | CookiesBlocked | RequestError

export interface OAuthCalls {
  /**
   * Redirects to the provider. The provider redirects back to the page `oauthCallback`, where `callOAuthCallback`
   * finishes, or with a known error to the page `error`, where `readErrorPage` returns it.
   *
   * Succeeds if this page is still shown after 10 s, for example because the user stopped loading the provider's page,
   * if it was restored from the back/forward cache, or if the fragment of its URL changed. A slow page of the provider
   * may still be loading.
   *
   * @param provider The id of the provider, for example `google`.
   * @param options The scopes, and the URL to continue at.
   */
  readonly signInWithOAuth: (provider: OAuthProviderId, options?: OAuthOptions) => Effect.Effect<void, OAuthStartError>
  /**
   * Redirects to the provider to connect an account to the signed-in user; otherwise like `signInWithOAuth`.
   *
   * @param provider The id of the provider, for example `google`.
   * @param options The scopes, and the URL to continue at.
   */
  readonly linkOAuthAccount: (
    provider: OAuthProviderId,
    options?: OAuthOptions
  ) => Effect.Effect<void, OAuthStartError | CannotGetOwnUserWithoutUser>
}

interface Start extends OAuthOptions {
  /** The call that begins the flow. */
  readonly call: string
  readonly type: "authenticate" | "link"
  readonly provider: OAuthProviderId
  /** The access token of the user who connects an account, or of the anonymous user who signs in. */
  readonly token: Redacted.Redacted<string> | null
}

/**
 * Starts a flow: stores its PKCE verifier in this browser and returns the URL of the provider. The URL has the access
 * token of a user who connects an account or is anonymous, since the wire sends it nowhere else. So the URL is redacted
 * in logs, and the redirect of the response replaces it in the history.
 */
const startOAuth = (
  { bind, navigation, oauth: check, oauthScopesOnSignIn }: CallDependencies,
  { afterCallbackUrl, call, provider, scopes = [], token, type }: Start
): Effect.Effect<Redacted.Redacted<string>, OAuthStartError> =>
  Effect.gen(function* () {
    yield* check
    const { baseUrl, projectId, publishableClientKey } = yield* bind(ApiConfig)
    const redirectUri = yield* navigation.callbackUrlOf("oauthCallback")
    const errorRedirectUrl = yield* navigation.callbackUrlOf("error")
    if (redirectUri === null || errorRedirectUrl === null || !("document" in globalThis)) {
      return yield* new BrowserRequired({ call })
    }
    const invalid = (issue: SchemaIssue.Issue) =>
      new RequestError({ endpoint: OAuthApi.authorize.name, reason: new InvalidInput({ issue }) })
    // JavaScript callers can pass any value, and it becomes part of a path.
    if (!/^[a-z]+$/.test(provider)) return yield* new OAuthProviderNotFoundOrNotEnabled({})
    const { challenge, state, verifier } = yield* Effect.tryPromise({
      try: newProof,
      catch: () => new BrowserRequired({ call })
    })
    const providerScope = [...new Set([...(oauthScopesOnSignIn[provider] ?? []), ...scopes])].join(" ")
    const { params = {}, query = {} } = yield* Effect.mapError(
      SchemaParser.encodeEffect(OAuthApi.authorize.input)({
        params: { provider_id: provider },
        query: {
          clientId: projectId,
          clientSecret: publishableClientKey ?? Redacted.make(PUBLIC_CLIENT_SECRET),
          redirectUri,
          scope: "legacy",
          state,
          grantType: "authorization_code",
          codeChallenge: challenge,
          codeChallengeMethod: "S256",
          responseType: "code",
          type,
          errorRedirectUrl,
          ...(afterCallbackUrl !== undefined && { afterCallbackRedirectUrl: afterCallbackUrl }),
          ...(token !== null && { token }),
          ...(providerScope !== "" && { providerScope })
        }
      }),
      invalid
    )
    if (!storeVerifier(state, verifier)) return yield* new CookiesBlocked()
    const { path, prefix } = OAuthApi.authorize
    return Redacted.make(
      `${baseUrl}${prefix}${path.replace(":provider_id", params["provider_id"] ?? "")}?${queryText(query)}`
    )
  })

const leaveFor = (url: Redacted.Redacted<string>) => leaveDocument(Redacted.value(url))

export const oauthCalls = (dependencies: CallDependencies): OAuthCalls => ({
  signInWithOAuth: Effect.fnUntraced(function* (provider, options = {}) {
    const { accessToken: token } = yield* anonymousTokens(dependencies.session)
    const start = { ...options, call: "signInWithOAuth", type: "authenticate" as const, provider, token }
    return yield* Effect.flatMap(startOAuth(dependencies, start), leaveFor)
  }),
  linkOAuthAccount: Effect.fnUntraced(function* (provider, options = {}) {
    const { accessToken: token } = yield* dependencies.session.tokens
    if (token === null) return yield* new CannotGetOwnUserWithoutUser({})
    const here = yield* dependencies.navigation.current
    const afterCallbackUrl = options.afterCallbackUrl ?? here?.href
    const start = { ...options, call: "linkOAuthAccount", type: "link" as const, provider, token, afterCallbackUrl }
    return yield* Effect.flatMap(startOAuth(dependencies, start), leaveFor)
  })
})
