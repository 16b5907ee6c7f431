/** Connects an account at a provider to a user. */
import { Clock, Effect } from "effect"
import { MAX_OAUTH_ACCOUNTS } from "../../../core/schema/fields/max-oauth-accounts.ts"
import { noteTargets } from "../../audit/current-audit.ts"
import { checkLimit } from "../../validation/check-limit.ts"
import { OAuthAccountStore } from "./oauth-account-store.ts"
import { randomUUID } from "node:crypto"

/** An account at a provider, before it is connected. */
export interface NewAccount {
  readonly providerId: string
  readonly accountId: string
  readonly email: string | null
}

/** Returns the accounts of the user. Fails with `LimitReached` if another one cannot be connected. */
export const requireRoomForAccount = Effect.fnUntraced(function* (projectId: string, userId: string) {
  const own = yield* (yield* OAuthAccountStore).ofUser(projectId, userId)
  yield* checkLimit(own.length, {
    maximum: MAX_OAUTH_ACCOUNTS,
    of: "connected accounts of a user",
    advice: "Disconnect one first."
  })
  return own
})

/**
 * Connects an account that belongs to no user. The first account of a user at a provider also signs the user in. Fails
 * with `UniqueViolation` if a concurrent request connects it. Belongs in a transaction.
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
