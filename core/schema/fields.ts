/**
 * The rules of single fields, one definition each: the contract and the forms read the same ones.
 * Sources: specification, section 5; the conventions of the wire.
 */
import * as Schema from "effect/Schema"
import { hidden } from "./secret.ts"

export const PASSWORD_MIN_LENGTH = 8
export const PASSWORD_MAX_LENGTH = 70
export const PROFILE_IMAGE_MAX_LENGTH = 1_000_000

// Both expressions are linear: no quantifier overlaps with its neighbour, and a label is limited to 63 characters.
const ATOM = "[a-z\\d.!#$%&'*+/=?^_`{|}~-]+"
const LABEL = "[a-z\\d](?:[a-z\\d-]{0,61}[a-z\\d])?"

/** An e-mail address as the HTML standard checks it: what the wire takes. */
export const EMAIL_PATTERN = new RegExp(`^${ATOM}@${LABEL}(?:\\.${LABEL})*$`, "iu")

/** Besides: no dot at the start, and a top-level domain of at least two characters. What sign-up takes. */
export const STRICT_EMAIL_PATTERN = new RegExp(`^(?!\\.)${ATOM}@${LABEL}(?:\\.${LABEL})*\\.[a-z\\d-]{2,}$`, "iu")

// RFC 5321, section 4.5.3.1: 64 before the @, 255 after it. Keeps the expressions off long texts.
const EMAIL_MAX_LENGTH = 320

export const isEmail = (text: string): boolean => text.length <= EMAIL_MAX_LENGTH && EMAIL_PATTERN.test(text)
export const isStrictEmail = (text: string): boolean => text.length <= EMAIL_MAX_LENGTH && STRICT_EMAIL_PATTERN.test(text)

export const Email = Schema.String.check(Schema.makeFilter(isEmail, { expected: "a valid e-mail address" }))
export const StrictEmail = Schema.String.check(Schema.makeFilter(isStrictEmail, { expected: "a valid e-mail address" }))

// The checks that every browser loads are made here: the library's own bring 1 kB of annotations along.
const atMost = (length: number) =>
  Schema.makeFilter((text: string) => text.length <= length, {
    expected: `at most ${length} characters`,
    toJsonSchema: () => ({ maxLength: length })
  })
export const NonEmpty = Schema.String.check(
  Schema.makeFilter((text) => text !== "", { expected: "a text", toJsonSchema: () => ({ minLength: 1 }) })
)
export const Positive = Schema.Finite.check(Schema.makeFilter((number) => number > 0, { expected: "a positive number" }))

/** A password, a token, a key: hidden from logs, errors and JSON from the moment it is read. */
export const Secret = hidden(Schema.String)

/** A password on its way in. The service says which ones are too short; none is longer than 70 characters. */
export const Password = hidden(Schema.String.check(atMost(PASSWORD_MAX_LENGTH)))

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
    (text) => /^(?:[\da-f]{8}-[\da-f]{4}-[1-5][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}|0{8}-(?:0{4}-){3}0{12})$/i.test(text),
    { expected: "a UUID" }
  )
)

export { Millis } from "./millis.ts"

/** Metadata: any JSON. `null` clears it; it is replaced as a whole, never merged. */
export const Metadata = Schema.Json

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

export { OTP_LENGTH, VERIFICATION_CODE_LENGTH, VerificationCode } from "./verification-code.ts"

/** The permissions that the service itself checks. */
export const systemPermissionIds = [
  "$update_team",
  "$delete_team",
  "$read_members",
  "$remove_members",
  "$invite_members"
] as const

const permissionIdRule = "Only lowercase letters, numbers, \":\", \"_\" and optional \"$\" at the beginning are allowed"

/** A permission's id; a leading `$` is kept for the system's own. */
export const PermissionId = Schema.String.check(
  Schema.isPattern(/^\$?[a-z0-9_:]+$/u, { message: permissionIdRule }),
  Schema.makeFilter((id) => !id.startsWith("$") || (systemPermissionIds as ReadonlyArray<string>).includes(id), {
    message: "Invalid system permission"
  })
)

/** The id of a permission that a project defines. */
export const CustomPermissionId = Schema.String.check(Schema.isPattern(/^[a-z0-9_:]+$/u, { message: permissionIdRule }))
