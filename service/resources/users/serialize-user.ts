/** Serializes users for each tier. */
import type { ServerUser } from "../../../core/schema/server-user.ts"
import type { User } from "../../../core/schema/user.ts"
import type { UserRecord } from "../../sql/records/user-record.ts"
import { restrictedReasonOf } from "./restricted-reason.ts"
import { serializeServerTeam, serializeTeam } from "../teams/serialize-team.ts"

const restriction = (user: UserRecord) => {
  const reason = restrictedReasonOf(user)
  return {
    isAnonymous: user.isAnonymous,
    isRestricted: reason !== null,
    restrictedReason: reason === null ? null : { type: reason },
    restrictedByAdmin: user.restrictedByAdmin,
    restrictedByAdminReason: user.restrictedByAdminReason
  }
}

export const serializeUser = (user: UserRecord): User => ({
  id: user.id,
  primaryEmail: user.primaryEmail,
  primaryEmailVerified: user.primaryEmailVerified,
  displayName: user.displayName,
  profileImageUrl: user.profileImageUrl,
  signedUpAt: user.signedUpAt,
  clientMetadata: user.clientMetadata,
  clientReadOnlyMetadata: user.clientReadOnlyMetadata,
  hasPassword: user.hasPassword,
  otpAuthEnabled: user.otpAuthEnabled,
  passkeyAuthEnabled: user.passkeyAuthEnabled,
  oauthProviders: user.oauthAccounts,
  emailAuthEnabled: user.hasPassword || user.otpAuthEnabled,
  isMultiFactorRequired: user.totpSecret !== null,
  selectedTeamId: user.selectedTeam === null ? null : user.selectedTeam.id,
  selectedTeam: user.selectedTeam === null ? null : serializeTeam(user.selectedTeam),
  ...restriction(user)
})

export const serializeServerUser = (user: UserRecord): ServerUser => ({
  ...serializeUser(user),
  selectedTeam: user.selectedTeam === null ? null : serializeServerTeam(user.selectedTeam),
  primaryEmailAuthEnabled: user.primaryEmailAuthEnabled,
  serverMetadata: user.serverMetadata,
  lastActiveAt: user.lastActiveAt,
  restrictedByAdminPrivateDetails: user.restrictedByAdminPrivateDetails,
  countryCode: user.countryCode,
  ...(user.language !== null && { language: user.language }),
  riskScores: { signUp: { bot: user.botRisk, freeTrialAbuse: user.freeTrialAbuseRisk } }
})
