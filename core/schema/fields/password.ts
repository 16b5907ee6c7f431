/** Passwords. */
import * as Schema from "effect/Schema"
import { hidden } from "./secret.ts"
import { atMost } from "./text.ts"

export const PASSWORD_MIN_LENGTH = 8

export const PASSWORD_MAX_LENGTH = 70

/** A password in a request. It has at most 70 characters. The service checks the minimum length. */
export const Password = hidden(Schema.String.check(atMost(PASSWORD_MAX_LENGTH)))
