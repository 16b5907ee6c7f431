/** Accounts at OAuth providers as objects with methods. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type {
  OAuthAccountNotFound,
  OAuthProviderAccountIdAlreadyUsedForSignIn
} from "../../../core/errors/oauth-account.ts"
import type {
  ConnectedAccount as ConnectedAccountData,
  OAuthAccount,
  ServerOAuthAccount
} from "../../../core/schema/oauth-account.ts"
import type { ConnectedAccountCalls, ConnectedAccountOptions } from "../../calls/connected-accounts.ts"
import type { ChangeOAuthAccountError, GetOAuthAccountError, OAuthAccountChanges } from "../../calls/oauth-providers.ts"
import type { ServerOAuthAccountChanges } from "../../calls/server/oauth-providers.ts"
import type { ObjectContext } from "../object-context.ts"
import { type Result, toResult } from "../result.ts"

/** The account belongs to another user, or was removed. */
export type ChangeOAuthProviderError = OAuthProviderAccountIdAlreadyUsedForSignIn | OAuthAccountNotFound

interface Methods<Changes> {
  /** Changes the account. The object is unchanged. */
  readonly update: (changes: Changes) => Promise<Result<void, ChangeOAuthProviderError>>
  /** Disconnects the account. Do not remove the only sign-in method of a user: the service does not refuse it. */
  readonly delete: () => Promise<void>
}

/** An account of the user at a provider. */
export interface OAuthProvider extends OAuthAccount, Methods<OAuthAccountChanges> {}

/** An account of a user at a provider, as the server reads it. */
export interface ServerOAuthProvider extends ServerOAuthAccount, Methods<ServerOAuthAccountChanges> {}

interface Calls<Changes> {
  readonly oauthProviders: {
    readonly update: (id: string, changes: Changes) => Effect.Effect<unknown, ChangeOAuthAccountError>
    readonly remove: (id: string) => Effect.Effect<void, GetOAuthAccountError>
  }
}

export const oauthProvider = <Data extends OAuthAccount, Changes>(
  data: Data,
  { calls, run }: ObjectContext<Calls<Changes>>
): Data & Methods<Changes> =>
  Object.freeze({
    ...data,
    update: (changes: Changes) =>
      toResult(Effect.asVoid(calls().oauthProviders.update(data.id, changes)), [
        "OAuthProviderAccountIdAlreadyUsedForSignIn",
        "OAuthAccountNotFound"
      ]),
    delete: () => run(calls().oauthProviders.remove(data.id))
  })

/** An account of the user whose access tokens the application can get. */
export interface ConnectedAccount extends ConnectedAccountData {
  /** A token of this account with the scopes; `null` if it has none. */
  readonly getAccessToken: (options?: ConnectedAccountOptions) => Promise<{ readonly accessToken: string } | null>
}

export const connectedAccount = (
  data: ConnectedAccountData,
  { calls, run }: ObjectContext<{ readonly connectedAccounts: ConnectedAccountCalls }>
): ConnectedAccount =>
  Object.freeze({
    ...data,
    getAccessToken: async (options: ConnectedAccountOptions = {}) => {
      const { accountId, providerId } = data
      const token = await run(calls().connectedAccounts.getAccessToken(providerId, { ...options, accountId }))
      return token && { accessToken: Redacted.value(token.accessToken) }
    }
  })
