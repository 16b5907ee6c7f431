import { Clock, Effect } from "effect"
import { ChannelStore } from "../contact-channels/channel-store.ts"
import { isSameAddress } from "../contact-channels/email-address.ts"
import { removeAccess } from "./remove-access.ts"
import { removeOthersFromPersonalTeam } from "./remove-others-from-personal-team.ts"
import { UserStore } from "./user-store.ts"

/**
 * Transfers an account to the owner of its unverified address. An attacker could have signed up with that address and
 * added another sign-in method. So all of them are removed: other addresses, passkeys, connected accounts, the
 * TOTP secret and its recovery codes. API keys and invitations that were sent are revoked: with these the attacker
 * would keep access to the account and to its teams. The other members of the personal team are removed. The address
 * becomes verified and primary.
 *
 * Belongs in the transaction that replaces the password and revokes the sessions.
 */
export const claimAccount = Effect.fnUntraced(function* (projectId: string, userId: string, email: string) {
  const channels = yield* ChannelStore
  const users = yield* UserStore
  const all = yield* channels.list(projectId, userId)
  // Data of earlier versions may have the address in several spellings.
  const spellings = all.filter(({ usedForAuth, value }) => usedForAuth && isSameAddress(value, email))
  const kept = spellings.find(({ value }) => value === email) ?? spellings[0]
  for (const { id } of all) if (id !== kept?.id) yield* channels.remove(id)
  if (kept !== undefined) {
    yield* Effect.orDie(channels.update({ ...kept, isVerified: true, isPrimary: true }))
    yield* channels.setFirstVerified(projectId, userId, yield* Clock.currentTimeMillis)
  }
  const user = yield* users.find(projectId, userId)
  // Before the API keys, since those of a team with another member stay.
  yield* removeOthersFromPersonalTeam(projectId, userId)
  yield* removeAccess(projectId, userId)
  if (user !== null && user.totpSecret !== null) yield* users.update({ ...user, totpSecret: null })
})
