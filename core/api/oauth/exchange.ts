/** Exchanges an authorization code for tokens (RFC 6749, section 4.1.3, with PKCE, RFC 7636). */
import * as Schema from "effect/Schema"
import { AccessToken, ExpiresIn, Scope, TokenType } from "./refresh.ts"
import { LimitReached } from "../../errors/limit-reached.ts"
import { MultiFactorAuthenticationRequired } from "../../errors/multi-factor.ts"
import { InvalidAuthorizationCode, InvalidScope } from "../../errors/oauth.ts"
import { InvalidOAuthClientIdOrSecret } from "../../errors/oauth-client.ts"
import { RedirectUrlNotWhitelisted } from "../../errors/redirect-url.ts"
import * as Endpoint from "../../http/endpoint.ts"
import { Secret } from "../../schema/fields/secret.ts"
import { wire } from "../../schema/wire.ts"

/**
 * Returns the tokens for an authorization code. A code is valid once, and is used up before `redirectUri` is compared.
 */
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
      /** Older names of the two fields above. */
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
    InvalidScope,
    LimitReached
  ]
})
