/** Receives the response of an OAuth provider (RFC 6749, section 4.1.2). Browsers call it, clients do not. */
import * as Schema from "effect/Schema"
import {
  OAuthConnectionAlreadyConnectedToAnotherUser,
  OAuthProviderAccessDenied,
  OAuthProviderNotFoundOrNotEnabled,
  OuterOAuthTimeout,
  UserAlreadyConnectedToAnotherOAuthConnection
} from "../../errors/oauth.ts"
import { RedirectUrlNotWhitelisted } from "../../errors/redirect-url.ts"
import { SignUpNotEnabled } from "../../errors/user.ts"
import * as Endpoint from "../../http/endpoint.ts"

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
