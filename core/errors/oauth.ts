/** Known errors about OAuth: sign-in with a provider, connected accounts and provider settings. */
import * as Schema from "effect/Schema"
import { knownError } from "./known-error.ts"

/** The user has no connected account of this provider. */
export class OAuthConnectionNotConnectedToUser extends knownError("OAuthConnectionNotConnectedToUser", {
  code: "OAUTH_CONNECTION_NOT_CONNECTED_TO_USER",
  status: 400,
  message: "No account of this provider is connected to the user. Connect one first."
}) {}

/** The provider's account is connected to another user, so it cannot be connected to this one. */
export class OAuthConnectionAlreadyConnectedToAnotherUser extends knownError(
  "OAuthConnectionAlreadyConnectedToAnotherUser",
  {
    code: "OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER",
    status: 409,
    message: "This account is already connected to another user. Connect a different one, or sign in with it instead."
  }
) {}

/** The connected account was not granted all the required scopes. */
export class OAuthConnectionDoesNotHaveRequiredScope extends knownError("OAuthConnectionDoesNotHaveRequiredScope", {
  code: "OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE",
  status: 400,
  message: "The connected account lacks a scope that this needs. Connect it again and ask for that scope."
}) {}

/** The request has additional scopes, which are not available with shared keys. */
export class OAuthExtraScopeNotAvailableWithSharedOAuthKeys extends knownError(
  "OAuthExtraScopeNotAvailableWithSharedOAuthKeys",
  {
    code: "OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS",
    status: 400,
    message:
      "Extra scopes do not work with shared OAuth keys. " +
      "Set up this provider with your own OAuth client in the project's settings."
  }
) {}

/** The access tokens of a provider with shared keys are not available. */
export class OAuthAccessTokenNotAvailableWithSharedOAuthKeys extends knownError(
  "OAuthAccessTokenNotAvailableWithSharedOAuthKeys",
  {
    code: "OAUTH_ACCESS_TOKEN_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS",
    status: 400,
    message:
      "Access tokens of a provider cannot be read with shared OAuth keys. " +
      "Set up this provider with your own OAuth client in the project's settings."
  }
) {}

/** The requested OAuth scope does not exist. Pass a `message` with the name of the scope. */
export class InvalidScope extends knownError("InvalidScope", {
  status: 400,
  message: "This OAuth scope does not exist here. Ask for the scope `legacy`."
}) {}

/** The user has another account of the same provider connected already. */
export class UserAlreadyConnectedToAnotherOAuthConnection extends knownError(
  "UserAlreadyConnectedToAnotherOAuthConnection",
  {
    code: "USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION",
    status: 409,
    message:
      "The user has another account of this provider connected already. " +
      "Was the wrong account chosen? Try again with the one that is connected."
  }
) {}

/** The OAuth flow has expired: the redirect from the provider came too late. */
export class OuterOAuthTimeout extends knownError("OuterOAuthTimeout", {
  code: "OUTER_OAUTH_TIMEOUT",
  status: 408,
  message: "Signing in with the provider took too long. Please start again."
}) {}

/** The project has no such OAuth provider, or has disabled it. */
export class OAuthProviderNotFoundOrNotEnabled extends knownError("OAuthProviderNotFoundOrNotEnabled", {
  code: "OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED",
  status: 400,
  message: "This sign-in provider is not available here. Choose another one, or turn it on in the project's settings."
}) {}

/** The provider does not respond. Services since Stack Auth 2.8 send it. */
export class OAuthProviderTemporarilyUnavailable extends knownError("OAuthProviderTemporarilyUnavailable", {
  code: "OAUTH_PROVIDER_TEMPORARILY_UNAVAILABLE",
  status: 503,
  message: "This sign-in provider does not respond at the moment. Try again later, or choose another one."
}) {}

/** The settings of a provider request shared keys, which the service does not have for it. */
export class InvalidSharedOAuthProviderId extends knownError("InvalidSharedOAuthProviderId", {
  code: "INVALID_SHARED_OAUTH_PROVIDER_ID",
  status: 400,
  details: { providerId: Schema.String },
  message: ({ providerId }) =>
    `There are no shared OAuth keys for the provider "${providerId}". Set it up with your own OAuth client.`
}) {}

/** The settings name a provider that is not supported. */
export class InvalidStandardOAuthProviderId extends knownError("InvalidStandardOAuthProviderId", {
  code: "INVALID_STANDARD_OAUTH_PROVIDER_ID",
  status: 400,
  details: { providerId: Schema.String },
  message: ({ providerId }) => `The OAuth provider "${providerId}" is not supported. Choose one of the supported ones.`
}) {}

/** The authorization code is unknown, expired or used, or the code verifier does not match. */
export class InvalidAuthorizationCode extends knownError("InvalidAuthorizationCode", {
  status: 400,
  message:
    "This sign-in could not be completed: its authorization code is not valid or no longer so. " +
    "Please sign in again."
}) {}

/** The user or the provider denied the request. */
export class OAuthProviderAccessDenied extends knownError("OAuthProviderAccessDenied", {
  code: "OAUTH_PROVIDER_ACCESS_DENIED",
  status: 400,
  message: "The provider denied access. Try again and allow it, or choose another way to sign in."
}) {}
