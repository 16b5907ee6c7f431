/** Verifies an address of a user. */
import { Effect } from "effect"
import { inTransaction } from "../../sql/rows.ts"
import { ChannelStore } from "./channel-store.ts"
import { releaseAddress } from "./release-address.ts"

/**
 * Marks the address as verified. The user signs in with it again if another user has claimed it meanwhile, unless that
 * one has proven it or signed up with it. Returns whether the user has the address.
 */
export const verifyAddress = (projectId: string, userId: string, email: string) => {
  const verify = ChannelStore.use((channels) => channels.verify(projectId, userId, email))
  const reclaim = Effect.gen(function* () {
    const channels = yield* ChannelStore
    const isReleased = yield* channels.isReleased(projectId, userId, email)
    if (isReleased && (yield* releaseAddress(projectId, userId, email))) {
      yield* channels.reclaim(projectId, userId, email)
    }
  })
  const verifyAndReclaim = Effect.tap(verify, (isThere) => (isThere ? reclaim : Effect.void))
  // Two users have older addresses in different spellings.
  return Effect.catchTag(inTransaction(verifyAndReclaim), "UniqueViolation", () => inTransaction(verify))
}
