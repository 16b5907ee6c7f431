/**
 * Where tests of an application begin: users and teams that are there already.
 *
 * What a scenario asks for has to work: where it does not, the test is wrong, and dies.
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

/** What may be chosen about the user of a scenario. */
export interface TestUserInput {
  /** Default: one that nobody has yet. */
  readonly email?: string | undefined
  /** Default: `DEFAULT_PASSWORD`. */
  readonly password?: string | undefined
  /** Default: none. */
  readonly displayName?: string | undefined
}

/** A user, how they sign in, and a client on which they are signed in. */
export interface TestUser {
  readonly user: ServerUser
  readonly credential: { readonly email: string; readonly password: string }
  readonly client: ClientCalls
}

/** A team of two. */
export interface TestTeam {
  readonly team: ServerTeam
  /** Made the team, with the permissions of a creator. */
  readonly creator: TestUser
  /** Was added to it, with the permissions of a member. */
  readonly member: TestUser
}

/** Of every user of a scenario, unless another one is asked for. */
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

/** A user with a verified address and a password, signed in on a client of their own. */
export const newUser = (input: TestUserInput = {}): Effect.Effect<TestUser, never, Client | Server> =>
  Effect.orDie(newUserOf(input))

/** A user with a verified address and a password, signed in on the client of the test. */
export const signedInUser = (input: TestUserInput = {}): Effect.Effect<TestUser, never, Client | Server> =>
  Effect.orDie(
    Effect.gen(function* () {
      const created = yield* createUser(input)
      const client = yield* Client
      yield* client.signInWithCredential(created.credential)
      return { ...created, client }
    })
  )

/** A team with its creator and another member, each signed in on a client of their own. */
export const teamWithTwoMembers = ({
  displayName = "Test team"
}: { readonly displayName?: string | undefined } = {}): Effect.Effect<TestTeam, never, Client | Server> =>
  Effect.orDie(
    Effect.gen(function* () {
      const server = yield* Server
      const creator = yield* newUserOf({ displayName: "Creator" })
      const member = yield* newUserOf({ displayName: "Member" })
      // Not by the creator's client: a project need not let users make teams.
      const team = yield* server.allTeams.create({ displayName, creatorUserId: creator.user.id })
      yield* server.allTeams.addUser(team.id, member.user.id)
      return { team, creator, member }
    })
  )

/** A user with a second factor. */
export interface TestUserWithTotp extends TestUser {
  /** The code that their authenticator app shows now. Each is taken once: the next one comes within 30 seconds. */
  readonly code: Effect.Effect<string>
}

const totpSecret = Redacted.make(Buffer.from("keystile test secret").toString("base64"))

/** A user who is asked for a second factor, signed in on a client of their own. */
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
