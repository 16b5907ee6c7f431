/** Ends a flow with a provider, on the page to which the provider redirects. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as OAuthAuthorizeApi from "../../core/api/oauth/authorize.ts"
import * as OAuthExchangeApi from "../../core/api/oauth/exchange.ts"
import { PUBLIC_CLIENT_SECRET } from "../../core/api/oauth/public-client.ts"
import { call } from "../../core/call/call.ts"
import { ApiConfig } from "../../core/config/api-config.ts"
import { LimitReached } from "../../core/errors/limit-reached.ts"
import { MAX_OAUTH_ACCOUNTS } from "../../core/schema/fields/max-oauth-accounts.ts"
import type { MultiFactorAuthenticationRequired } from "../../core/errors/multi-factor.ts"
import {
  type InvalidAuthorizationCode,
  type InvalidScope,
  OAuthConnectionAlreadyConnectedToAnotherUser,
  OAuthProviderAccessDenied,
  OAuthProviderNotFoundOrNotEnabled,
  OuterOAuthTimeout,
  UserAlreadyConnectedToAnotherOAuthConnection
} from "../../core/errors/oauth.ts"
import { OAuthAccountNotForSignIn } from "../../core/errors/oauth-account.ts"
import type { InvalidOAuthClientIdOrSecret } from "../../core/errors/oauth-client.ts"
import { RedirectUrlNotWhitelisted } from "../../core/errors/redirect-url.ts"
import { RequestError, UnknownErrorCode } from "../../core/errors/request-error.ts"
import { OAuthSignInFailed } from "../../core/errors/local-errors.ts"
import { SignUpNotEnabled } from "../../core/errors/user.ts"
import { trustedUrl } from "../../core/navigation/trusted-url.ts"
import { takeVerifier } from "../../core/session/verifier-cookie.ts"
import type { CallDependencies, NewSession } from "./call-dependencies.ts"

/** The result of a visit of the callback page. */
export type OAuthCallbackResult =
  | (NewSession & {
      readonly signedIn: true
      /** The URL that the application chose, unchanged. */
      readonly afterCallbackUrl: string | null
    })
  | {
      readonly signedIn: false
      /**
       * The reason for sending no request: the URL has no code; its `state` is of no open flow that this browser
       * started within the last hour; or its issuer is not the configured service.
       */
      readonly because: "no-code" | "unknown-state" | "other-issuer"
    }

/** The known errors with which the service redirects to the application's pages. */
export type OAuthPageError =
  | OuterOAuthTimeout
  | OAuthProviderNotFoundOrNotEnabled
  | OAuthProviderAccessDenied
  | UserAlreadyConnectedToAnotherOAuthConnection
  | OAuthConnectionAlreadyConnectedToAnotherUser
  | OAuthAccountNotForSignIn
  | LimitReached
  | SignUpNotEnabled
  | RedirectUrlNotWhitelisted

export type OAuthCallbackError =
  | OAuthPageError
  | OAuthSignInFailed
  | InvalidAuthorizationCode
  | InvalidOAuthClientIdOrSecret
  | InvalidScope
  | MultiFactorAuthenticationRequired
  | RequestError

const pageErrors = [
  OuterOAuthTimeout,
  OAuthProviderNotFoundOrNotEnabled,
  OAuthProviderAccessDenied,
  UserAlreadyConnectedToAnotherOAuthConnection,
  OAuthConnectionAlreadyConnectedToAnotherUser,
  OAuthAccountNotForSignIn,
  SignUpNotEnabled,
  RedirectUrlNotWhitelisted
] as const

// Anyone can forge the URL, so the text in it is not shown: the class has one of its own.
const pageError = (code: string): OAuthPageError | RequestError => {
  if (code === LimitReached.code) return new LimitReached({ maximum: MAX_OAUTH_ACCOUNTS })
  const Known = pageErrors.find((known) => known.code === code)
  return Known === undefined
    ? new RequestError({
        endpoint: OAuthAuthorizeApi.authorize.name,
        reason: new UnknownErrorCode({ code: code.slice(0, 100), status: 400, text: Redacted.make("") })
      })
    : new Known({})
}

