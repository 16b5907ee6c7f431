/** Serializes users for each tier. */
import type { ServerUser } from "../../../core/schema/server-user.ts"
import type { User } from "../../../core/schema/user.ts"
import type { UserRecord } from "../../sql/records/user-record.ts"
import { serializeServerTeam, serializeTeam } from "../teams/serialize-team.ts"

/** What clients since Stack Auth 2.8 read. No user of this service is anonymous or restricted, and none is rated. */
const since28 = { isAnonymous: false, isRestricted: false, restrictedReason: null } as const
const noRisk = { signUp: { bot: 0, freeTrialAbuse: 0 } } as const

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
  ...since28
})

export const serializeServerUser = (user: UserRecord): ServerUser => ({
  ...serializeUser(user),
  selectedTeam: user.selectedTeam === null ? null : serializeServerTeam(user.selectedTeam),
  primaryEmailAuthEnabled: user.primaryEmailAuthEnabled,
  serverMetadata: user.serverMetadata,
  lastActiveAt: user.lastActiveAt,
  riskScores: noRisk
})
