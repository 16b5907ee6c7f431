/** Users as the client tier reads them. */
import * as Schema from "effect/Schema"
import { Metadata } from "./fields/json.ts"
import { Millis } from "./fields/millis.ts"
import { Team } from "./team.ts"
import { nullable, wire } from "./wire.ts"

/** An account at a provider with which the user can sign in. */
export class UserOAuthProvider extends Schema.Opaque<UserOAuthProvider>()(
  wire({
    id: Schema.String,
    accountId: Schema.String,
    email: Schema.optionalKey(Schema.NullOr(Schema.String))
  })
) {}

/** Why a user may not use the application yet, e.g. `email_not_verified`. A newer service may have more reasons. */
const RestrictedReason = wire({ type: Schema.String })

export const userFields = {
  id: Schema.String,
  primaryEmail: Schema.NullOr(Schema.String),
  primaryEmailVerified: Schema.Boolean,
  displayName: Schema.NullOr(Schema.String),
  profileImageUrl: Schema.NullOr(Schema.String),
  signedUpAt: Millis,
  clientMetadata: Metadata,
  clientReadOnlyMetadata: Metadata,
  hasPassword: Schema.Boolean,
  otpAuthEnabled: Schema.Boolean,
  passkeyAuthEnabled: Schema.Boolean,
  oauthProviders: Schema.Array(UserOAuthProvider),
  /** Has a password or one-time codes. */
  emailAuthEnabled: Schema.Boolean,
  isMultiFactorRequired: Schema.Boolean,
  selectedTeamId: Schema.NullOr(Schema.String),
  /** Has not signed up. Absent from services before Stack Auth 2.8. */
  isAnonymous: Schema.optionalKey(Schema.Boolean),
  /** May not use the application yet. Absent from services before Stack Auth 2.8. */
  isRestricted: Schema.optionalKey(Schema.Boolean),
  restrictedReason: Schema.optionalKey(nullable(RestrictedReason)),
  /** Restricted by an administrator, maybe for another reason besides. Absent from services before Stack Auth 2.8. */
  restrictedByAdmin: Schema.optionalKey(Schema.Boolean),
  /** The administrator's reason, for the user to read. */
  restrictedByAdminReason: Schema.optionalKey(Schema.NullOr(Schema.String))
}

export const userNames = {
  signedUpAt: "signed_up_at_millis",
  emailAuthEnabled: "auth_with_email",
  isMultiFactorRequired: "requires_totp_mfa"
} as const

/** The signed-in user. */
export class User extends Schema.Opaque<User>()(wire({ ...userFields, selectedTeam: nullable(Team) }, userNames)) {}
