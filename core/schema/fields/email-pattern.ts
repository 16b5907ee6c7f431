/** The two rules for email addresses as functions, without a schema: forms check them before the runtime is loaded. */

// Both expressions are linear: no quantifier overlaps with its neighbour, and a label is limited to 63 characters.
const ATOM = "[a-z\\d.!#$%&'*+/=?^_`{|}~-]+"

const LABEL = "[a-z\\d](?:[a-z\\d-]{0,61}[a-z\\d])?"

/**
 * An email address by the rule of the HTML standard. The expression has no flag `u`: with it, `i` matches the Kelvin
 * sign for `k` and a long s for `s`, so that the address of another user would match.
 */
export const EMAIL_PATTERN = new RegExp(`^${ATOM}@${LABEL}(?:\\.${LABEL})*$`, "i")

/** An email address for sign-up: without a dot at the start, and with a top-level domain of at least two characters. */
export const STRICT_EMAIL_PATTERN = new RegExp(`^(?!\\.)${ATOM}@${LABEL}(?:\\.${LABEL})*\\.[a-z\\d-]{2,}$`, "i")

// RFC 5321, section 4.5.3.1: 64 before the @, 255 after it. Longer texts are refused before the expressions run.
const EMAIL_MAX_LENGTH = 320

export const isEmail = (text: string): boolean => text.length <= EMAIL_MAX_LENGTH && EMAIL_PATTERN.test(text)

export const isStrictEmail = (text: string): boolean =>
  text.length <= EMAIL_MAX_LENGTH && STRICT_EMAIL_PATTERN.test(text)
