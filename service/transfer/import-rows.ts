/** The rows that an import inserts for its records, by the names of their columns. */
import { randomUUID } from "node:crypto"
import { supportedLanguage } from "../mail/mail-language.ts"
import { withLowerCaseDomain } from "../resources/contact-channels/email-address.ts"
import type { TransferMembership, TransferTeam, TransferUser } from "./record.ts"

export type ImportRow = Readonly<Record<string, string | number | null>>

const flag = (value: boolean) => (value ? 1 : 0)
const nullableFlag = (value: boolean | null) => (value === null ? null : flag(value))
const nullableMillis = (time: Date | null) => (time === null ? null : time.getTime())

type Metadata = Pick<TransferUser, "clientMetadata" | "clientReadOnlyMetadata" | "serverMetadata">

const metadataColumns = ({ clientMetadata, clientReadOnlyMetadata, serverMetadata }: Metadata) => ({
  client_metadata: JSON.stringify(clientMetadata),
  client_read_only_metadata: JSON.stringify(clientReadOnlyMetadata),
  server_metadata: JSON.stringify(serverMetadata)
})

export const teamRow = (projectId: string, team: TransferTeam): ImportRow => ({
  id: team.id,
  project_id: projectId,
  display_name: team.displayName,
  profile_image_url: team.profileImageUrl,
  ...metadataColumns(team),
  created_at: team.createdAt.getTime()
})

/** Files of earlier versions lack the time: that of the oldest verified address for sign-in is taken. */
const firstVerifiedMillis = ({ contactChannels, firstVerifiedAt }: TransferUser): number | null => {
  if (firstVerifiedAt !== undefined) return firstVerifiedAt.getTime()
  const verified = contactChannels.filter(({ isVerified, usedForAuth }) => isVerified && usedForAuth)
  return verified.length === 0 ? null : Math.min(...verified.map(({ createdAt }) => createdAt.getTime()))
}

/** @param totpSecret the encrypted secret of the second factor */
export const userRow = (projectId: string, user: TransferUser, totpSecret: string | null): ImportRow => ({
  id: user.id,
  project_id: projectId,
  display_name: user.displayName,
  profile_image_url: user.profileImageUrl,
  ...metadataColumns(user),
  totp_secret: totpSecret,
  otp_auth_enabled: flag(user.otpAuthEnabled),
  is_anonymous: flag(user.isAnonymous ?? false),
  restricted_by_admin: flag(user.restrictedByAdmin ?? false),
  restricted_by_admin_reason: user.restrictedByAdmin ? (user.restrictedByAdminReason ?? null) : null,
  restricted_by_admin_private_details: user.restrictedByAdmin ? (user.restrictedByAdminPrivateDetails ?? null) : null,
  country_code: user.countryCode ?? null,
  language: supportedLanguage(user.language ?? null),
  first_verified_at: firstVerifiedMillis(user),
  bot_risk: user.botRisk ?? 0,
  free_trial_abuse_risk: user.freeTrialAbuseRisk ?? 0,
  signed_up_at: user.signedUpAt.getTime(),
  last_active_at: user.lastActiveAt.getTime()
})

export const addressRows = (projectId: string, { contactChannels, id }: TransferUser): ReadonlyArray<ImportRow> =>
  contactChannels.map((channel) => ({
    id: channel.id.toLowerCase(),
    project_id: projectId,
    user_id: id,
    type: channel.type,
    value: withLowerCaseDomain(channel.value),
    is_primary: flag(channel.isPrimary),
    is_verified: flag(channel.isVerified),
    used_for_auth: flag(channel.usedForAuth),
    released_value: channel.releasedValue === undefined ? null : withLowerCaseDomain(channel.releasedValue),
    replaced_by: channel.replacedBy?.toLowerCase() ?? null,
    created_at: channel.createdAt.getTime()
  }))

export const passwordRows = ({ id, password }: TransferUser): ReadonlyArray<ImportRow> =>
  password === null ? [] : [{ user_id: id, hash: password.hash, changed_at: password.changedAt.getTime() }]

/** Files of earlier versions do not say with which of several accounts at a provider the user signs in. */
const isFirstAtProvider = (accounts: TransferUser["connectedAccounts"], position: number): boolean => {
  const { providerId } = accounts[position] ?? {}
  return accounts.findIndex((other) => other.providerId === providerId) === position
}

export const accountRows = (projectId: string, { connectedAccounts, id }: TransferUser): ReadonlyArray<ImportRow> =>
  connectedAccounts.map((account, position) => ({
    project_id: projectId,
    id: account.id?.toLowerCase() ?? randomUUID(),
    allow_sign_in: flag(account.allowSignIn ?? isFirstAtProvider(connectedAccounts, position)),
    allow_connected_accounts: flag(account.allowConnectedAccounts ?? true),
    provider_id: account.providerId,
    account_id: account.accountId,
    user_id: id,
    email: account.email,
    created_at: account.createdAt.getTime()
  }))

export const passkeyRows = (projectId: string, { id, passkeys }: TransferUser): ReadonlyArray<ImportRow> =>
  passkeys.map((passkey) => ({
    user_id: id,
    id: passkey.id.toLowerCase(),
    project_id: projectId,
    name: passkey.name,
    credential_id: passkey.credentialId,
    public_key: passkey.publicKey,
    counter: passkey.counter,
    is_backup_eligible: nullableFlag(passkey.isBackupEligible),
    is_backed_up: nullableFlag(passkey.isBackedUp),
    registered_at: passkey.createdAt.getTime(),
    last_used_at: nullableMillis(passkey.lastUsedAt)
  }))

export const recoveryCodeRows = ({ id, recoveryCodes }: TransferUser): ReadonlyArray<ImportRow> =>
  recoveryCodes.map(({ createdAt, hash, selector, usedAt }) => ({
    user_id: id,
    selector,
    hash,
    created_at: createdAt.getTime(),
    used_at: nullableMillis(usedAt)
  }))

export const userPermissionRows = (
  projectId: string,
  { id, permissionIds = [] }: TransferUser
): ReadonlyArray<ImportRow> =>
  [...new Set(permissionIds)].map((permissionId) => ({
    project_id: projectId,
    user_id: id,
    permission_id: permissionId
  }))

export const membershipRow = (projectId: string, membership: TransferMembership): ImportRow => ({
  project_id: projectId,
  team_id: membership.teamId,
  user_id: membership.userId,
  is_selected: flag(membership.isSelected),
  is_personal: flag(membership.isPersonal ?? false),
  display_name: membership.displayName,
  profile_image_url: membership.profileImageUrl,
  created_at: membership.createdAt.getTime()
})

export const memberPermissionRows = (
  projectId: string,
  { permissionIds, teamId, userId }: TransferMembership
): ReadonlyArray<ImportRow> =>
  [...new Set(permissionIds)].map((permissionId) => ({
    project_id: projectId,
    team_id: teamId,
    user_id: userId,
    permission_id: permissionId
  }))
