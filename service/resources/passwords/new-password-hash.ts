/** Hashes the password in a request of the application's server. */
import { Effect, Redacted } from "effect"
import type { ServerUserUpdate } from "../../../core/schema/server-user.ts"
import { IMPORTABLE_HASH, isImportableHash } from "../../crypto/password-hash.ts"
import { PasswordHasher } from "../../crypto/password-hasher.ts"
import { textError } from "../../response/raw-response.ts"
import type { ProjectRecord } from "../../sql/records/project-record.ts"
import { requireLength, requireUnbreached } from "./require-accepted.ts"

/**
 * Returns the hash to store; `null` removes the password, undefined keeps it. The minimum length applies if the project
 * sets one: the original service has none for servers.
 */
export const newPasswordHash = Effect.fnUntraced(function* (
  project: ProjectRecord,
  { password, passwordHash }: Pick<ServerUserUpdate, "password" | "passwordHash">
) {
  if (password !== undefined && passwordHash !== undefined) {
    return yield* textError(400, "A password and a password hash cannot be given together.")
  }
  if (passwordHash !== undefined) {
    const hash = Redacted.value(passwordHash)
    if (isImportableHash(hash)) return hash
    return yield* textError(400, `A password hash has to be ${IMPORTABLE_HASH}.`)
  }
  if (password === undefined || password === null) return password
  yield* requireLength(project, password, 0)
  yield* requireUnbreached(project, password)
  return yield* (yield* PasswordHasher).hash(password)
})

/** Returns the error for a password in a project without password sign-in. */
export const passwordsAreOff = () => textError(400, "Sign-in with a password is switched off in this project.")
