/** Email addresses by the rule of the wire. */
import * as Schema from "effect/Schema"

// Both expressions are linear: no quantifier overlaps with its neighbour, and a label is limited to 63 characters.
export const ATOM = "[a-z\\d.!#$%&'*+/=?^_`{|}~-]+"

export const LABEL = "[a-z\\d](?:[a-z\\d-]{0,61}[a-z\\d])?"

/**
 * An email address by the rule of the HTML standard. The expression has no flag `u`: with it, `i` matches the Kelvin
 * sign for `k` and a long s for `s`, so that the address of another user would match.
 */
export const EMAIL_PATTERN = new RegExp(`^${ATOM}@${LABEL}(?:\\.${LABEL})*$`, "i")

// RFC 5321, section 4.5.3.1: 64 before the @, 255 after it. Longer texts are refused before the expressions run.
export const EMAIL_MAX_LENGTH = 320

export const isEmail = (text: string): boolean => text.length <= EMAIL_MAX_LENGTH && EMAIL_PATTERN.test(text)

export const Email = Schema.String.check(Schema.makeFilter(isEmail, { expected: "a valid e-mail address" }))
