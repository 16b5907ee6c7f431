/** Checks the maximum length of passwords before the request: the service responds with SCHEMA_ERROR only. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { PasswordTooLong } from "../../core/errors/password-rules.ts"
import { PASSWORD_MAX_LENGTH } from "../../core/schema/fields/password-length.ts"
import { redact, type SecretText } from "./redact.ts"

/** Returns a new password, unchanged, of at most 70 characters. The service checks the minimum length. */
export const newPassword = (password: SecretText): Effect.Effect<Redacted.Redacted<string>, PasswordTooLong> => {
  const hidden = redact(password)
  return Redacted.value(hidden).length > PASSWORD_MAX_LENGTH
    ? Effect.fail(new PasswordTooLong({ maxLength: PASSWORD_MAX_LENGTH }))
    : Effect.succeed(hidden)
}
