/**
 * The rules of single fields, one definition each: the contract and the forms read the same ones.
 * Sources: specification, section 5; the conventions of the wire.
 */
import * as Schema from "effect/Schema"
import { atMost, matching } from "./checks.ts"
import { VERIFICATION_CODE_LENGTH } from "./credential.ts"
import { hidden } from "./secret.ts"
import { isStrictEmail, STRICT_EMAIL_PATTERN } from "./strict-email.ts"

export {
  Email,
  EMAIL_PATTERN,
  isEmail,
  Metadata,
  OTP_LENGTH,
  Password,
  PASSWORD_MAX_LENGTH,
  PASSWORD_MIN_LENGTH,
  Secret,
  VERIFICATION_CODE_LENGTH
} from "./credential.ts"

export const PROFILE_IMAGE_MAX_LENGTH = 1_000_000

export { isStrictEmail, STRICT_EMAIL_PATTERN }

export const StrictEmail = Schema.String.check(Schema.makeFilter(isStrictEmail, { expected: "a valid e-mail address" }))

/** Anything that the URL constructor takes. */
export const Url = Schema.String.check(Schema.makeFilter((text) => URL.canParse(text), { expected: "a valid URL" }))

/** A profile image: a URL or a data URL, at most 1,000,000 characters. */
export const ProfileImageUrl = Url.check(atMost(PROFILE_IMAGE_MAX_LENGTH))

/** Base64 with padding (RFC 4648, section 4). */
export const Base64 = Schema.String.check(
  Schema.makeFilter((text) => text.length % 4 === 0 && /^[A-Za-z\d+/]*={0,2}$/.test(text), { expected: "base64" })
)

/** A UUID of any version that RFC 4122 knows, or the nil UUID. */
export const Uuid = Schema.String.check(
  Schema.makeFilter(
    (text) =>
      /^(?:[\da-f]{8}-[\da-f]{4}-[1-5][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}|0{8}-(?:0{4}-){3}0{12})$/i.test(text),
    { expected: "a UUID" }
  )
)

export { Millis } from "./millis.ts"

/** One of the eleven providers. */
export const OAuthProviderId = Schema.Literals([
  "google",
  "github",
  "microsoft",
  "spotify",
  "facebook",
  "discord",
  "gitlab",
  "bitbucket",
  "linkedin",
  "apple",
  "x"
])
export type OAuthProviderId = typeof OAuthProviderId.Type

/** A user's id, or `me` for the user of the access token. */
export const UserRef = Schema.Union([Schema.Literal("me"), Uuid])

/** A verification code: 45 characters; their case does not matter. */
export const VerificationCode = hidden(
  Schema.String.check(
    Schema.makeFilter((text) => text.length === VERIFICATION_CODE_LENGTH, {
      expected: `${VERIFICATION_CODE_LENGTH} characters`,
      toJsonSchema: () => ({ minLength: VERIFICATION_CODE_LENGTH, maxLength: VERIFICATION_CODE_LENGTH })
    })
  )
)

/** The permissions that the service itself checks. */
export const systemPermissionIds = [
  "$update_team",
  "$delete_team",
  "$read_members",
  "$remove_members",
  "$invite_members"
] as const

const permissionIdRule = 'Only lowercase letters, numbers, ":", "_" and optional "$" at the beginning are allowed'

const invalidSystemPermission = "Invalid system permission"

/** A permission's id; a leading `$` is reserved for the system permissions. */
export const PermissionId = Schema.String.check(
  Schema.makeFilter((id) => !id.startsWith("$") || (systemPermissionIds as ReadonlyArray<string>).includes(id), {
    message: invalidSystemPermission
  }),
  matching(/^\$?[a-z0-9_:]+$/u, { message: permissionIdRule })
)

/** The id of a permission that a project defines: one without a leading `$`. */
export const CustomPermissionId = Schema.String.check(
  matching(/^(?!\$)/u, { message: invalidSystemPermission }),
  matching(/^[a-z0-9_:]+$/u, { message: permissionIdRule })
)
