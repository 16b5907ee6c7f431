import type { RestrictedReason } from "../../crypto/access-token-claims.ts"
import type { UserRecord } from "../../sql/records/user-record.ts"

/** The facts that decide whether a user is restricted. */
interface RestrictionFacts extends Pick<UserRecord, "isAnonymous" | "restrictedByAdmin"> {
  /** The project requires a verified primary address, and the user has none. */
  readonly lacksVerifiedEmail: boolean
}

/** Returns why a user may not use the application yet, in the order of the wire; `null` for a normal user. */
export const restrictedReasonOf = (user: RestrictionFacts): RestrictedReason | null => {
  if (user.isAnonymous) return "anonymous"
  if (user.lacksVerifiedEmail) return "email_not_verified"
  return user.restrictedByAdmin ? "restricted_by_administrator" : null
}
