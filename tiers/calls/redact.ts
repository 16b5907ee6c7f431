/** Secrets as callers give them. */
import * as Redacted from "effect/Redacted"

/** A password, a code: as text, or hidden already. */
export type SecretText = string | Redacted.Redacted<string>

/** Wraps a secret, so that it is not printed. */
export const redact = (text: SecretText): Redacted.Redacted<string> =>
  Redacted.isRedacted(text) ? text : Redacted.make(text)
