/** Secrets as callers give them. */
import * as Redacted from "effect/Redacted"

/** A password, a code: as text, or hidden already. */
export type SecretText = string | Redacted.Redacted<string>

/** Hides a secret, from here on. */
export const redacted = (text: SecretText): Redacted.Redacted<string> =>
  Redacted.isRedacted(text) ? text : Redacted.make(text)
