/** Secrets that are empty: not shown to the caller, unchanged by an update, or impossible to decrypt. */
import { Effect, Redacted } from "effect"
import type { CannotDecrypt } from "./encryption.ts"

export const EMPTY_SECRET = Redacted.make("")

/** Returns whether a secret is given and empty. */
export const isEmptySecret = (secret: Redacted.Redacted<string> | undefined): boolean =>
  secret !== undefined && Redacted.value(secret) === ""

/** Returns an empty secret in place of one that cannot be decrypted. */
export const emptyIfUnreadable = (
  decrypted: Effect.Effect<Redacted.Redacted<string>, CannotDecrypt>
): Effect.Effect<Redacted.Redacted<string>> =>
  Effect.catchTag(decrypted, "CannotDecrypt", () => Effect.succeed(EMPTY_SECRET))
