/** Verifies an address of a user. */
import { Effect } from "effect"
import { inTransaction } from "../../sql/rows.ts"
import { ChannelStore } from "./channel-store.ts"
import { isSameAddress } from "./email-address.ts"
import { releaseAddress } from "./release-address.ts"

interface MailedCode {
  readonly projectId: string
  readonly userId: string
  readonly email: string
  /** The user signed in with the address when the code was mailed. */
  readonly wasUsedForAuth: boolean
}

/**
 * Returns the sign-in with an address to a user. Another user may have claimed the address since the code was mailed.
 * A user who switched sign-in off, or another user who has proven the address, is not changed.
 */
const reclaim = Effect.fnUntraced(function* ({ email, projectId, userId }: MailedCode) {
  const channels = yield* ChannelStore
  if ((yield* channels.findUserByAuthEmail(projectId, email)) === null) return
  if (!(yield* releaseAddress(projectId, userId, email))) return
  const own = (yield* channels.list(projectId, userId)).find(({ value }) => isSameAddress(value, email))
  if (own?.usedForAuth === false) yield* channels.update({ ...own, usedForAuth: true })
})

/** Marks the address as verified. Returns whether the user has it. */
export const verifyAddress = (code: MailedCode) => {
  const { email, projectId, userId, wasUsedForAuth } = code
  const verify = ChannelStore.use((channels) => channels.verify(projectId, userId, email))
  const all = Effect.tap(verify, (isThere) => (isThere && wasUsedForAuth ? reclaim(code) : Effect.void))
  // Another request has taken the address since.
  return Effect.catchTag(inTransaction(all), "Taken", () => inTransaction(verify))
}