/** The error in the URL of this page, which is what the page `error` is about; `null` if there is none. */
export const readErrorPage = (current: URL | null): OAuthPageError | RequestError | null => {
  const code = current?.searchParams.get("errorCode")
  return code ? pageError(code) : null
}

const ignoreVisit = (because: "no-code" | "unknown-state" | "other-issuer", text: string) =>
  Effect.sync((): OAuthCallbackResult => {
    // A hint for developers. Effect's loggers would add 3 kB to every page.
    globalThis.console.warn(`This visit of the page of OAuth callbacks is ignored: ${text}.`)
    return { signedIn: false, because }
  })

/** The result without parameters in the URL. */
export const noCallback = ignoreVisit("no-code", "its URL has no code and state")

/** Completes the flow of a URL that was taken from the page, and redirects unless `noRedirect` is set. */
export const finishOAuth = Effect.fnUntraced(function* (
  dependencies: CallDependencies,
  { searchParams }: URL,
  { noRedirect = false }: { readonly noRedirect?: boolean | undefined } = {}
): Effect.fn.Return<OAuthCallbackResult, OAuthCallbackError> {
  const { bind, navigation, session } = dependencies
  const [code, error, errorCode, iss, state] = ["code", "error", "errorCode", "iss", "state"].map(
    (name) => searchParams.get(name) || null
  )
  if (errorCode) return yield* Effect.fail(pageError(errorCode))
  if (!state) return yield* noCallback
  // Taken before the request, so that the code is never sent twice (RFC 9700, section 4.5).
  const codeVerifier = takeVerifier(state)
  if (codeVerifier === null) {
    return yield* ignoreVisit(
      "unknown-state",
      "this browser has begun no such sign-in, or has finished it, or too long ago"
    )
  }
  const { baseUrl, projectId, publishableClientKey } = yield* bind(ApiConfig)
  // RFC 9207, section 2.4. The service sends no issuer; one that is present has to be the configured one.
  if (iss && iss !== baseUrl && iss !== `${baseUrl}/api/v1`) {
    return yield* ignoreVisit("other-issuer", "it is the response of another issuer")
  }
  if (error) {
    return yield* error === "access_denied"
      ? new OAuthProviderAccessDenied({})
      : new OAuthSignInFailed({ code: error.slice(0, 100) })
  }
  const redirectUri = yield* navigation.callbackUrlOf("oauthCallback")
  if (!code || redirectUri === null) return yield* noCallback
  const exchanged = yield* bind(
    call(OAuthExchangeApi.exchange, {
      body: {
        grantType: "authorization_code",
        clientId: projectId,
        clientSecret: publishableClientKey ?? Redacted.make(PUBLIC_CLIENT_SECRET),
        code: Redacted.make(code),
        redirectUri,
        codeVerifier
      }
    })
  )
  const { accessToken, refreshToken } = exchanged
  yield* session.start({ accessToken, refreshToken })
  const isNewUser = exchanged.isNewUser ?? exchanged.newUser ?? false
  const afterCallbackUrl = exchanged.afterCallbackRedirectUrl ?? exchanged.oldAfterCallbackRedirectUrl ?? null
  if (!noRedirect) {
    // Resolved now and not when it was stored: a relative URL is relative to the page that started the flow.
    const current = yield* navigation.current
    const url = current && afterCallbackUrl ? trustedUrl(afterCallbackUrl, current, navigation.urls) : null
    yield* url === null
      ? navigation.goTo(isNewUser ? "afterSignUp" : "afterSignIn", { replace: true })
      : navigation.goToUrl(url, { replace: true })
  }
  return { signedIn: true, isNewUser, afterCallbackUrl }
})
