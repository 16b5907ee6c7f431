/** Builds the error for an email that another user has. */
import { UserEmailAlreadyExists } from "../../../core/errors/user.ts"

/** `wouldWorkIfVerified`: the other user has not verified it, and a user who has may take it over. */
export const emailTaken = (email: string | null | undefined, wouldWorkIfVerified = false) =>
  new UserEmailAlreadyExists({ ...(email && { email }), wouldWorkIfEmailWasVerified: wouldWorkIfVerified })
