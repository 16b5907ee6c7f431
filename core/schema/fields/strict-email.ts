/** The stricter rule for email addresses of sign-up. */
import * as Schema from "effect/Schema"
import { ATOM, LABEL, EMAIL_MAX_LENGTH } from "./email.ts"

/** An email address for sign-up: without a dot at the start, and with a top-level domain of at least two characters. */
export const STRICT_EMAIL_PATTERN = new RegExp(`^(?!\\.)${ATOM}@${LABEL}(?:\\.${LABEL})*\\.[a-z\\d-]{2,}$`, "i")

export const isStrictEmail = (text: string): boolean =>
  text.length <= EMAIL_MAX_LENGTH && STRICT_EMAIL_PATTERN.test(text)

export const StrictEmail = Schema.String.check(Schema.makeFilter(isStrictEmail, { expected: "a valid e-mail address" }))
