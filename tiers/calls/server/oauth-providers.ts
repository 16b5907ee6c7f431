/** The accounts of one user at OAuth providers, as the server handles them. */
import * as Effect from "effect/Effect"
import * as Api from "../../../core/api/oauth-providers.ts"
import type { ServerOAuthAccount } from "../../../core/schema/oauth-account.ts"
import type { CallError } from "../call-error.ts"
import type {
  ChangeOAuthAccountError,
  GetOAuthAccountError,
  ListOAuthAccountsError,
  OAuthAccountChanges,
  OAuthProviderCalls
} from "../oauth-providers.ts"
import { omitUndefined } from "../omit-undefined.ts"
import type { UserScope } from "./user-scope.ts"

/** An account to create. */
export interface ServerOAuthAccountInput {
  /** The id of the provider in the project's settings. */
  readonly providerId: string
  /** The id of the account at the provider. */
  readonly accountId: string
  /** The email address of the account at the provider. */
  readonly email?: string | undefined
  /** The user can sign in with the account. Possible for one account of the user at each provider. */
  readonly allowSignIn: boolean
  /** The application can get access tokens of the provider, once the user has connected the account there. */
  readonly allowConnectedAccounts: boolean
}

/** Absent fields are unchanged. */
export interface ServerOAuthAccountChanges extends OAuthAccountChanges {
  /** The email address of the account at the provider. */
  readonly email?: string | undefined
  /** Deletes the provider's tokens. */
  readonly accountId?: string | undefined
}

/** The errors of `oauthProviders.create`. */
export type CreateOAuthAccountError = CallError<typeof Api.createAsServer>

/** The accounts of one user at OAuth providers. */
export interface ServerOAuthProviderCalls extends Pick<OAuthProviderCalls, "remove"> {
  /** Returns the oldest first. */
  readonly list: () => Effect.Effect<ReadonlyArray<ServerOAuthAccount>, ListOAuthAccountsError>
  /**
   * Returns an account at a provider.
   *
   * @param id The id of the connected account.
   */
  readonly get: (id: string) => Effect.Effect<ServerOAuthAccount, GetOAuthAccountError>
  /** Adds an account. An account at a provider belongs to one user of the project. */
  readonly create: (input: ServerOAuthAccountInput) => Effect.Effect<ServerOAuthAccount, CreateOAuthAccountError>
  /**
   * Changes an account at a provider.
   *
   * @param id The id of the connected account.
   */
  readonly update: (
    id: string,
    changes: ServerOAuthAccountChanges
  ) => Effect.Effect<ServerOAuthAccount, ChangeOAuthAccountError>
}

export const serverOAuthProviderCalls = ({ run, userId }: UserScope): ServerOAuthProviderCalls => {
  const one = (id: string) => ({ user_id: userId, provider_id: id })
  return {
    list: () => Effect.map(run(Api.listAsServer, { query: { userId } }), ({ items }) => items),
    get: (id) => run(Api.getAsServer, { params: one(id) }),
    create: (input) => run(Api.createAsServer, { body: { ...omitUndefined(input), userId } }),
    update: (id, changes) => run(Api.updateAsServer, { params: one(id), body: omitUndefined(changes) }),
    remove: (id) => Effect.asVoid(run(Api.remove, { params: one(id) }))
  }
}
