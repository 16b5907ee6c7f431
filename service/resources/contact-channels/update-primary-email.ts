/** Updates the primary address of a user. */
import { Clock, Effect } from "effect"
import { changeAddresses } from "./change-addresses.ts"
import { emailTaken } from "./email-taken.ts"
import type { ServerUserUpdate } from "../../../core/schema/server-user.ts"
import { textError } from "../../response/raw-response.ts"
import type { UserRecord } from "../../sql/records/user-record.ts"
import { ChannelStore } from "./channel-store.ts"
import { withLowerCaseDomain } from "./email-address.ts"
import { prepareNewAddress } from "./new-address.ts"
import { releaseAddress } from "./release-address.ts"
import { randomUUID } from "node:crypto"

/**
 * Replaces the primary address of a user, if the update names it. Ends the sign-ins that require the second factor if
 * the user can no longer sign in with the former one. Belongs in a transaction.
 */
export const updatePrimaryEmail = Effect.fnUntraced(
  function* (user: UserRecord, update: ServerUserUpdate) {
    const { primaryEmail, primaryEmailAuthEnabled, primaryEmailVerified } = update
    const isNamed = [primaryEmail, primaryEmailAuthEnabled, primaryEmailVerified].some((given) => given !== undefined)
    if (isNamed) yield* changeAddresses(user.projectId, user.id, replacePrimaryEmail(user, update))
  },
  (updated, _user, { primaryEmail }) =>
    Effect.catchTag(updated, "UniqueViolation", () => Effect.fail(emailTaken(primaryEmail)))
)

/**
 * Replaces the primary address. By default the new one is verified and used for sign-in as the old one was, except an
 * address that the primary one has replaced: it is verified and used for sign-in again. The correction of a mistyped
 * address, if another user has claimed that one, is unverified, since that user may have verified it, and is used for
 * sign-in, unless the update says otherwise. The use for sign-in can only be switched on, and only together with a new
 * address.
 */
const replacePrimaryEmail = Effect.fnUntraced(function* (
  user: UserRecord,
  { primaryEmail, primaryEmailAuthEnabled, primaryEmailVerified }: ServerUserUpdate
) {
  const channels = yield* ChannelStore
  const all = yield* channels.list(user.projectId, user.id)
  const primary = all.find(({ isPrimary }) => isPrimary)
  const value =
    primaryEmail == null ? (primaryEmail === undefined ? primary?.value : null) : withLowerCaseDomain(primaryEmail)
  if (value == null && (primaryEmailAuthEnabled === true || primaryEmailVerified !== undefined)) {
    return yield* textError(400, "The user has no primary_email that could be verified or used for auth.")
  }
  if (primaryEmail === null) {
    if (primary === undefined) return yield* textError(400, "The user has no primary_email that could be removed.")
    return yield* channels.remove(primary.id)
  }
  if (value == null) return
  const owned = primary === undefined ? null : { ...primary, userId: user.id }
  const { firstAddedAt, isCorrected, isReturned } = yield* prepareNewAddress(owned, value)
  if (!isReturned && all.some((channel) => channel.value === value && channel !== primary)) {
    return yield* textError(
      409,
      "The user has this address already, as another contact channel. Make that one primary."
    )
  }
  const isNewlyUsed = primaryEmail !== undefined && primaryEmailAuthEnabled === true
  const isVerified = primaryEmailVerified ?? (isReturned || (!isCorrected && primary?.isVerified === true))
  const usedForAuth =
    primary?.usedForAuth === true || isNewlyUsed || isReturned || (isCorrected && primaryEmailAuthEnabled !== false)
  if (usedForAuth && !(yield* releaseAddress(user.projectId, user.id, value))) return yield* emailTaken(primaryEmail)
  if (primary !== undefined) {
    return yield* channels.update({ ...primary, value, isVerified, usedForAuth }, firstAddedAt)
  }
  yield* channels.insert({
    id: randomUUID(),
    projectId: user.projectId,
    userId: user.id,
    value,
    isVerified,
    usedForAuth,
    isPrimary: true,
    createdAt: yield* Clock.currentTimeMillis
  })
})
