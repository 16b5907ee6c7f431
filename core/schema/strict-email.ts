/** The addresses that sign-up takes. Apart from the other fields, for forms that check nothing else. */
import { ATOM, EMAIL_MAX_LENGTH, LABEL } from "./credential.ts"

/** Besides: no dot at the start, and a top-level domain of at least two characters. What sign-up takes. */
export const STRICT_EMAIL_PATTERN = new RegExp(`^(?!\\.)${ATOM}@${LABEL}(?:\\.${LABEL})*\\.[a-z\\d-]{2,}$`, "i")

export const isStrictEmail = (text: string): boolean =>
  text.length <= EMAIL_MAX_LENGTH && STRICT_EMAIL_PATTERN.test(text)
