/** Starts an OAuth flow (RFC 6749, section 4.1.1, with PKCE, RFC 7636). */
import * as Schema from "effect/Schema"
import {
  OAuthExtraScopeNotAvailableWithSharedOAuthKeys,
  OAuthProviderNotFoundOrNotEnabled
} from "../../errors/oauth.ts"
import { InvalidOAuthClientIdOrSecret } from "../../errors/oauth-client.ts"
import {
  InvalidPublishableClientKey,
  PublishableClientKeyRequiredForProject
} from "../../errors/project-authentication.ts"
import { AccessTokenExpired, UnparsableAccessToken } from "../../errors/access-token.ts"
import * as Endpoint from "../../http/endpoint.ts"
import { Secret } from "../../schema/fields/secret.ts"
import { Url } from "../../schema/fields/url.ts"
import { wire } from "../../schema/wire.ts"

/** Redirects the browser to the provider. Errors are responses without a redirect. */
export const authorize = Endpoint.get("/auth/oauth/authorize/:provider_id", {
  tiers: [],
  params: { provider_id: Schema.String },
  query: wire({
    /** The project's id. Clients since Stack Auth 2.8 may add the branch: `<id>#main`. */
    clientId: Schema.String,
    /** The publishable client key, or `__stack_public_client__` in a project that requires none. */
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
    /** Takes precedence over `errorRedirectUrl`. */
    errorRedirectUri: Schema.optionalKey(Url),
    afterCallbackRedirectUrl: Schema.optionalKey(Schema.String),
    /**
     * `json` in clients since Stack Auth 2.8: the response is 200 with `{ "location": … }`, which the page goes to. The
     * URL starts the same flow with a redirect.
     */
    stackResponseMode: Schema.optionalKey(Schema.String),
    hexclaveResponseMode: Schema.optionalKey(Schema.String)
  }),
  status: 307,
  responseFormat: "redirect",
  success: Schema.String,
  errors: [
    InvalidOAuthClientIdOrSecret,
    InvalidPublishableClientKey,
    PublishableClientKeyRequiredForProject,
    OAuthProviderNotFoundOrNotEnabled,
    UnparsableAccessToken,
    AccessTokenExpired,
    OAuthExtraScopeNotAvailableWithSharedOAuthKeys
  ]
})
