/**
 * Creates the users and teams that a test of an application starts with.
 *
 * A failure while they are created is a defect, so the error channels are `never`.
 *
 * @example
 * it.effect("greets the user", () =>
 *   Effect.gen(function*() {
 *     const { user } = yield* Testing.signedInUser({ displayName: "Ada" })
 *     assert.strictEqual(yield* greeting, "Hello Ada")
 *   }).pipe(Effect.provide(Testing.layer())))
 */
import { Clock, Effect, Redacted } from "effect"
import type { ServerTeam } from "../core/schema/server-team.ts"
import type { ServerUser } from "../core/schema/server-user.ts"
import { stepAt, totpCode } from "../service/crypto/totp.ts"
import { Client, type ClientCalls } from "../tiers/client.ts"
import { Server } from "../tiers/server.ts"

/** Options of the functions that create a user. */
export interface TestUserInput {
  /** Default: an address that no other user has. */
  readonly email?: string | undefined
  /** Default: `DEFAULT_PASSWORD`. */
  readonly password?: string | undefined
  /** Default: none. */
  readonly displayName?: string | undefined
}

/** A user, their credential, and a client that is signed in as that user. */
export interface TestUser {
  /** The user. */
  readonly user: ServerUser
  /** Email address and password of the user. */
  readonly credential: { readonly email: string; readonly password: string }
  /** The calls of the client tier, signed in as the user. */
  readonly client: ClientCalls
}

/** A team with two members. */
export interface TestTeam {
  /** The team. */
  readonly team: ServerTeam
  /** Created the team, and has the permissions of a creator. */
  readonly creator: TestUser
  /** Was added to the team, and has the permissions of a member. */
  readonly member: TestUser
}

/** The password of users that are created without one. */
export const DEFAULT_PASSWORD = "correct horse battery staple"

const createUser = Effect.fnUntraced(function* ({ displayName, email, password = DEFAULT_PASSWORD }: TestUserInput) {
  const server = yield* Server
  const address = email ?? `user-${crypto.randomUUID()}@example.com`
  const user = yield* server.users.create({
    primaryEmail: address,
    primaryEmailVerified: true,
    primaryEmailAuthEnabled: true,
    password,
    displayName
  })
  return { user, credential: { email: address, password } }
})

const newUserOf = Effect.fnUntraced(function* (input: TestUserInput) {
  const created = yield* createUser(input)
  const client = yield* (yield* Client).withTokenStore("memory")
  yield* client.signInWithCredential(created.credential)
  return { ...created, client }
})

/** Creates a user with a verified email and a password, and signs in on a new client. */
export const newUser = (input: TestUserInput = {}): Effect.Effect<TestUser, never, Client | Server> =>
  Effect.orDie(newUserOf(input))

/** Creates a user with a verified email and a password, and signs in on the client of the test. */
export const signedInUser = (input: TestUserInput = {}): Effect.Effect<TestUser, never, Client | Server> =>
  Effect.orDie(
    Effect.gen(function* () {
      const created = yield* createUser(input)
      const client = yield* Client
      yield* client.signInWithCredential(created.credential)
      return { ...created, client }
    })
  )

/** Creates a team with a creator and another member, each signed in on a client of their own. */
export const teamWithTwoMembers = ({
  displayName = "Test team"
}: { readonly displayName?: string | undefined } = {}): Effect.Effect<TestTeam, never, Client | Server> =>
  Effect.orDie(
    Effect.gen(function* () {
      const server = yield* Server
      const creator = yield* newUserOf({ displayName: "Creator" })
      const member = yield* newUserOf({ displayName: "Member" })
      // By the server, because a project may forbid users to create teams.
      const team = yield* server.allTeams.create({ displayName, creatorUserId: creator.user.id })
      yield* server.allTeams.addUser(team.id, member.user.id)
      return { team, creator, member }
    })
  )

/** A user with two-factor authentication. */
export interface TestUserWithTotp extends TestUser {
  /** The current TOTP code. Each code is accepted once, and the code changes every 30 seconds. */
  readonly code: Effect.Effect<string>
}

const totpSecret = Redacted.make(Buffer.from("keystile test secret").toString("base64"))

/** Creates a user with two-factor authentication by TOTP, and signs in on a new client. */
export const userWithTotp = (input: TestUserInput = {}): Effect.Effect<TestUserWithTotp, never, Client | Server> =>
  Effect.orDie(
    Effect.gen(function* () {
      const created = yield* newUserOf(input)
      const secret = Buffer.from(Redacted.value(totpSecret), "base64")
      yield* created.client.updateUser({ totpMultiFactorSecret: new Uint8Array(secret) })
      return {
        ...created,
        user: yield* (yield* Server).users.get(created.user.id),
        code: Effect.map(Clock.currentTimeMillis, (now) => totpCode(totpSecret, stepAt(now)))
      }
    })
  )
