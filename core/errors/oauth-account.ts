/** Known errors about the accounts of users at OAuth providers. */
import { knownError } from "./known-error.ts"

/** The account at the provider belongs to another user. Services since Stack Auth 2.8 send it. */
export class OAuthProviderAccountIdAlreadyUsedForSignIn extends knownError(
  "OAuthProviderAccountIdAlreadyUsedForSignIn",
  {
    code: "OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN",
    status: 400,
    message: "This account is already connected to another user. Disconnect it there first."
  }
) {}

/** The user has no such account. It may have been disconnected. An extension. */
export class OAuthAccountNotFound extends knownError("OAuthAccountNotFound", {
  code: "OAUTH_ACCOUNT_NOT_FOUND",
  status: 404,
  message: "This account is not connected any more."
}) {}

/** The account is connected to a user, who does not sign in with it. An extension. */
export class OAuthAccountNotForSignIn extends knownError("OAuthAccountNotForSignIn", {
  code: "OAUTH_ACCOUNT_NOT_FOR_SIGN_IN",
  status: 403,
  message:
    "This account is connected to a user, but not for signing in. " +
    "Sign in another way, then allow it in the account settings."
}) {}
