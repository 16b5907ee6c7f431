/** Passwords. */
import * as Schema from "effect/Schema"
import { hidden } from "./secret.ts"
import { atMost } from "./text.ts"

export const PASSWORD_MIN_LENGTH = 8

export const PASSWORD_MAX_LENGTH = 70

/** A password on its way in. The service says which ones are too short; none is longer than 70 characters. */
export const Password = hidden(Schema.String.check(atMost(PASSWORD_MAX_LENGTH)))
