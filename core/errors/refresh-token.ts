/** Known errors about the refresh token of a user. */
import { isOneOf, knownError } from "./known-error.ts"

/** The OAuth provider no longer accepts the session behind the refresh token. */
export class ProviderRejected extends knownError("ProviderRejected", {
  status: 401,
  message: "The provider has ended this session. Please sign in again."
}) {}

/** The project has no such refresh token, or it has expired or been revoked. */
export class RefreshTokenNotFoundOrExpired extends knownError("RefreshTokenNotFoundOrExpired", {
  status: 401,
  message: "This session has ended. Please sign in again."
}) {}

/** The session has ended, and the user is signed out. */
export type RefreshTokenError = ProviderRejected | RefreshTokenNotFoundOrExpired

/** True for an instance of any class of {@link RefreshTokenError}. */
export const isRefreshTokenError = isOneOf<RefreshTokenError>([ProviderRejected, RefreshTokenNotFoundOrExpired])
