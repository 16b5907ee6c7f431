/** Changing a user: what is absent stays as it is, `null` clears. */
import { Clock, Effect, Redacted } from "effect"
import { TeamMembershipNotFound } from "../../core/errors/permissions-and-teams.ts"
import { UserEmailAlreadyExists } from "../../core/errors/user.ts"
import type { ServerUserUpdate, UserUpdate } from "../../core/schema/user.ts"
import { isBcryptHash, PasswordHasher } from "../crypto/password-hasher.ts"
import { plain } from "../endpoint/early-answer.ts"
import type { ProjectRecord } from "../records/project.ts"
import type { UserRecord } from "../records/user.ts"
import { SessionStore } from "../sessions/session-store.ts"
import { inTransaction } from "../sql/rows.ts"
import { ChannelStore } from "./channel-store.ts"
import { PasskeyStore } from "./passkey-store.ts"
import { PasswordStore } from "./password-store.ts"
import { UserStore } from "./user-store.ts"
import { randomUUID } from "node:crypto"

const DATA_IMAGE = /^data:image\/(?:png|jpg|jpeg|gif|bmp|webp);base64,[A-Za-z\d+/]*={0,2}$/

/** Users may only bring images along, never make everybody's browser fetch an address of theirs. */
export const checkClientImage = Effect.fnUntraced(function*({ profileImageUrl: url }: UserUpdate) {
  if (url != null && !DATA_IMAGE.test(url)) {
    return yield* plain(400, "A profile image has to be a data URL of a PNG, JPEG, GIF, BMP or WebP image in base64.")
  }
})

/**
 * Applies a change in one transaction. The user of a server-tier update may lose their sessions by it: a new password
 * ends all of them.
 */
export const updateUser = Effect.fnUntraced(function*(
  project: ProjectRecord,
  userId: string,
  update: ServerUserUpdate
) {
  const users = yield* UserStore
  if (update.passkeyAuthEnabled === true) {
    return yield* plain(400, "A passkey cannot be switched on like this. Its owner registers one instead.")
  }
  if (update.selectedTeamId != null) {
    return yield* new TeamMembershipNotFound({ teamId: update.selectedTeamId, userId })
  }
  const password = yield* newPasswordHash(update)
  return yield* inTransaction(Effect.gen(function*() {
    const user = yield* users.find(project.id, userId)
    if (user === null) return null
    yield* users.update(changed(user, update, project))
    yield* updatePrimaryEmail(user, update)
    if (update.passkeyAuthEnabled === false) yield* (yield* PasskeyStore).remove(project.id, userId)
    if (password !== undefined) yield* replacePassword(user, password)
    return yield* users.find(project.id, userId)
  }))
})

const changed = (user: UserRecord, update: ServerUserUpdate, project: ProjectRecord): UserRecord => ({
  ...user,
  displayName: update.displayName === undefined ? user.displayName : update.displayName || null,
  profileImageUrl: update.profileImageUrl === undefined ? user.profileImageUrl : update.profileImageUrl,
  clientMetadata: update.clientMetadata === undefined ? user.clientMetadata : update.clientMetadata,
  clientReadOnlyMetadata: update.clientReadOnlyMetadata === undefined
    ? user.clientReadOnlyMetadata
    : update.clientReadOnlyMetadata,
  serverMetadata: update.serverMetadata === undefined ? user.serverMetadata : update.serverMetadata,
  totpSecret: update.totpSecret === undefined ? user.totpSecret : update.totpSecret,
  // Nobody can switch on what the project does not offer; asking for it is no error.
  otpAuthEnabled: update.otpAuthEnabled === undefined || (update.otpAuthEnabled && !project.magicLinkEnabled)
    ? user.otpAuthEnabled
    : update.otpAuthEnabled
})

/** The hash to store; `null`: no password any more; undefined: no change. */
const newPasswordHash = Effect.fnUntraced(function*({ password, passwordHash }: ServerUserUpdate) {
  if (password !== undefined && passwordHash !== undefined) {
    return yield* plain(400, "A password and a password hash cannot be given together.")
  }
  if (passwordHash !== undefined) {
    const hash = Redacted.value(passwordHash)
    if (isBcryptHash(hash)) return hash
    return yield* plain(400, "A password hash has to be a bcrypt hash of at most 16 rounds.")
  }
  if (password === undefined || password === null) return password
  return yield* (yield* PasswordHasher).hash(password)
})

const replacePassword = Effect.fnUntraced(function*(user: UserRecord, hash: string | null) {
  const passwords = yield* PasswordStore
  const sessions = yield* SessionStore
  if (hash === null) yield* passwords.remove(user.id)
  else yield* passwords.set(user.id, hash, yield* Clock.currentTimeMillis)
  yield* sessions.removeAll(user.projectId, user.id)
})

/** A new address takes the place of the primary one and keeps what that was: verified or not, used for auth or not. */
const updatePrimaryEmail = Effect.fnUntraced(
  function*(user: UserRecord, update: ServerUserUpdate) {
    const { primaryEmail, primaryEmailAuthEnabled, primaryEmailVerified } = update
    const given = [primaryEmail, primaryEmailVerified, primaryEmailAuthEnabled]
    if (given.every((value) => value === undefined)) return
    const channels = yield* ChannelStore
    const all = yield* channels.list(user.projectId, user.id)
    const primary = all.find(({ isPrimary }) => isPrimary)
    if (primaryEmail === null) return primary && (yield* channels.remove(primary.id))
    const value = primaryEmail ?? primary?.value
    if (value === undefined) return
    const flags = {
      isVerified: primaryEmailVerified ?? primary?.isVerified ?? false,
      usedForAuth: primaryEmailAuthEnabled ?? primary?.usedForAuth ?? false
    }
    const other = all.find((channel) => channel.value === value && channel !== primary)
    if (other !== undefined) {
      // One of the user's other addresses moves up.
      if (primary !== undefined) yield* channels.remove(primary.id)
      return yield* channels.update({ ...other, ...flags, isPrimary: true })
    }
    if (primary !== undefined) return yield* channels.update({ ...primary, ...flags, value })
    yield* channels.insert({
      ...flags,
      value,
      id: randomUUID(),
      projectId: user.projectId,
      userId: user.id,
      isPrimary: true,
      createdAt: yield* Clock.currentTimeMillis
    })
  },
  Effect.catchTag("Taken", () => Effect.fail(new UserEmailAlreadyExists()))
)
