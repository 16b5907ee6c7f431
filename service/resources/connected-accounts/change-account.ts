/** Creates and changes the accounts of users at providers. */
import { Clock, Effect } from "effect"
import { OAuthAccountNotFound, OAuthProviderAccountIdAlreadyUsedForSignIn } from "../../../core/errors/oauth-account.ts"
import { OAuthProviderNotFoundOrNotEnabled } from "../../../core/errors/oauth.ts"
import type { ServerOAuthAccountCreate, ServerOAuthAccountUpdate } from "../../../core/schema/oauth-account.ts"
import { noteTargets } from "../../audit/current-audit.ts"
import { textError } from "../../response/raw-response.ts"
import { ProviderTokenStore } from "../oauth/provider-token-store.ts"
import { OAuthProviderStore } from "../projects/oauth-provider-store.ts"
import { endUnfinishedSignIns } from "../sessions/end-unfinished-sign-ins.ts"
import { requireRoomForAccount } from "./connect-account.ts"
import { type AccountRow, type OAuthAccountRecord, OAuthAccountStore } from "./oauth-account-store.ts"
import { randomUUID } from "node:crypto"

/** Fails unless the account can be one of the user with these uses. */
const requirePossible = Effect.fnUntraced(function* (
  projectId: string,
  { accountId, allowSignIn, id, providerId, userId }: OAuthAccountRecord,
  own: ReadonlyArray<OAuthAccountRecord>
) {
  const owner = yield* (yield* OAuthAccountStore).find(projectId, providerId, accountId)
  if (owner !== null && owner.userId !== userId) return yield* new OAuthProviderAccountIdAlreadyUsedForSignIn()
  if (owner !== null && owner.id !== id) return yield* textError(400, "The user has this account already.")
  const isSignInTaken = own.some(
    (other) => other.id !== id && other.providerId === providerId && other.allowSignIn && allowSignIn
  )
  if (isSignInTaken) {
    return yield* textError(400, "The user signs in with another account at this provider. Change that one first.")
  }
})

/** Adds an account to a user who exists. Belongs in a transaction. */
export const createAccount = Effect.fnUntraced(function* (
  projectId: string,
  userId: string,
  given: Omit<ServerOAuthAccountCreate, "userId">
) {
  const { accountId, allowConnectedAccounts, allowSignIn, email = null, providerId } = given
  if ((yield* (yield* OAuthProviderStore).find(projectId, providerId)) === null) {
    return yield* new OAuthProviderNotFoundOrNotEnabled()
  }
  const account: OAuthAccountRecord = {
    id: randomUUID(),
    providerId,
    accountId,
    userId,
    email,
    allowSignIn,
    allowConnectedAccounts,
    createdAt: new Date(yield* Clock.currentTimeMillis)
  }
  yield* requirePossible(projectId, account, yield* requireRoomForAccount(projectId, userId))
  yield* noteTargets({ oauth_account_id: account.id, connected_provider_id: providerId })
  yield* (yield* OAuthAccountStore)
    .insert(projectId, account)
    .pipe(Effect.catchTag("UniqueViolation", () => Effect.fail(new OAuthProviderAccountIdAlreadyUsedForSignIn())))
  return account
})

/** Returns an account of the user. */
export const findAccount = Effect.fnUntraced(function* (row: AccountRow) {
  const found = yield* (yield* OAuthAccountStore).findById(row)
  return found ?? (yield* new OAuthAccountNotFound())
})

/**
 * Changes an account and returns it. Ends unfinished sign-ins if the user can no longer sign in with the former account.
 * Belongs in a transaction.
 */
export const changeAccount = Effect.fnUntraced(function* (row: AccountRow, changes: ServerOAuthAccountUpdate) {
  const { projectId, userId } = row
  const current = yield* findAccount(row)
  const changed = { ...current, ...changes }
  const accounts = yield* OAuthAccountStore
  yield* requirePossible(projectId, changed, yield* accounts.ofUser(projectId, userId))
  const isReplaced = changed.accountId !== current.accountId
  // The tokens give access to the former account.
  if (isReplaced) yield* (yield* ProviderTokenStore).removeAll({ projectId, ...current })
  if (current.allowSignIn && (isReplaced || !changed.allowSignIn)) yield* endUnfinishedSignIns(projectId, userId)
  yield* accounts
    .update(projectId, changed)
    .pipe(Effect.catchTag("UniqueViolation", () => Effect.fail(new OAuthProviderAccountIdAlreadyUsedForSignIn())))
  return changed
})
