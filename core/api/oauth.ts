/**
 * OAuth between the application and the service (RFC 6749 with PKCE, RFC 7636). No project headers anywhere: the browser
 * is sent to the first two, and the token endpoint takes a form with the client's credentials.
 */
import * as Schema from "effect/Schema"
import { MultiFactorAuthenticationRequired } from "../errors/multi-factor.ts"
import {
  InvalidAuthorizationCode,
  InvalidOAuthClientIdOrSecret,
  InvalidScope,
  OAuthConnectionAlreadyConnectedToAnotherUser,
  OAuthExtraScopeNotAvailableWithSharedOAuthKeys,
  OAuthProviderAccessDenied,
  OAuthProviderNotFoundOrNotEnabled,
  OuterOAuthTimeout,
  UserAlreadyConnectedToAnotherOAuthConnection
} from "../errors/oauth.ts"
import { InvalidPublishableClientKey } from "../errors/project-authentication.ts"
import { RedirectUrlNotWhitelisted } from "../errors/project.ts"
import {
  AccessTokenExpired,
  ProviderRejected,
  RefreshTokenNotFoundOrExpired,
  UnparsableAccessToken
} from "../errors/session.ts"
import { SignUpNotEnabled } from "../errors/sign-in.ts"
import * as Endpoint from "../http/endpoint.ts"
import { NonEmpty, Positive, Secret, Url } from "../schema/fields.ts"
import { wire } from "../schema/wire.ts"
import { hidden } from "../schema/secret.ts"

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

/** Whatever a provider has to say: `code`, `state`, `iss`, `error` and more. */
const ProviderParameters = Schema.Record(Schema.String, Schema.String)

const callbackDeclaration = {
  tiers: [],
  params: { provider_id: Schema.String },
  query: ProviderParameters,
  status: 307,
  answer: "redirect",
  success: Schema.String,
  errors: [
    OuterOAuthTimeout,
    OAuthProviderNotFoundOrNotEnabled,
    OAuthProviderAccessDenied,
    UserAlreadyConnectedToAnotherOAuthConnection,
    OAuthConnectionAlreadyConnectedToAnotherUser,
    SignUpNotEnabled,
    RedirectUrlNotWhitelisted
  ]
} as const

/** Where the provider sends the browser back to, with parameters of its own; by a form (POST) if it likes. */
export const callback = Endpoint.get("/auth/oauth/callback/:provider_id", callbackDeclaration)
export const callbackByForm = Endpoint.post("/auth/oauth/callback/:provider_id", {
  ...callbackDeclaration,
  encoding: "form",
  body: ProviderParameters
})

const AccessToken = hidden(NonEmpty)
const TokenType = Schema.Literals(["Bearer", "bearer", "BEARER"])
/** Seconds; a default of the wire, not the token's real life. */
const ExpiresIn = Schema.optionalKey(Positive)
const Scope = Schema.optionalKey(Schema.String)

/** A new access token for a refresh token, which stays good: it does not rotate, so the call may be repeated. */
export const refresh = Endpoint.post("/auth/oauth/token", {
  tiers: [],
  encoding: "form",
  idempotent: true,
  body: wire({
    grantType: Schema.Literal("refresh_token"),
    /** The project's id. */
    clientId: Schema.String,
    /** The publishable client key. */
    clientSecret: Secret,
    refreshToken: Secret
  }),
  success: wire({ accessToken: AccessToken, tokenType: TokenType, expiresIn: ExpiresIn, scope: Scope }),
  errors: [RefreshTokenNotFoundOrExpired, ProviderRejected, InvalidOAuthClientIdOrSecret]
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
