/** Passwords. */
import * as Schema from "effect/Schema"
import { PASSWORD_MAX_LENGTH } from "./password-length.ts"
import { redacted } from "./secret.ts"
import { atMost } from "./text.ts"

/** A password in a request. It has at most 70 characters. The service checks the minimum length. */
export const Password = redacted(Schema.String.check(atMost(PASSWORD_MAX_LENGTH)))
