/** The signals that the application's server notes about the sign-up of a user. This service measures none of them. */
import type { ServerUserUpdate } from "../../../core/schema/server-user.ts"
import type { UserRecord } from "../../sql/records/user-record.ts"

type Signals = Pick<UserRecord, "countryCode" | "botRisk" | "freeTrialAbuseRisk">

/** Returns the given values as columns. */
export const signalsOf = ({
  countryCode,
  riskScores
}: Pick<ServerUserUpdate, "countryCode" | "riskScores">): Partial<Signals> => ({
  ...(countryCode !== undefined && { countryCode }),
  ...(riskScores !== undefined && {
    botRisk: riskScores.signUp.bot,
    freeTrialAbuseRisk: riskScores.signUp.freeTrialAbuse
  })
})
