/** Turns anonymous users into real ones, who keep their id and their data. */
import { Clock, Effect } from "effect"
import type { UserRecord } from "../../sql/records/user-record.ts"
import { inTransaction } from "../../sql/rows.ts"
import { ChannelStore } from "../contact-channels/channel-store.ts"
import { emailTaken } from "../contact-channels/email-taken.ts"
import { PasswordStore } from "../passwords/password-store.ts"
import { revokeSessions } from "../sessions/revoke-sessions.ts"
import { MembershipStore } from "../team-members/membership-store.ts"
import { TeamStore } from "../teams/team-store.ts"
import { addSignUpEmail, createUser, type NewUser, PERSONAL_TEAM, personalTeamName } from "./create-user.ts"
import { noteTargets } from "../../audit/current-audit.ts"
import { removeAccess } from "./remove-access.ts"
import { removeOthersFromPersonalTeam } from "./remove-others-from-personal-team.ts"
import { UserStore } from "./user-store.ts"

/**
 * Signs a user up: turns the anonymous user `callerId` into a real one, or creates a user. `callerId` is the user of
 * the request's access token, who may be a real user and may not exist any more. Returns the id of the user.
 *
 * The sessions of the anonymous user end, and every other way to act as that user is removed, as are the other members
 * of the personal team. Otherwise an attacker could make another person complete a sign-up for an anonymous user of the
 * attacker's, and share the account (session fixation, OWASP ASVS 7.2.4).
 */
export const signUpUser = Effect.fnUntraced(function* (callerId: string | null, signUp: NewUser) {
  const { id, projectId } = signUp.user
  const current = callerId === null ? null : yield* (yield* UserStore).find(projectId, callerId)
  if (current === null || !current.isAnonymous) {
    yield* createUser(signUp)
    return id
  }
  // Before the API keys, since those of a team with another member stay.
  yield* removeOthersFromPersonalTeam(projectId, current.id)
  yield* removeAccess(projectId, current.id)
  const channels = yield* ChannelStore
  for (const channel of yield* channels.list(projectId, current.id)) {
    if (channel.usedForAuth) yield* Effect.orDie(channels.update({ ...channel, usedForAuth: false }))
    yield* channels.forgetRelease(channel.id)
  }
  yield* channels.setFirstVerified(projectId, current.id, null)
  yield* (yield* PasswordStore).remove(current.id)
  yield* upgradeUser({ ...current, totpSecret: null }, signUp)
  yield* revokeSessions(projectId, current.id)
  return current.id
}, inTransaction)

/** The fields that an anonymous user gets with the upgrade. */
interface Upgrade {
  readonly user: Pick<UserRecord, "displayName" | "otpAuthEnabled" | "profileImageUrl">
  readonly primaryEmail: NewUser["primaryEmail"]
  readonly passwordHash: string | null
}

/**
 * Turns an anonymous user into a real one. Their name and image precede those of the sign-up. Belongs in a transaction.
 */
export const upgradeUser = Effect.fnUntraced(function* (
  current: UserRecord,
  { passwordHash, primaryEmail, user }: Upgrade
) {
  const { id: userId, projectId } = current
  const now = yield* Clock.currentTimeMillis
  const displayName = current.displayName ?? user.displayName
  yield* noteTargets({ user_id: userId })
  yield* (yield* UserStore).update({
    ...current,
    displayName,
    profileImageUrl: current.profileImageUrl ?? user.profileImageUrl,
    otpAuthEnabled: current.otpAuthEnabled || user.otpAuthEnabled,
    isAnonymous: false,
    signedUpAt: new Date(now)
  })
  if (primaryEmail !== null) {
    yield* addSignUpEmail(projectId, userId, primaryEmail, now).pipe(
      Effect.catchTag("UniqueViolation", () => Effect.fail(emailTaken(primaryEmail.value)))
    )
  }
  if (passwordHash !== null) yield* (yield* PasswordStore).set(userId, passwordHash, now)
  yield* renamePersonalTeam(projectId, userId, displayName ?? primaryEmail?.value ?? current.primaryEmail)
})

/** Names the personal team of a user after the user. A team that was renamed since the sign-up keeps its name. */
const renamePersonalTeam = Effect.fnUntraced(function* (projectId: string, userId: string, name: string | null) {
  if (name === null) return
  const teams = yield* TeamStore
  for (const teamId of yield* (yield* MembershipStore).listPersonal(projectId, userId)) {
    const team = yield* teams.find(projectId, teamId)
    if (team?.displayName === PERSONAL_TEAM) yield* teams.update({ ...team, displayName: personalTeamName(name) })
  }
})
