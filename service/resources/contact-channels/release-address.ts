/** Makes an address free for the sign-in of a user. */
import { Effect } from "effect"
import { ChannelStore } from "./channel-store.ts"

/**
 * Ends sign-in with an address for another user whose claim of it is unproven (see `ChannelStore`). Returns whether no
 * other user signs in with it then. Belongs in the transaction that adds it to the user, or returns it.
 */
export const releaseAddress = Effect.fnUntraced(function* (projectId: string, userId: string, value: string) {
  const channels = yield* ChannelStore
  const owner = yield* channels.findUserByAuthEmail(projectId, value)
  if (owner === null || owner === userId) return true
  yield* channels.releaseUnproven(projectId, value)
  return (yield* channels.findUserByAuthEmail(projectId, value)) === null
})
