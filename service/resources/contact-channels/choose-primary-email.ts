/** Sets the primary address that a user chooses. */
import { Clock, Effect } from "effect"
import type { UserUpdate } from "../../../core/schema/user-update.ts"
import { checkLimit } from "../../validation/check-limit.ts"
import { textError } from "../../response/raw-response.ts"
import type { UserRecord } from "../../sql/records/user-record.ts"
import { ChannelStore } from "./channel-store.ts"
import { isSameAddress, withLowerCaseDomain } from "./email-address.ts"
import { channelLimit } from "./own-channels.ts"
import { randomUUID } from "node:crypto"

/**
 * Makes an address of the user primary; `null` leaves no primary address. The earlier one stays as a channel, with its
 * use for sign-in.
 *
 * A new address is unverified and not used for sign-in, also after its verification: it reserves no address of another
 * person, and neither resets a password nor finds the user at a sign-in.
 */
export const choosePrimaryEmail = Effect.fnUntraced(
  function* ({ id: userId, projectId }: UserRecord, { primaryEmail }: Pick<UserUpdate, "primaryEmail">) {
    if (primaryEmail === undefined) return
    const channels = yield* ChannelStore
    if (primaryEmail === null) return yield* channels.clearPrimary(projectId, userId)
    const all = yield* channels.list(projectId, userId)
    const own = all.find(({ value }) => isSameAddress(value, primaryEmail))
    if (own?.isPrimary === true) return
    if (own === undefined) yield* checkLimit(all.length, channelLimit)
    yield* channels.clearPrimary(projectId, userId)
    if (own !== undefined) return yield* channels.update({ ...own, isPrimary: true })
    yield* channels.insert({
      id: randomUUID(),
      projectId,
      userId,
      value: withLowerCaseDomain(primaryEmail),
      isPrimary: true,
      isVerified: false,
      usedForAuth: false,
      createdAt: yield* Clock.currentTimeMillis
    })
  },
  // Another request of the user has added the address since.
  Effect.catchTag("UniqueViolation", () => textError(409, "The user has this address already. Try again."))
)
