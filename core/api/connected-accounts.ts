/** Endpoints of connected accounts. */
import * as Schema from "effect/Schema"
import {
  OAuthAccessTokenNotAvailableWithSharedOAuthKeys,
  OAuthConnectionDoesNotHaveRequiredScope,
  OAuthConnectionNotConnectedToUser,
  OAuthProviderNotFoundOrNotEnabled
} from "../errors/oauth.ts"
import { CannotGetOwnUserWithoutUser } from "../errors/own-user.ts"
import * as Endpoint from "../http/endpoint.ts"
import { Secret } from "../schema/fields/secret.ts"
import { UserRef } from "../schema/fields/uuid.ts"
import { wire } from "../schema/wire.ts"

/** Returns a provider's access token with at least these scopes. In the client tier, only for the signed-in user. */
export const createAccessToken = Endpoint.post("/connected-accounts/:user_id/:provider_id/access-token", {
  tiers: ["client", "server", "admin"],
  session: "current",
  resource: true,
  params: { user_id: UserRef, provider_id: Schema.String },
  /** The scopes, separated by spaces. Without scopes, any token is returned. */
  body: wire({ scope: Schema.optionalKey(Schema.String) }),
  status: 201,
  success: wire({ accessToken: Secret }),
  errors: [
    CannotGetOwnUserWithoutUser,
    OAuthProviderNotFoundOrNotEnabled,
    OAuthAccessTokenNotAvailableWithSharedOAuthKeys,
    OAuthConnectionNotConnectedToUser,
    OAuthConnectionDoesNotHaveRequiredScope
  ]
})
