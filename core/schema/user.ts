/** Users as each tier sees them, and what each tier may change. */
import * as Schema from "effect/Schema"
import { NonEmpty } from "./checks.ts"
import { userFields, userNames } from "./client-user.ts"
import { Base64, Email, Metadata, Millis, Password, ProfileImageUrl, Uuid } from "./fields.ts"
import { ServerTeam } from "./team.ts"
import { wire } from "./wire.ts"
import { hidden } from "./secret.ts"

export { User, UserOAuthProvider } from "./client-user.ts"

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
  passwordHash: Schema.optionalKey(hidden(NonEmpty))
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
      oauthProviders: Schema.optionalKey(
        Schema.Array(
          wire({
            id: Schema.String,
            accountId: Schema.String,
            email: Schema.optionalKey(Schema.NullOr(Schema.String))
          })
        )
      )
    },
    userUpdateNames
  )
) {}
