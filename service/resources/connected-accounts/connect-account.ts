/** Connects an account at a provider to a user. */
import { Clock, Effect } from "effect"
import { noteTargets } from "../../audit/current-audit.ts"
import { textError } from "../../endpoint/raw-response.ts"
import { OAuthAccountStore } from "./oauth-account-store.ts"
import { randomUUID } from "node:crypto"

/** The greatest number of accounts of a user at all providers. */
export const MAX_ACCOUNTS = 100

/** An account at a provider, before it is connected. */
export interface NewAccount {
  readonly providerId: string
  readonly accountId: string
  readonly email: string | null
}

/** Fails with a plain-text error if the user has the greatest number of accounts. */
export const requireRoomForAccount = Effect.fnUntraced(function* (projectId: string, userId: string) {
  const own = yield* (yield* OAuthAccountStore).ofUser(projectId, userId)
  if (own.length >= MAX_ACCOUNTS) {
    return yield* textError(400, `A user can connect ${MAX_ACCOUNTS} accounts. Disconnect one first.`)
  }
  return own
})

/**
 * Connects an account that belongs to no user. The first account of a user at a provider also signs the user in. Fails
 * with `Taken` if a concurrent request connects it. Belongs in a transaction.
 */
export const connectAccount = Effect.fnUntraced(function* (
  projectId: string,
  userId: string,
  { accountId, email, providerId }: NewAccount
) {
  const own = yield* requireRoomForAccount(projectId, userId)
  const signsInWithOther = own.some((account) => account.providerId === providerId && account.allowSignIn)
  yield* noteTargets({ connected_provider_id: providerId })
  yield* (yield* OAuthAccountStore).insert(projectId, {
    id: randomUUID(),
    providerId,
    accountId,
    userId,
    email,
    allowSignIn: !signsInWithOther,
    allowConnectedAccounts: true,
    createdAt: new Date(yield* Clock.currentTimeMillis)
  })
})
