/**
 * The fields of a sign-in, and of what it gives. Apart from the others (`fields.ts`), which a page loads only when it needs
 * them.
 */
import * as Schema from "effect/Schema"
import { Json } from "./json.ts"
import { hidden } from "./secret.ts"

/** A text of at most so many characters. */
export const atMost = (length: number) =>
  Schema.makeFilter((text: string) => text.length <= length, {
    expected: `at most ${length} characters`,
    toJsonSchema: () => ({ maxLength: length }),
    arbitraryConstraint: { maxLength: length }
  })

export const NonEmpty = Schema.String.check(
  Schema.makeFilter((text) => text !== "", {
    expected: "a text",
    toJsonSchema: () => ({ minLength: 1 }),
    arbitraryConstraint: { minLength: 1 }
  })
)

export const PASSWORD_MIN_LENGTH = 8
export const PASSWORD_MAX_LENGTH = 70

// Both expressions are linear: no quantifier overlaps with its neighbour, and a label is limited to 63 characters.
export const ATOM = "[a-z\\d.!#$%&'*+/=?^_`{|}~-]+"
export const LABEL = "[a-z\\d](?:[a-z\\d-]{0,61}[a-z\\d])?"

/** Characters of a verification code, and how many of them the magic link's mail shows. */
export const VERIFICATION_CODE_LENGTH = 45
export const OTP_LENGTH = 6

/**
 * An e-mail address as the HTML standard checks it: what the wire takes. Without the flag `u`, with which `i` takes the
 * Kelvin sign for a `k` and a long s for an `s`: such an address would pass for somebody else's.
 */
export const EMAIL_PATTERN = new RegExp(`^${ATOM}@${LABEL}(?:\\.${LABEL})*$`, "i")

// RFC 5321, section 4.5.3.1: 64 before the @, 255 after it. Keeps the expressions off long texts.
export const EMAIL_MAX_LENGTH = 320

export const isEmail = (text: string): boolean => text.length <= EMAIL_MAX_LENGTH && EMAIL_PATTERN.test(text)

export const Email = Schema.String.check(Schema.makeFilter(isEmail, { expected: "a valid e-mail address" }))

/** A password, a token, a key: hidden from logs, errors and JSON from the moment it is read. */
export const Secret = hidden(Schema.String)

/** A password on its way in. The service says which ones are too short; none is longer than 70 characters. */
export const Password = hidden(Schema.String.check(atMost(PASSWORD_MAX_LENGTH)))

export const Positive = Schema.Finite.check(
  Schema.makeFilter((number) => number > 0, { expected: "a positive number" })
)

/** Metadata: any JSON. `null` clears it; it is replaced as a whole, never merged. */
export const Metadata = Json
