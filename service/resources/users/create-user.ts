/** A new user with everything that belongs to them, or nothing at all. Every way to become a user goes through here. */
import { Effect } from "effect"
import { UserEmailAlreadyExists } from "../../../core/errors/user.ts"
import { ProjectStore } from "../projects/project-store.ts"
import { inTransaction } from "../../sql/rows.ts"
import { createTeam } from "../teams/join-team.ts"
import { ChannelStore } from "../contact-channels/channel-store.ts"
import { withLowerCaseDomain } from "../contact-channels/email-address.ts"
import { PasswordStore } from "../passwords/password-store.ts"
import { type UserRow, UserStore } from "./user-store.ts"
import { randomUUID } from "node:crypto"

/** The address that comes with a new user: their primary one. */
export interface PrimaryEmail {
  readonly value: string
  readonly isVerified: boolean
  readonly usedForAuth: boolean
}

export interface NewUser {
  readonly user: UserRow
  readonly primaryEmail: PrimaryEmail | null
  readonly passwordHash: string | null
}

/** A user with nothing but their times. */
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
  signedUpAt: new Date(now),
  lastActiveAt: new Date(now)
})

export const createUser = Effect.fnUntraced(function* ({ passwordHash, primaryEmail, user }: NewUser) {
  const users = yield* UserStore
  const channels = yield* ChannelStore
  const passwords = yield* PasswordStore
  const { id: userId, projectId } = user
  const createdAt = user.signedUpAt.getTime()
  yield* inTransaction(
    Effect.gen(function* () {
      yield* users.insert(user)
      if (primaryEmail !== null) {
        const value = withLowerCaseDomain(primaryEmail.value)
        if (primaryEmail.usedForAuth) yield* channels.releaseUnproven(projectId, value)
        yield* channels.insert({
          ...primaryEmail,
          value,
          id: randomUUID(),
          projectId,
          userId,
          isPrimary: true,
          createdAt
        })
      }
      if (passwordHash !== null) yield* passwords.set(userId, passwordHash, createdAt)
      const project = yield* (yield* ProjectStore).find(projectId)
      if (project?.createTeamOnSignUp) yield* createPersonalTeam(user, primaryEmail)
    })
  ).pipe(Effect.catchTag("Taken", () => Effect.fail(new UserEmailAlreadyExists())))
})

/** A team of their own, which bears their name where they have one. */
const createPersonalTeam = ({ displayName, id, projectId }: UserRow, primaryEmail: PrimaryEmail | null) => {
  const name = displayName ?? primaryEmail?.value
  const team = { displayName: name === undefined ? "Personal Team" : `${name}'s Team` }
  return createTeam(projectId, team, id).pipe(Effect.catchTag("UserNotFound", Effect.die))
}
