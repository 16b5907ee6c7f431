/** The accounts of a user at OAuth providers. */
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import * as Api from "../../core/api/connected-accounts.ts"
import { call } from "../../core/call/call.ts"
import type { CallDependencies } from "./call-dependencies.ts"
import type { CallError } from "./call-error.ts"

/** The options of the calls about connected accounts. */
export interface ConnectedAccountOptions {
  /** The scopes that the user granted to the connection. Default: any. */
  readonly scopes?: ReadonlyArray<string> | undefined
}

/** An account at a provider. */
export interface Connection {
  /** The provider. */
  readonly id: string
}

/** The errors of `connectedAccounts.get` and `connectedAccounts.getAccessToken`. */
export type GetConnectionError = Exclude<
  CallError<typeof Api.createAccessToken>,
  { readonly _tag: "OAuthConnectionNotConnectedToUser" | "OAuthConnectionDoesNotHaveRequiredScope" }
>

/** The user's accounts at providers. */
export interface ConnectedAccountCalls {
  /** The account at a provider, or `null` if none is connected, or one without the scopes. */
  readonly get: (
    providerId: string,
    options?: ConnectedAccountOptions
  ) => Effect.Effect<Connection | null, GetConnectionError>
  /** A token of the provider with at least the scopes, or `null` as above. */
  readonly getAccessToken: (
    providerId: string,
    options?: ConnectedAccountOptions
  ) => Effect.Effect<{ readonly accessToken: Redacted.Redacted<string> } | null, GetConnectionError>
}

/** The accounts of one user; in the client tier only one's own. */
export const connectedAccountCalls = ({ bind }: CallDependencies, userId: string = "me"): ConnectedAccountCalls => {
  const getAccessToken: ConnectedAccountCalls["getAccessToken"] = (providerId, { scopes = [] } = {}) =>
    bind(
      call(Api.createAccessToken, {
        params: { user_id: userId, provider_id: providerId },
        body: scopes.length === 0 ? {} : { scope: scopes.join(" ") }
      })
    ).pipe(
      Effect.catchTag(["OAuthConnectionNotConnectedToUser", "OAuthConnectionDoesNotHaveRequiredScope"], () =>
        Effect.succeed(null)
      )
    )
  return {
    get: (providerId, options) =>
      Effect.map(getAccessToken(providerId, options), (token) => token && { id: providerId }),
    getAccessToken
  }
}
