/**
 * OAuth between the application and the service (RFC 6749 with PKCE, RFC 7636). No project headers anywhere: the browser
 * is sent to the first two, and the token endpoint takes a form with the client's credentials.
 */
import * as Schema from "effect/Schema"
import { MultiFactorAuthenticationRequired } from "../errors/multi-factor.ts"
import { InvalidOAuthClientIdOrSecret } from "../errors/oauth-client.ts"
import {
  InvalidAuthorizationCode,
  InvalidScope,
  OAuthExtraScopeNotAvailableWithSharedOAuthKeys,
  OAuthProviderNotFoundOrNotEnabled
} from "../errors/oauth.ts"
import { InvalidPublishableClientKey } from "../errors/project-authentication.ts"
import { RedirectUrlNotWhitelisted } from "../errors/project.ts"
import { AccessTokenExpired, UnparsableAccessToken } from "../errors/session.ts"
import * as Endpoint from "../http/endpoint.ts"
import { Secret, Url } from "../schema/fields.ts"
import { wire } from "../schema/wire.ts"
import { AccessToken, ExpiresIn, Scope, TokenType } from "./oauth-refresh.ts"

export { callback, callbackByForm } from "./oauth-provider.ts"
export { refresh } from "./oauth-refresh.ts"

/** Sends the browser on to the provider. What is wrong is answered here, never redirected. */
export const authorize = Endpoint.get("/auth/oauth/authorize/:provider_id", {
  tiers: [],
  params: { provider_id: Schema.String },
  query: wire({
    /** The project's id. */
    clientId: Schema.String,
    /** The publishable client key. */
    clientSecret: Secret,
    redirectUri: Url,
    /** Always `legacy`. */
    scope: Schema.String,
    state: Schema.String,
    grantType: Schema.Literal("authorization_code"),
    codeChallenge: Schema.String,
    codeChallengeMethod: Schema.String,
    responseType: Schema.String,
    type: Schema.optionalKey(Schema.Literals(["authenticate", "link"])),
    /** The access token of the user who links. */
    token: Schema.optionalKey(Secret),
    providerScope: Schema.optionalKey(Schema.String),
    errorRedirectUrl: Schema.optionalKey(Url),
    /** Wins over `errorRedirectUrl`. */
    errorRedirectUri: Schema.optionalKey(Url),
    afterCallbackRedirectUrl: Schema.optionalKey(Schema.String)
  }),
  status: 307,
  answer: "redirect",
  success: Schema.String,
  errors: [
    InvalidOAuthClientIdOrSecret,
    InvalidPublishableClientKey,
    OAuthProviderNotFoundOrNotEnabled,
    UnparsableAccessToken,
    AccessTokenExpired,
    OAuthExtraScopeNotAvailableWithSharedOAuthKeys
  ]
})

/** The tokens for an authorization code. The code works once, and is used up before `redirectUri` is compared. */
export const exchange = Endpoint.post("/auth/oauth/token", {
  tiers: [],
  encoding: "form",
  body: wire({
    grantType: Schema.Literal("authorization_code"),
    clientId: Schema.String,
    clientSecret: Secret,
    code: Secret,
    redirectUri: Schema.String,
    codeVerifier: Secret
  }),
  success: wire(
    {
      accessToken: AccessToken,
      tokenType: TokenType,
      expiresIn: ExpiresIn,
      scope: Scope,
      refreshToken: AccessToken,
      isNewUser: Schema.optionalKey(Schema.Boolean),
      afterCallbackRedirectUrl: Schema.optionalKey(Schema.NullOr(Schema.String)),
      /** Older names of the two before. */
      newUser: Schema.optionalKey(Schema.Boolean),
      oldAfterCallbackRedirectUrl: Schema.optionalKey(Schema.NullOr(Schema.String))
    },
    { newUser: "newUser", oldAfterCallbackRedirectUrl: "afterCallbackRedirectUrl" }
  ),
  errors: [
    InvalidAuthorizationCode,
    InvalidOAuthClientIdOrSecret,
    RedirectUrlNotWhitelisted,
    MultiFactorAuthenticationRequired,
    InvalidScope
  ]
})
