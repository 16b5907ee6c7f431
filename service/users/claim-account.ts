/** Accounts whose address was proven for the first time by a password reset. */
import { Effect } from "effect"
import { OAuthAccountStore } from "../provider-accounts/account-store.ts"
import { ChannelStore } from "./channel-store.ts"
import { isSameAddress } from "../schema/email-address.ts"
import { PasskeyStore } from "./passkey-store.ts"
import { UserStore } from "./user-store.ts"

/**
 * Gives an account to the owner of its unverified address. Anybody could have signed up with that address before its
 * owner did and kept another way in, so all of them are removed: other addresses, the passkey, accounts at providers and
 * the TOTP secret. The address becomes verified and primary.
 *
 * Belongs in the transaction that replaces the password and revokes the sessions.
 */
export const claimAccount = Effect.fnUntraced(function*(projectId: string, userId: string, email: string) {
  const channels = yield* ChannelStore
  const users = yield* UserStore
  const all = yield* channels.list(projectId, userId)
  for (const { id, value } of all) if (!isSameAddress(value, email)) yield* channels.remove(id)
  for (const channel of all) {
    if (!isSameAddress(channel.value, email)) continue
    yield* Effect.orDie(channels.update({ ...channel, isVerified: true, isPrimary: true }))
  }
  yield* (yield* PasskeyStore).remove(projectId, userId)
  yield* (yield* OAuthAccountStore).removeAll(projectId, userId)
  const user = yield* users.find(projectId, userId)
  if (user !== null && user.totpSecret !== null) yield* users.update({ ...user, totpSecret: null })
})
