/** The accounts of a user at OAuth providers, with which the user signs in or whose tokens the application reads. */
import * as Effect from "effect/Effect"
import * as Api from "../../core/api/oauth-providers.ts"
import { call } from "../../core/call/call.ts"
import type { OAuthAccount } from "../../core/schema/oauth-account.ts"
import type { CallDependencies } from "./call-dependencies.ts"
import type { CallError } from "./call-error.ts"
import { omitUndefined } from "./omit-undefined.ts"

/** Absent fields are unchanged. */
export interface OAuthAccountChanges {
  /** The user can sign in with the account. Possible for one account of the user at each provider. */
  readonly allowSignIn?: boolean | undefined
  /** The application can get access tokens of the provider for the account. */
  readonly allowConnectedAccounts?: boolean | undefined
}

/** The errors of `oauthProviders.list`. */
export type ListOAuthAccountsError = CallError<typeof Api.list>

/** The errors of `oauthProviders.get` and `remove`. */
export type GetOAuthAccountError = CallError<typeof Api.get>

/** The errors of `oauthProviders.update`. */
export type ChangeOAuthAccountError = CallError<typeof Api.update>

/**
 * A service before Stack Auth 2.8.39 does not have these calls: the reason of the `RequestError` is `NotAvailable`.
 * `linkOAuthAccount` connects an account.
 */
export interface OAuthProviderCalls {
  /** Returns the oldest first. */
  readonly list: () => Effect.Effect<ReadonlyArray<OAuthAccount>, ListOAuthAccountsError>
  /**
   * Returns an account at a provider.
   *
   * @param id The id of the connected account.
   */
  readonly get: (id: string) => Effect.Effect<OAuthAccount, GetOAuthAccountError>
  /**
   * Changes an account at a provider.
   *
   * @param id The id of the connected account.
   */
  readonly update: (id: string, changes: OAuthAccountChanges) => Effect.Effect<OAuthAccount, ChangeOAuthAccountError>
  /**
   * Disconnects an account. Do not remove the only sign-in method of a user: the service does not refuse it.
   *
   * @param id The id of the connected account.
   */
  readonly remove: (id: string) => Effect.Effect<void, GetOAuthAccountError>
}

/** The accounts of the signed-in user. */
export const oauthProviderCalls = ({ bind }: CallDependencies): OAuthProviderCalls => {
  const one = (id: string) => ({ user_id: "me" as const, provider_id: id })
  return {
    list: () => Effect.map(bind(call(Api.list, { query: { userId: "me" } })), ({ items }) => items),
    get: (id) => bind(call(Api.get, { params: one(id) })),
    update: (id, changes) => bind(call(Api.update, { params: one(id), body: omitUndefined(changes) })),
    remove: (id) => bind(Effect.asVoid(call(Api.remove, { params: one(id) })))
  }
}
