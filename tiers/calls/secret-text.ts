/** Passwords and codes as callers give them: plain text, or hidden already. */
import * as Redacted from "effect/Redacted"

export type SecretText = string | Redacted.Redacted<string>

export const redacted = (text: SecretText): Redacted.Redacted<string> =>
  Redacted.isRedacted(text) ? text : Redacted.make(text)
