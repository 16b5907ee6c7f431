import { Clock, Effect, Redacted } from "effect"
import type { ServerUserUpdate } from "../../../core/schema/server-user.ts"
import { encryptedColumns } from "../../crypto/secrets/encrypted-columns.ts"
import { Encryption } from "../../crypto/secrets/encryption.ts"
import type { EncryptedText } from "../../schema/encrypted-text.ts"
import { textError } from "../../response/raw-response.ts"
import { idOf } from "../../request/references.ts"
import type { ProjectRecord } from "../../sql/records/project-record.ts"
import type { UserRecord } from "../../sql/records/user-record.ts"
import { forgetSecondFactor } from "../mfa/forget-second-factor.ts"
import { revokeSessions } from "../sessions/revoke-sessions.ts"
import { inSessionTransaction } from "../sessions/in-session-transaction.ts"
import { selectTeam } from "../teams/select-team.ts"
import { newPasswordHash, passwordsAreOff } from "../passwords/new-password-hash.ts"
import { PasskeyStore } from "../passkeys/passkey-store.ts"
import { PasswordStore } from "../passwords/password-store.ts"
import { VerificationCodeStore } from "../verification-codes/verification-code-store.ts"
import type { ChannelStore } from "../contact-channels/channel-store.ts"
import { checkRestriction, restrictionAfter } from "./restriction.ts"
import { signalsOf } from "./signals.ts"
import { upgradeUser } from "./upgrade-user.ts"
import { UserStore } from "./user-store.ts"

/** Applies the rules of a tier to the primary address. */
type PrimaryEmailUpdate<E> = (
  user: UserRecord,
  update: ServerUserUpdate
) => Effect.Effect<void, E, ChannelStore | VerificationCodeStore>

/**
 * Updates a user in one transaction. Absent fields are unchanged, `null` clears a field. A new password revokes all
 * sessions. A new or removed TOTP secret deletes the recovery codes. Returns `null` if the user does not exist.
 *
 * @param setPrimaryEmail that of the caller's tier
 */
export const updateUser = Effect.fnUntraced(function* <E>(
  project: ProjectRecord,
  userId: string,
  update: ServerUserUpdate,
  setPrimaryEmail: PrimaryEmailUpdate<E>
) {
  const users = yield* UserStore
  // Checked before hashing, which is slow.
  if (!(yield* users.exists(project.id, userId))) return null
  if (update.passkeyAuthEnabled === true) {
    return yield* textError(400, "A passkey cannot be switched on like this. Its owner registers one instead.")
  }
  yield* checkTotpSecret(update)
  const totpSecret = yield* newTotpSecret(userId, update)
  const password = yield* newPasswordHash(project, update)
  return yield* inSessionTransaction(
    Effect.gen(function* () {
      const user = yield* users.find(project.id, userId)
      if (user === null) return null
      yield* checkRestriction(user, update)
      if (update.selectedTeamId !== undefined) {
        yield* selectTeam(project.id, userId, update.selectedTeamId === null ? null : idOf(update.selectedTeamId))
      }
      yield* users.update(applyChanges(user, { ...update, totpSecret }, project))
      if (update.totpSecret !== undefined) yield* forgetSecondFactor(userId)
      yield* setPrimaryEmail(user, update)
      if (update.passkeyAuthEnabled === false && (yield* (yield* PasskeyStore).removeAll(project.id, userId))) {
        yield* (yield* VerificationCodeStore).removeAttempts(userId)
      }
      if (password !== undefined) yield* replacePassword(project, userId, password)
      if (user.isAnonymous && update.isAnonymous === false) yield* upgrade(project.id, userId)
      return yield* users.find(project.id, userId)
    })
  )
})

/** The minimum size of TOTP secrets, in bytes: that of common authenticator apps. RFC 4226, section 4, requires 16. */
const MIN_TOTP_SECRET = 10

/** Refuses short secrets, because their codes can be guessed. */
const checkTotpSecret = Effect.fnUntraced(function* ({ totpSecret }: Pick<ServerUserUpdate, "totpSecret">) {
  if (totpSecret == null) return
  const { length } = Buffer.from(Redacted.value(totpSecret), "base64")
  if (length < MIN_TOTP_SECRET) return yield* textError(400, `A TOTP secret has at least ${MIN_TOTP_SECRET} bytes.`)
})

/** Encrypts a new TOTP secret. `undefined` keeps the present one, and `null` removes it. */
const newTotpSecret = Effect.fnUntraced(function* (
  userId: string,
  { totpSecret }: Pick<ServerUserUpdate, "totpSecret">
) {
  if (totpSecret == null) return totpSecret
  return (yield* Encryption).encrypt(encryptedColumns.totpSecret, [userId], totpSecret)
})

interface Changes extends Omit<ServerUserUpdate, "totpSecret"> {
  readonly totpSecret: EncryptedText | null | undefined
}

const applyChanges = (user: UserRecord, update: Changes, project: ProjectRecord): UserRecord => ({
  ...user,
  displayName: update.displayName === undefined ? user.displayName : update.displayName || null,
  profileImageUrl: update.profileImageUrl === undefined ? user.profileImageUrl : update.profileImageUrl,
  clientMetadata: update.clientMetadata === undefined ? user.clientMetadata : update.clientMetadata,
  clientReadOnlyMetadata:
    update.clientReadOnlyMetadata === undefined ? user.clientReadOnlyMetadata : update.clientReadOnlyMetadata,
  serverMetadata: update.serverMetadata === undefined ? user.serverMetadata : update.serverMetadata,
  totpSecret: update.totpSecret === undefined ? user.totpSecret : update.totpSecret,
  ...restrictionAfter(user, update),
  ...signalsOf(update),
  language: update.language === undefined ? user.language : update.language,
  // Ignored without an error if the project does not offer the method.
  otpAuthEnabled:
    update.otpAuthEnabled === undefined || (update.otpAuthEnabled && !project.magicLinkEnabled)
      ? user.otpAuthEnabled
      : update.otpAuthEnabled
})

const upgrade = Effect.fnUntraced(function* (projectId: string, userId: string) {
  // Read again: the same update may have changed the name and the address.
  const user = yield* (yield* UserStore).find(projectId, userId)
  // Without a new address none can be taken.
  if (user !== null) yield* Effect.orDie(upgradeUser(user, { user, primaryEmail: null, passwordHash: null }))
})

const replacePassword = Effect.fnUntraced(function* (project: ProjectRecord, userId: string, hash: string | null) {
  const passwords = yield* PasswordStore
  if (hash === null) {
    yield* passwords.remove(userId)
  } else {
    yield* checkFirstPassword(project, userId)
    yield* passwords.set(userId, hash, yield* Clock.currentTimeMillis)
  }
  yield* revokeSessions(project.id, userId)
})

/**
 * Checks that a user may get a first password: they need an address, and the project must offer passwords. An existing
 * password may always be replaced.
 */
const checkFirstPassword = Effect.fnUntraced(function* (project: ProjectRecord, userId: string) {
  // Read again: the same update may have changed the address.
  const user = yield* (yield* UserStore).find(project.id, userId)
  if (user === null || user.hasPassword) return
  if (user.primaryEmail === null) return yield* textError(400, "A user without a primary_email cannot have a password.")
  if (!project.credentialEnabled) return yield* passwordsAreOff()
})
