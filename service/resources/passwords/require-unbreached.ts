import { Effect, type Redacted } from "effect"
import { BREACHED, PasswordBreached } from "../../../core/errors/password-rules.ts"
import { BreachedPasswords } from "../../breached-passwords/breached-passwords.ts"

/** Fails if a new password is in the operator's list of breached passwords. */
export const requireUnbreached = Effect.fnUntraced(function* (password: Redacted.Redacted<string>) {
  if (!(yield* (yield* BreachedPasswords).include(password))) return
  return yield* new PasswordBreached({ explanation: BREACHED })
})
