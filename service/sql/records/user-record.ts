/** A stored user with the primary address, the selected team and the OAuth accounts. */
import { Schema } from "effect"
import { Millis } from "../../../core/schema/fields/millis.ts"
import { wire } from "../../../core/schema/wire.ts"
import { EncryptedText } from "../../schema/encrypted-text.ts"
import { AccountsText } from "./accounts-text.ts"
import { Flag, JsonText } from "../rows.ts"
import { SelectedTeam } from "./team-record.ts"

/** The columns of a user that an export has, too. */
export const userFields = {
  displayName: Schema.NullOr(Schema.String),
  profileImageUrl: Schema.NullOr(Schema.String),
  clientMetadata: JsonText,
  clientReadOnlyMetadata: JsonText,
  serverMetadata: JsonText,
  /** Decrypted only where a code is checked. */
  totpSecret: Schema.NullOr(EncryptedText),
  otpAuthEnabled: Flag,
  /** Has not signed up: has only the session with which the user was created. */
  isAnonymous: Flag,
  /** May not use the application until an administrator lifts this. */
  restrictedByAdmin: Flag,
  /** `null` without a restriction, as the private details. */
  restrictedByAdminReason: Schema.NullOr(Schema.String),
  restrictedByAdminPrivateDetails: Schema.NullOr(Schema.String),
  countryCode: Schema.NullOr(Schema.String),
  /** The language of mails; `null` if it is not known. */
  language: Schema.NullOr(Schema.String),
  botRisk: Schema.Int,
  freeTrialAbuseRisk: Schema.Int,
  signedUpAt: Millis,
  lastActiveAt: Millis
}

export const UserRecord = wire({
  id: Schema.String,
  projectId: Schema.String,
  ...userFields,
  hasPassword: Flag,
  passkeyAuthEnabled: Flag,
  primaryEmail: Schema.NullOr(Schema.String),
  primaryEmailVerified: Flag,
  primaryEmailAuthEnabled: Flag,
  /** The project requires a verified primary address, and the user has none. */
  lacksVerifiedEmail: Flag,
  selectedTeam: Schema.NullOr(SelectedTeam),
  oauthAccounts: AccountsText
})
export type UserRecord = typeof UserRecord.Type
