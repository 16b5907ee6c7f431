/**
 * Creates a user with their channel, password, default permissions and team in one transaction. All sign-up methods use
 * it.
 */
import { Effect } from "effect"
import { emailTaken } from "../contact-channels/email-taken.ts"
import { noteProject, noteTargets } from "../../audit/current-audit.ts"
import { ProjectGrantStore } from "../permissions/project-grant-store.ts"
import { ProjectStore } from "../projects/project-store.ts"
import { inTransaction } from "../../sql/rows.ts"
import { MembershipStore } from "../team-members/membership-store.ts"
import { createTeam } from "../teams/join-team.ts"
import { ChannelStore } from "../contact-channels/channel-store.ts"
import { withLowerCaseDomain } from "../contact-channels/email-address.ts"
import { PasswordStore } from "../passwords/password-store.ts"
import { type UserRow, UserStore } from "./user-store.ts"
import { randomUUID } from "node:crypto"

/** The primary address of a new user. */
export interface PrimaryEmail {
  readonly value: string
  readonly isVerified: boolean
  readonly usedForAuth: boolean
}

export interface NewUser {
  readonly user: UserRow
  readonly primaryEmail: PrimaryEmail | null
  readonly passwordHash: string | null
  /** The project permissions that are granted in place of those of new users. */
  readonly permissionIds?: ReadonlyArray<string>
  /** False for a user who gets no team of their own, whatever the project says. */
  readonly mayGetTeam?: boolean
}

/** Returns a user without any data but the times. */
export const blankUser = (projectId: string, id: string, now: number): UserRow => ({
  id,
  projectId,
  displayName: null,
  profileImageUrl: null,
  clientMetadata: null,
  clientReadOnlyMetadata: null,
  serverMetadata: null,
  totpSecret: null,
  otpAuthEnabled: false,
  isAnonymous: false,
  restrictedByAdmin: false,
  restrictedByAdminReason: null,
  restrictedByAdminPrivateDetails: null,
  countryCode: null,
  language: null,
  botRisk: 0,
  freeTrialAbuseRisk: 0,
  signedUpAt: new Date(now),
  lastActiveAt: new Date(now)
})

export const createUser = Effect.fnUntraced(function* (created: NewUser) {
  const { mayGetTeam = true, passwordHash, permissionIds, primaryEmail, user } = created
  const users = yield* UserStore
  const passwords = yield* PasswordStore
  const { id: userId, projectId } = user
  const createdAt = user.signedUpAt.getTime()
  yield* noteProject(projectId)
  yield* noteTargets({ user_id: userId })
  yield* inTransaction(
    Effect.gen(function* () {
      yield* users.insert(user)
      const grants = yield* ProjectGrantStore
      if (permissionIds === undefined) yield* grants.grantDefaults({ projectId, userId })
      for (const permissionId of permissionIds ?? []) yield* grants.grant({ projectId, userId }, permissionId)
      if (primaryEmail !== null) yield* addSignUpEmail(projectId, userId, primaryEmail, createdAt)
      if (passwordHash !== null) yield* passwords.set(userId, passwordHash, createdAt)
      const project = yield* (yield* ProjectStore).find(projectId)
      if (mayGetTeam && project?.createTeamOnSignUp) yield* createPersonalTeam(user, primaryEmail)
    })
  ).pipe(Effect.catchTag("UniqueViolation", () => Effect.fail(emailTaken(primaryEmail?.value))))
})

/** Adds the primary address of a sign-up. An anonymous user may have it already, or another primary one. */
export const addSignUpEmail = Effect.fnUntraced(function* (
  projectId: string,
  userId: string,
  { isVerified, usedForAuth, value: given }: PrimaryEmail,
  createdAt: number
) {
  const channels = yield* ChannelStore
  const value = withLowerCaseDomain(given)
  if (usedForAuth) yield* channels.releaseUnproven(projectId, value)
  const present = (yield* channels.list(projectId, userId)).find((channel) => channel.value === value)
  yield* channels.clearPrimary(projectId, userId)
  if (present === undefined) {
    const channel = { id: randomUUID(), projectId, userId, value, isVerified, usedForAuth, isPrimary: true, createdAt }
    return yield* channels.insert(channel)
  }
  yield* channels.update({
    ...present,
    isPrimary: true,
    isVerified: present.isVerified || isVerified,
    usedForAuth: present.usedForAuth || usedForAuth
  })
})

/** The name of the personal team of a user without a name. */
export const PERSONAL_TEAM = "Personal Team"

export const personalTeamName = (userName: string): string => `${userName}'s Team`

/** Creates the personal team of a user with the time of the sign-up, named after the user. */
const createPersonalTeam = Effect.fnUntraced(
  function* ({ displayName, id: userId, projectId, signedUpAt }: UserRow, primaryEmail: PrimaryEmail | null) {
    const name = displayName ?? primaryEmail?.value
    const named = { displayName: name === undefined ? PERSONAL_TEAM : personalTeamName(name) }
    const team = yield* createTeam(projectId, named, userId, signedUpAt)
    yield* (yield* MembershipStore).makePersonal({ projectId, teamId: team.id, userId })
  },
  Effect.catchTag("UserNotFound", Effect.die)
)
