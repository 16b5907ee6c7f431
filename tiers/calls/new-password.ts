/** The rule for passwords that the service only tells as a broken schema, so it is checked before anything is sent. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { PasswordTooLong } from "../../core/errors/password.ts"
import { PASSWORD_MAX_LENGTH } from "../../core/schema/fields/password.ts"
import { redacted, type SecretText } from "./redacted.ts"

/** A new password as it is sent: unchanged, and of at most 70 characters. Whether it is too short says the service. */
export const newPassword = (password: SecretText): Effect.Effect<Redacted.Redacted<string>, PasswordTooLong> => {
  const hidden = redacted(password)
  return Redacted.value(hidden).length > PASSWORD_MAX_LENGTH
    ? Effect.fail(new PasswordTooLong({ maxLength: PASSWORD_MAX_LENGTH }))
    : Effect.succeed(hidden)
}
