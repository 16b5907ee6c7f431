import { MAX_PASSWORD_MIN_LENGTH, PASSWORD_MIN_LENGTH } from "./password-length.ts"
import { integerBetween } from "./whole.ts"

/** The minimum length of new passwords in the settings of a project. */
export const PasswordMinLength = integerBetween(PASSWORD_MIN_LENGTH, MAX_PASSWORD_MIN_LENGTH)
