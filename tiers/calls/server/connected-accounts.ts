/** Accounts at providers which one user connected, as the server uses them. */
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import * as Api from "../../../core/api/connected-accounts.ts"
import type {
  OAuthAccessTokenNotAvailableWithSharedOAuthKeys,
  OAuthProviderNotFoundOrNotEnabled
} from "../../../core/errors/oauth.ts"
import type { RequestError } from "../../../core/errors/request-error.ts"
import type { CannotGetOwnUserWithoutUser } from "../../../core/errors/user.ts"
import type { Who } from "./who.ts"

export interface ServerConnectionOptions {
  /** What the account must have been asked for. Default: nothing in particular. */
  readonly scopes?: ReadonlyArray<string> | undefined
}

export type ServerConnectionError =
  | CannotGetOwnUserWithoutUser
  | OAuthProviderNotFoundOrNotEnabled
  | OAuthAccessTokenNotAvailableWithSharedOAuthKeys
  | RequestError

export interface ServerConnectedAccountCalls {
  /** The account at a provider, or `null` if none is connected or it was not asked for the scopes. */
  readonly get: (
    providerId: string,
    options?: ServerConnectionOptions
  ) => Effect.Effect<{ readonly id: string } | null, ServerConnectionError>
  /** A token of the provider with at least the scopes, or `null` as above. */
  readonly getAccessToken: (
    providerId: string,
    options?: ServerConnectionOptions
  ) => Effect.Effect<{ readonly accessToken: Redacted.Redacted<string> } | null, ServerConnectionError>
}

export const serverConnectedAccountCalls = ({ run, userId }: Who): ServerConnectedAccountCalls => {
  const getAccessToken: ServerConnectedAccountCalls["getAccessToken"] = (providerId, { scopes = [] } = {}) =>
    run(Api.createAccessToken, {
      params: { user_id: userId, provider_id: providerId },
      body: scopes.length === 0 ? {} : { scope: scopes.join(" ") }
    }).pipe(
      Effect.catchTag(
        ["OAuthConnectionNotConnectedToUser", "OAuthConnectionDoesNotHaveRequiredScope"],
        () => Effect.succeed(null)
      )
    )
  return {
    get: (providerId, options) => Effect.map(getAccessToken(providerId, options), (token) => token && { id: providerId }),
    getAccessToken
  }
}
