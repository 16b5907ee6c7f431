/** Transactions and constraints that the stores rely on. */
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { blankUser, createUser } from "../../../service/resources/users/create-user.ts"
import * as GrantStore from "../../../service/resources/permissions/grant-store.ts"
import * as ProjectGrantStore from "../../../service/resources/permissions/project-grant-store.ts"
import * as MembershipStore from "../../../service/resources/team-members/membership-store.ts"
import * as TeamStore from "../../../service/resources/teams/team-store.ts"
import * as ChannelStore from "../../../service/resources/contact-channels/channel-store.ts"
import * as PasswordStore from "../../../service/resources/passwords/password-store.ts"
import { blankProject } from "../../../service/resources/projects/new-project.ts"
import * as ProjectStore from "../../../service/resources/projects/project-store.ts"
import * as SessionStore from "../../../service/resources/sessions/session-store.ts"
import * as UserStore from "../../../service/resources/users/user-store.ts"
import * as VerificationCodeStore from "../../../service/resources/verification-codes/verification-code-store.ts"
import { inTransaction } from "../../../service/sql/rows.ts"
import { layerDatabase } from "../database-layer.ts"
import { PROJECT_ID, USER_ID } from "../fixture.ts"
import { plainSession } from "../plain-session.ts"

const stores = Layer.mergeAll(
  ChannelStore.layer,
  GrantStore.layer,
  MembershipStore.layer,
  PasswordStore.layer,
  ProjectGrantStore.layer,
  ProjectStore.layer,
  SessionStore.layer,
  TeamStore.layer,
  UserStore.layer,
  VerificationCodeStore.layer
).pipe(Layer.provideMerge(layerDatabase()))

const email = { value: "ada@example.com", isVerified: false, usedForAuth: true }

const withProject = Effect.gen(function* () {
  const projects = yield* ProjectStore.ProjectStore
  yield* projects.insert(blankProject(PROJECT_ID, 0))
  yield* createUser({ user: blankUser(PROJECT_ID, USER_ID, 0), primaryEmail: email, passwordHash: "hash" })
})

const countAll = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ readonly n: number }>`
    SELECT
      (SELECT count(*) FROM users) + (SELECT count(*) FROM contact_channels) + (SELECT count(*) FROM passwords) +
      (SELECT count(*) FROM sessions) + (SELECT count(*) FROM verification_codes) AS n`
  return rows[0]?.n
})

describe("the database", () => {
  it.effect("deletes all rows of a deleted user", () =>
    Effect.gen(function* () {
      yield* withProject
      const sessions = yield* SessionStore.SessionStore
      const codes = yield* VerificationCodeStore.VerificationCodeStore
      const users = yield* UserStore.UserStore
      const own = { projectId: PROJECT_ID, userId: USER_ID, createdAt: 0 }
      yield* sessions.insert({
        ...own,
        id: "session",
        refreshToken: "token",
        ...plainSession
      })
      const code = { id: "code", kind: "mfa_attempt", code: "x".repeat(45), callbackUrl: null } as const
      yield* codes.insert({ ...own, ...code, data: {}, expiresAt: 1 })
      assert.strictEqual(yield* countAll, 5)
      assert.deepInclude(yield* sessions.find(PROJECT_ID, "token", 0), { userId: USER_ID, sessionId: "session" })
      yield* users.remove(PROJECT_ID, USER_ID)
      assert.strictEqual(yield* countAll, 0)
      assert.isNull(yield* sessions.find(PROJECT_ID, "token", 0))
    }).pipe(Effect.provide(stores))
  )

  it.effect("inserts a user with all rows or none", () =>
    Effect.gen(function* () {
      yield* withProject
      const user = blankUser(PROJECT_ID, "bbbbbbbb-bbbb-4bbb-8bbb-bbbbbbbbbbbb", 0)
      const error = yield* Effect.flip(createUser({ user, primaryEmail: email, passwordHash: "hash" }))
      assert.strictEqual(error._tag, "UserEmailAlreadyExists")
      assert.strictEqual(yield* countAll, 3)
    }).pipe(Effect.provide(stores))
  )

  it.effect("rolls back a transaction that is interrupted or dies", () =>
    Effect.gen(function* () {
      yield* withProject
      const users = yield* UserStore.UserStore
      const half = <A>(rest: Effect.Effect<A>) => inTransaction(Effect.andThen(users.remove(PROJECT_ID, USER_ID), rest))
      const fiber = yield* Effect.forkChild(half(Effect.never), { startImmediately: true })
      yield* Fiber.interrupt(fiber)
      assert.strictEqual(yield* countAll, 3)
      yield* Effect.exit(half(Effect.die("on purpose")))
      assert.strictEqual(yield* countAll, 3)
    }).pipe(Effect.provide(stores))
  )

  it.effect("isolates a transaction from other fibers, which need no lock before and after it", () =>
    Effect.gen(function* () {
      yield* withProject
      const users = yield* UserStore.UserStore
      const opened = yield* Deferred.make<void>()
      const proceed = yield* Deferred.make<void>()
      const removing = users
        .remove(PROJECT_ID, USER_ID)
        .pipe(
          Effect.andThen(Deferred.succeed(opened, undefined)),
          Effect.andThen(Deferred.await(proceed)),
          Effect.andThen(Effect.fail("taken back"))
        )
      const transaction = yield* Effect.forkChild(Effect.exit(inTransaction(removing)), { startImmediately: true })
      yield* Deferred.await(opened)
      const counted = yield* Effect.forkChild(countAll, { startImmediately: true })
      const secondUser = blankUser(PROJECT_ID, "bbbbbbbb-bbbb-4bbb-8bbb-bbbbbbbbbbbb", 0)
      const inserted = yield* Effect.forkChild(users.insert(secondUser), { startImmediately: true })
      assert.isUndefined(counted.pollUnsafe())
      yield* Deferred.succeed(proceed, undefined)
      yield* Fiber.join(transaction)
      yield* Fiber.join(inserted)
      // The removal is rolled back. On a database with several connections, the insertion may come before the count.
      assert.include([3, 4], yield* Fiber.join(counted))
      assert.strictEqual(yield* countAll, 4)
    }).pipe(Effect.provide(stores))
  )

  it.effect("rejects orphaned rows and a second primary address", () =>
    Effect.gen(function* () {
      yield* withProject
      const sessions = yield* SessionStore.SessionStore
      const channels = yield* ChannelStore.ChannelStore
      const orphan = {
        id: "s",
        projectId: "another",
        userId: USER_ID,
        refreshToken: "t",
        createdAt: 0,
        ...plainSession
      }
      assert.isTrue((yield* Effect.exit(sessions.insert(orphan)))._tag === "Failure")
      const second = { ...email, id: "c", projectId: PROJECT_ID, userId: USER_ID, isPrimary: true, createdAt: 0 }
      const error = yield* Effect.flip(channels.insert({ ...second, value: "second@example.com" }))
      assert.strictEqual(error._tag, "UniqueViolation")
    }).pipe(Effect.provide(stores))
  )
})
