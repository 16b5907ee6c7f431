/** Receives the response of an OAuth provider (RFC 6749, section 4.1.2). Browsers call it, clients do not. */
import * as Schema from "effect/Schema"
import { LimitReached } from "../../errors/limit-reached.ts"
import {
  OAuthConnectionAlreadyConnectedToAnotherUser,
  OAuthProviderAccessDenied,
  OAuthProviderNotFoundOrNotEnabled,
  OAuthProviderTemporarilyUnavailable,
  OuterOAuthTimeout,
  UserAlreadyConnectedToAnotherOAuthConnection
} from "../../errors/oauth.ts"
import { OAuthAccountNotForSignIn } from "../../errors/oauth-account.ts"
import { RedirectUrlNotWhitelisted } from "../../errors/redirect-url.ts"
import { SignUpNotEnabled, SignUpRejected } from "../../errors/user.ts"
import * as Endpoint from "../../http/endpoint.ts"

/** The parameters of a provider's response: `code`, `state`, `iss`, `error` and others. */
const ProviderParameters = Schema.Record(Schema.String, Schema.String)

const callbackDeclaration = {
  tiers: [],
  params: { provider_id: Schema.String },
  query: ProviderParameters,
  status: 307,
  responseFormat: "redirect",
  success: Schema.String,
  errors: [
    OuterOAuthTimeout,
    OAuthProviderNotFoundOrNotEnabled,
    OAuthProviderAccessDenied,
    UserAlreadyConnectedToAnotherOAuthConnection,
    OAuthConnectionAlreadyConnectedToAnotherUser,
    OAuthAccountNotForSignIn,
    LimitReached,
    OAuthProviderTemporarilyUnavailable,
    SignUpNotEnabled,
    SignUpRejected,
    RedirectUrlNotWhitelisted
  ]
} as const

/** The redirect URI, to which the provider redirects the browser, or posts a form (`response_mode=form_post`). */
export const callback = Endpoint.get("/auth/oauth/callback/:provider_id", callbackDeclaration)

/**
 * Receives the callback of a provider that responds with `response_mode=form_post`, such as Apple. With 307 the browser
 * would post the provider's code and ID token to the application (RFC 9700, section 4.12).
 */
export const callbackByForm = Endpoint.post("/auth/oauth/callback/:provider_id", {
  ...callbackDeclaration,
  status: 303,
  encoding: "form",
  body: ProviderParameters
})
