/** Checks new passwords by the rules of the project. */
import { Effect, Redacted } from "effect"
import { BREACHED, PasswordBreached, PasswordTooShort } from "../../../core/errors/password-rules.ts"
import { PASSWORD_MIN_LENGTH } from "../../../core/schema/fields/password-length.ts"
import { BreachedPasswords } from "../../breached-passwords/breached-passwords.ts"
import type { ProjectRecord } from "../../sql/records/project-record.ts"

/**
 * Fails if a new password is shorter than the minimum.
 *
 * @param fallback the minimum of a project without one. Default 8
 */
export const requireLength = Effect.fnUntraced(function* (
  project: Pick<ProjectRecord, "passwordMinLength">,
  password: Redacted.Redacted<string>,
  fallback = PASSWORD_MIN_LENGTH
) {
  const minLength = project.passwordMinLength ?? fallback
  if (Redacted.value(password).length < minLength) return yield* new PasswordTooShort({ minLength })
})

/** Fails if a new password is in the operator's list of breached passwords, unless the project allows these. */
export const requireUnbreached = Effect.fnUntraced(function* (
  project: Pick<ProjectRecord, "allowBreachedPasswords">,
  password: Redacted.Redacted<string>
) {
  if (project.allowBreachedPasswords || !(yield* (yield* BreachedPasswords).include(password))) return
  return yield* new PasswordBreached({ explanation: BREACHED })
})
