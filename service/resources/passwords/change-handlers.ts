/** Changes the password of the signed-in user, or sets the first one. */
import { Clock, Effect, type Redacted } from "effect"
import { set, update } from "../../../core/api/password/change.ts"
import { PasswordAuthenticationNotEnabled } from "../../../core/errors/password.ts"
import { PasswordConfirmationMismatch, UserDoesNotHavePassword } from "../../../core/errors/password-change.ts"
import { CannotGetOwnUserWithoutUser } from "../../../core/errors/own-user.ts"
import { PasswordHasher } from "../../crypto/password-hasher.ts"
import { caller } from "../../request/caller.ts"
import { textError } from "../../response/raw-response.ts"
import { implement } from "../../endpoint/implement.ts"
import { ownUserId } from "../../request/references.ts"
import type { ProjectRecord } from "../../sql/records/project-record.ts"
import { revokeSessions } from "../sessions/revoke-sessions.ts"
import { inSessionTransaction } from "../sessions/in-session-transaction.ts"
import { PasswordStore } from "./password-store.ts"
import { requireLength, requireUnbreached } from "./require-accepted.ts"
import { UserStore } from "../users/user-store.ts"

/** Checks a new password. */
const checkNew = Effect.fnUntraced(function* (project: ProjectRecord, password: Redacted.Redacted<string>) {
  if (!project.credentialEnabled) return yield* new PasswordAuthenticationNotEnabled()
  yield* requireLength(project, password)
})

/** Replaces the hash unless another request has replaced it while the new one was computed. */
const replaceHash = Effect.fnUntraced(function* (userId: string, known: string | null, hash: string) {
  const passwords = yield* PasswordStore
  if ((yield* passwords.hashOf(userId)) !== known) return false
  yield* passwords.set(userId, hash, yield* Clock.currentTimeMillis)
  return true
})

/** A concurrent sign-in may replace the hash of the same password, so the replaced one is verified as well. */
const MAX_ATTEMPTS = 3

export const changeHandlers = [
  implement(
    update,
    Effect.fnUntraced(function* ({ body: { newPassword, oldPassword } }) {
      const { project, refreshToken, sessionId } = yield* caller
      const userId = yield* ownUserId
      yield* checkNew(project, newPassword)
      const passwords = yield* PasswordStore
      const hasher = yield* PasswordHasher
      let hash: string | null = null
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
        const known = yield* passwords.hashOf(userId)
        if (known === null) return yield* new UserDoesNotHavePassword()
        if (!(yield* hasher.verify(oldPassword, known))) return yield* new PasswordConfirmationMismatch()
        if (hash === null) yield* requireUnbreached(project, newPassword)
        const newHash = (hash ??= yield* hasher.hash(newPassword))
        const isChanged = yield* inSessionTransaction(
          Effect.gen(function* () {
            const isReplaced = yield* replaceHash(userId, known, newHash)
            if (isReplaced) yield* revokeSessions(project.id, userId, refreshToken === null ? null : sessionId)
            return isReplaced
          })
        )
        if (isChanged) return { success: true as const }
      }
      return yield* new PasswordConfirmationMismatch()
    })
  ),

  implement(
    set,
    Effect.fnUntraced(function* ({ body: { password } }) {
      const { project } = yield* caller
      const userId = yield* ownUserId
      yield* checkNew(project, password)
      const taken = textError(400, "The user has a password already. Change that one instead.")
      if ((yield* (yield* PasswordStore).hashOf(userId)) !== null) return yield* taken
      yield* requireUnbreached(project, password)
      const hash = yield* (yield* PasswordHasher).hash(password)
      return yield* inSessionTransaction(
        Effect.gen(function* () {
          const users = yield* UserStore
          if (!(yield* users.exists(project.id, userId))) return yield* new CannotGetOwnUserWithoutUser()
          return (yield* replaceHash(userId, null, hash)) ? { success: true as const } : yield* taken
        })
      )
    })
  )
]
