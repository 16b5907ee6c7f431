/** The accounts of a user at OAuth providers whose access tokens the application can get. */
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import * as Api from "../../core/api/connected-accounts.ts"
import { call } from "../../core/call/call.ts"
import type { ConnectedAccount } from "../../core/schema/oauth-account.ts"
import type { CallDependencies } from "./call-dependencies.ts"
import type { CallError } from "./call-error.ts"

/** The options of the calls about connected accounts. */
export interface ConnectedAccountOptions {
  /** The scopes that the user granted to the connection. Default: any. */
  readonly scopes?: ReadonlyArray<string> | undefined
}

/** The options of `connectedAccounts.get` for an account that has to be connected. */
export interface RequireConnectionOptions extends ConnectedAccountOptions {
  /** Fails if no account with the scopes is connected, in place of `null`. */
  readonly or: "throw"
}

/** Which token is requested. */
export interface ProviderTokenOptions extends ConnectedAccountOptions {
  /**
   * The account, by its id at the provider, where the user has several. Default: any with the scopes. Needs a service
   * of Keystile, or Stack Auth since 2.8.77.
   */
  readonly accountId?: string | undefined
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

/** The errors of `connectedAccounts.get` with the option `or: "throw"`. */
export type RequireConnectionError = CallError<typeof Api.createAccessToken>

/** The errors of `connectedAccounts.list`. */
export type ListConnectedAccountsError = CallError<typeof Api.list>

/** The user's accounts at providers. */
export interface ConnectedAccountCalls {
  /**
   * Returns all connected accounts, the oldest first. A service before Stack Auth 2.8.77 does not have the call: the
   * reason of the `RequestError` is `NotAvailable`.
   */
  readonly list: () => Effect.Effect<ReadonlyArray<ConnectedAccount>, ListConnectedAccountsError>
  /** Returns the account at a provider. Without one with the scopes: `null`, or an error with `or: "throw"`. */
  readonly get: {
    /**
     * Returns the account at a provider. Fails with `OAuthConnectionNotConnectedToUser` if none is connected, and with
     * `OAuthConnectionDoesNotHaveRequiredScope` if it lacks one of the scopes.
     */
    (providerId: string, options: RequireConnectionOptions): Effect.Effect<Connection, RequireConnectionError>
    /** Returns the account at a provider, or `null` if none is connected, or one without the scopes. */
    (providerId: string, options?: ConnectedAccountOptions): Effect.Effect<Connection | null, GetConnectionError>
  }
  /** A token of the provider with at least the scopes, or `null` as above. */
  readonly getAccessToken: (
    providerId: string,
    options?: ProviderTokenOptions
  ) => Effect.Effect<{ readonly accessToken: Redacted.Redacted<string> } | null, GetConnectionError>
}

/** The accounts of one user; in the client tier only one's own. */
export const connectedAccountCalls = ({ bind }: CallDependencies, userId: string = "me"): ConnectedAccountCalls => {
  const requireAccessToken = (providerId: string, { accountId, scopes = [] }: ProviderTokenOptions = {}) => {
    const body = scopes.length === 0 ? {} : { scope: scopes.join(" ") }
    const params = { user_id: userId, provider_id: providerId }
    const token =
      accountId === undefined
        ? call(Api.createAccessToken, { params, body })
        : call(Api.createAccountAccessToken, { params: { ...params, provider_account_id: accountId }, body })
    return bind(token)
  }
  const getAccessToken: ConnectedAccountCalls["getAccessToken"] = (providerId, options) =>
    Effect.catchTag(
      requireAccessToken(providerId, options),
      ["OAuthConnectionNotConnectedToUser", "OAuthConnectionDoesNotHaveRequiredScope"],
      () => Effect.succeed(null)
    )

  function get(providerId: string, options: RequireConnectionOptions): Effect.Effect<Connection, RequireConnectionError>
  function get(
    providerId: string,
    options?: ConnectedAccountOptions
  ): Effect.Effect<Connection | null, GetConnectionError>
  function get(providerId: string, options: ConnectedAccountOptions & { readonly or?: "throw" } = {}) {
    return options.or === "throw"
      ? Effect.as(requireAccessToken(providerId, options), { id: providerId })
      : Effect.map(getAccessToken(providerId, options), (token) => token && { id: providerId })
  }

  return {
    list: () => Effect.map(bind(call(Api.list, { params: { user_id: userId } })), ({ items }) => items),
    get,
    getAccessToken
  }
}
