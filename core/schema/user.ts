/** Users as each tier sees them, and what each tier may change. */
import * as Schema from "effect/Schema"
import { Base64, Email, Metadata, Millis, Password, ProfileImageUrl, Uuid } from "./fields.ts"
import { ServerTeam, Team } from "./team.ts"
import { wire } from "./wire.ts"
import { hidden } from "./secret.ts"

/** An account at a provider with which the user can sign in. */
export class UserOAuthProvider extends Schema.Opaque<UserOAuthProvider>()(
  wire({
    id: Schema.String,
    accountId: Schema.String,
    email: Schema.optionalKey(Schema.NullOr(Schema.String))
  })
) {}

const userFields = {
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
  selectedTeamId: Schema.NullOr(Schema.String)
}
const userNames = {
  signedUpAt: "signed_up_at_millis",
  emailAuthEnabled: "auth_with_email",
  isMultiFactorRequired: "requires_totp_mfa"
} as const

/** The signed-in user, as they see themselves. */
export class User extends Schema.Opaque<User>()(
  wire({ ...userFields, selectedTeam: Schema.NullOr(Team) }, userNames)
) {}

/** A user, as the application's server sees them. */
export class ServerUser extends Schema.Opaque<ServerUser>()(
  wire(
    {
      ...userFields,
      selectedTeam: Schema.NullOr(ServerTeam),
      primaryEmailAuthEnabled: Schema.Boolean,
      serverMetadata: Metadata,
      lastActiveAt: Millis
    },
    { ...userNames, lastActiveAt: "last_active_at_millis" }
  )
) {}

const writableFields = {
  /** The empty text is stored as `null`. */
  displayName: Schema.optionalKey(Schema.NullOr(Schema.String)),
  profileImageUrl: Schema.optionalKey(Schema.NullOr(ProfileImageUrl)),
  clientMetadata: Schema.optionalKey(Metadata),
  /** The shared secret of the second factor, base64; `null` switches it off. */
  totpSecret: Schema.optionalKey(Schema.NullOr(hidden(Base64))),
  otpAuthEnabled: Schema.optionalKey(Schema.Boolean),
  /** Only `false` is accepted: it removes the passkey. */
  passkeyAuthEnabled: Schema.optionalKey(Schema.Boolean)
}
const userUpdateFields = { ...writableFields, selectedTeamId: Schema.optionalKey(Schema.NullOr(Uuid)) }
const userUpdateNames = { totpSecret: "totp_secret_base64" } as const

/** What users may change about themselves. What is absent stays as it is; `null` clears. */
export class UserUpdate extends Schema.Opaque<UserUpdate>()(wire(userUpdateFields, userUpdateNames)) {}

const serverFields = {
  clientReadOnlyMetadata: Schema.optionalKey(Metadata),
  serverMetadata: Schema.optionalKey(Metadata),
  primaryEmail: Schema.optionalKey(Schema.NullOr(Email)),
  primaryEmailVerified: Schema.optionalKey(Schema.Boolean),
  primaryEmailAuthEnabled: Schema.optionalKey(Schema.Boolean),
  password: Schema.optionalKey(Schema.NullOr(Password)),
  /** A bcrypt hash (`$2a$`, `$2b$`, `$2y$`, at most 16 rounds) instead of a password. */
  passwordHash: Schema.optionalKey(hidden(Schema.NonEmptyString))
}

/** What the application's server may change about a user. */
export class ServerUserUpdate extends Schema.Opaque<ServerUserUpdate>()(
  wire({ ...userUpdateFields, ...serverFields }, userUpdateNames)
) {}

/** A user whom the application's server creates. */
export class ServerUserCreate extends Schema.Opaque<ServerUserCreate>()(
  wire(
    {
      ...writableFields,
      ...serverFields,
      oauthProviders: Schema.optionalKey(Schema.Array(wire({
        id: Schema.String,
        accountId: Schema.String,
        email: Schema.optionalKey(Schema.NullOr(Schema.String))
      })))
    },
    userUpdateNames
  )
) {}
