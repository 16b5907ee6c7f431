/** Endpoints of connected accounts: those whose access tokens the application can get. */
import * as Schema from "effect/Schema"
import {
  OAuthAccessTokenNotAvailableWithSharedOAuthKeys,
  OAuthConnectionDoesNotHaveRequiredScope,
  OAuthConnectionNotConnectedToUser,
  OAuthProviderNotFoundOrNotEnabled
} from "../errors/oauth.ts"
import { CannotGetOwnUserWithoutUser } from "../errors/own-user.ts"
import { UserNotFound } from "../errors/user.ts"
import * as Endpoint from "../http/endpoint.ts"
import { Secret } from "../schema/fields/secret.ts"
import { UserRef } from "../schema/fields/uuid.ts"
import { list as listOf } from "../schema/lists.ts"
import { ConnectedAccount } from "../schema/oauth-account.ts"
import { wire } from "../schema/wire.ts"

const everyTier = { tiers: ["client", "server", "admin"], session: "current", resource: true } as const

const missingFrom = "Stack Auth before 2.8.77"

/** Lists the connected accounts of a user, oldest first. In the client tier, only of the signed-in user. */
export const list = Endpoint.get("/connected-accounts/:user_id", {
  ...everyTier,
  missingFrom,
  params: { user_id: UserRef },
  success: listOf(ConnectedAccount),
  errors: [CannotGetOwnUserWithoutUser, UserNotFound]
})

const accessToken = {
  ...everyTier,
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
} as const

/**
 * Returns a provider's access token with at least these scopes, for any of the user's accounts at the provider. In the
 * client tier, only for the signed-in user.
 */
export const createAccessToken = Endpoint.post("/connected-accounts/:user_id/:provider_id/access-token", {
  ...accessToken,
  params: { user_id: UserRef, provider_id: Schema.String }
})

/** Returns an access token as above, for one account of the user. */
export const createAccountAccessToken = Endpoint.post(
  "/connected-accounts/:user_id/:provider_id/:provider_account_id/access-token",
  {
    ...accessToken,
    missingFrom,
    params: { user_id: UserRef, provider_id: Schema.String, provider_account_id: Schema.String }
  }
)
