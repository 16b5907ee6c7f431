/** Request body that updates the signed-in user. */
import * as Schema from "effect/Schema"
import { Email } from "./fields/email.ts"
import { Metadata } from "./fields/json.ts"
import { redacted } from "./fields/secret.ts"
import { Base64 } from "./fields/base64.ts"
import { ProfileImageUrl } from "./fields/url.ts"
import { Uuid } from "./fields/uuid.ts"
import { wire } from "./wire.ts"

export const writableFields = {
  /** The empty text is stored as `null`. */
  displayName: Schema.optionalKey(Schema.NullOr(Schema.String)),
  profileImageUrl: Schema.optionalKey(Schema.NullOr(ProfileImageUrl)),
  clientMetadata: Schema.optionalKey(Metadata),
  /** The TOTP secret in base64; `null` disables the second factor. */
  totpSecret: Schema.optionalKey(Schema.NullOr(redacted(Base64))),
  otpAuthEnabled: Schema.optionalKey(Schema.Boolean),
  /** Only `false` is accepted: it removes all passkeys. */
  passkeyAuthEnabled: Schema.optionalKey(Schema.Boolean)
}

export const userUpdateFields = { ...writableFields, selectedTeamId: Schema.optionalKey(Schema.NullOr(Uuid)) }

export const userUpdateNames = { totpSecret: "totp_secret_base64" } as const

/** The fields that users may change of their own account. Absent ones are unchanged; `null` clears a field. */
export class UserUpdate extends Schema.Opaque<UserUpdate>()(
  wire(
    {
      ...userUpdateFields,
      /**
       * The primary address. One of the user's contact channels is promoted; another address becomes a channel that is
       * unverified and not used for sign-in. The earlier one stays as a channel. `null` leaves no primary address.
       * Services before Stack Auth 2.8 refuse it.
       */
      primaryEmail: Schema.optionalKey(Schema.NullOr(Email))
    },
    userUpdateNames
  )
) {}
