/** Codes from mails, as they are pasted or typed. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { VerificationCodeNotFound } from "../../core/errors/verification-code.ts"
import { VERIFICATION_CODE_LENGTH } from "../../core/schema/fields/code-length.ts"
import { redact, type SecretText } from "./redact.ts"

/** The code to send. One that lost a part on its way is none, and the service would only call it a broken request. */
export const verificationCode = (
  ...parts: ReadonlyArray<SecretText>
): Effect.Effect<Redacted.Redacted<string>, VerificationCodeNotFound> => {
  const code = parts.map((part) => Redacted.value(redact(part)).trim()).join("")
  return code.length === VERIFICATION_CODE_LENGTH
    ? Effect.succeed(Redacted.make(code))
    : Effect.fail(new VerificationCodeNotFound({}))
}
