import { Effect } from "effect"
import { VerificationCodeStore } from "../verification-codes/verification-code-store.ts"
import { ChannelStore } from "./channel-store.ts"

/** Returns the addresses with which a user signs in. */
const authAddressesOf = Effect.fnUntraced(function* (projectId: string, userId: string) {
  const all = yield* (yield* ChannelStore).list(projectId, userId)
  return all.flatMap(({ usedForAuth, value }) => (usedForAuth ? [value] : []))
})

/**
 * Runs a change of a user's addresses. Ends the sign-ins that require the second factor if the user can no longer sign
 * in with one of the former addresses. Belongs in a transaction.
 */
export const changeAddresses = Effect.fnUntraced(function* <A, E, R>(
  projectId: string,
  userId: string,
  change: Effect.Effect<A, E, R>
) {
  const former = yield* authAddressesOf(projectId, userId)
  const result = yield* change
  const present = new Set(yield* authAddressesOf(projectId, userId))
  if (!former.every((value) => present.has(value))) yield* (yield* VerificationCodeStore).removeAttempts(userId)
  return result
})
