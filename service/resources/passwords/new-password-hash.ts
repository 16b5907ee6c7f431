/** Hashes the password in a request of the application's server. */
import { Effect, Redacted } from "effect"
import type { ServerUserUpdate } from "../../../core/schema/server-user.ts"
import { IMPORTABLE_HASH, isImportableHash } from "../../crypto/password-hash.ts"
import { PasswordHasher } from "../../crypto/password-hasher.ts"
import { textError } from "../../endpoint/http-error-response.ts"
import { requireUnbreached } from "./require-unbreached.ts"

/** Returns the hash to store; `null` removes the password, undefined keeps it. The minimum length does not apply. */
export const newPasswordHash = Effect.fnUntraced(function* ({
  password,
  passwordHash
}: Pick<ServerUserUpdate, "password" | "passwordHash">) {
  if (password !== undefined && passwordHash !== undefined) {
    return yield* textError(400, "A password and a password hash cannot be given together.")
  }
  if (passwordHash !== undefined) {
    const hash = Redacted.value(passwordHash)
    if (isImportableHash(hash)) return hash
    return yield* textError(400, `A password hash has to be ${IMPORTABLE_HASH}.`)
  }
  if (password === undefined || password === null) return password
  yield* requireUnbreached(password)
  return yield* (yield* PasswordHasher).hash(password)
})

/** Returns the error for a password in a project without password sign-in. */
export const passwordsAreOff = () => textError(400, "Sign-in with a password is switched off in this project.")
