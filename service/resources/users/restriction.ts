/** The restriction of a user by an administrator, as the application's server writes it. */
import { Effect } from "effect"
import type { ServerUserUpdate } from "../../../core/schema/server-user.ts"
import { textError } from "../../response/raw-response.ts"
import type { UserRecord } from "../../sql/records/user-record.ts"

type Restriction = Pick<UserRecord, "restrictedByAdmin" | "restrictedByAdminReason" | "restrictedByAdminPrivateDetails">

type Update = Pick<ServerUserUpdate, keyof Restriction>

export const notRestricted: Restriction = {
  restrictedByAdmin: false,
  restrictedByAdminReason: null,
  restrictedByAdminPrivateDetails: null
}

/** Fails if the update gives a reason or details to a user who is not restricted afterwards. */
export const checkRestriction = Effect.fnUntraced(function* (before: Restriction, update: Update) {
  const isRestricted = update.restrictedByAdmin ?? before.restrictedByAdmin
  if (isRestricted || (update.restrictedByAdminReason == null && update.restrictedByAdminPrivateDetails == null)) return
  return yield* textError(
    400,
    "restricted_by_admin_reason and restricted_by_admin_private_details need restricted_by_admin: true."
  )
})

/**
 * Returns the restriction after an update. Absent fields are unchanged. Lifting it clears the reason and the details.
 */
export const restrictionAfter = (before: Restriction, update: Update): Restriction => {
  if (!(update.restrictedByAdmin ?? before.restrictedByAdmin)) return notRestricted
  const { restrictedByAdminPrivateDetails: details, restrictedByAdminReason: reason } = update
  return {
    restrictedByAdmin: true,
    restrictedByAdminReason: reason === undefined ? before.restrictedByAdminReason : reason,
    restrictedByAdminPrivateDetails: details === undefined ? before.restrictedByAdminPrivateDetails : details
  }
}
