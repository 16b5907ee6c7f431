/** The password in a request of the application's server. */
import { Effect, Redacted } from "effect"
import type { ServerUserUpdate } from "../../../core/schema/server-user.ts"
import { isBcryptHash, PasswordHasher } from "../../crypto/password-hasher.ts"
import { textError } from "../../endpoint/http-error-response.ts"

/** The hash to store; `null`: no password; undefined: no change. No least length: the server knows what it does. */
export const newPasswordHash = Effect.fnUntraced(function* ({
  password,
  passwordHash
}: Pick<ServerUserUpdate, "password" | "passwordHash">) {
  if (password !== undefined && passwordHash !== undefined) {
    return yield* textError(400, "A password and a password hash cannot be given together.")
  }
  if (passwordHash !== undefined) {
    const hash = Redacted.value(passwordHash)
    if (isBcryptHash(hash)) return hash
    return yield* textError(400, "A password hash has to be a bcrypt hash of at most 16 rounds.")
  }
  if (password === undefined || password === null) return password
  return yield* (yield* PasswordHasher).hash(password)
})

/** A password is of no use in a project that takes none. */
export const passwordsAreOff = () => textError(400, "Sign-in with a password is switched off in this project.")
