/** Fixtures of `keystile/testing`: users and teams. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { TestClock } from "effect/testing"
import * as Testing from "../../testing/index.ts"
import { Admin } from "../../tiers/admin.ts"
import { Client } from "../../tiers/client.ts"
import { Server } from "../../tiers/server.ts"
import { isOverNetwork } from "../postgres/server.ts"

describe("keystile/testing", () => {
  it.effect("provides client, server, admin, mailbox, faults, clock and log in one layer", () =>
    Effect.gen(function* () {
      const client = yield* Client
      const server = yield* Server
      const admin = yield* Admin
      yield* client.signUpWithCredential({
        email: "ada@example.com",
        password: "correct horse",
        verificationCallbackUrl: "http://localhost/verify"
      })
      const user = yield* client.getUser
      assert.strictEqual((yield* server.users.get(user?.id ?? "")).primaryEmail, "ada@example.com")
      assert.strictEqual((yield* admin.getProject).displayName, "Test project")
      assert.strictEqual((yield* (yield* Testing.Mailbox).next({ to: "ada@example.com" })).to, "ada@example.com")
      // Each tier has its own session.
      assert.isNull(yield* server.getUser)
      yield* (yield* Testing.Faults).add({ kind: "unavailable", path: "*/users/me", times: 1 })
      yield* (yield* Testing.ServiceClock).advance("10 minutes")
      assert.isAbove((yield* (yield* Testing.RequestLog).entries).length, 0)
    }).pipe(Effect.provide(Testing.layer()))
  )

  it.effect.skipIf(isOverNetwork)("has every lazy module loaded, so that calls wait for virtual time only", () =>
    Effect.gen(function* () {
      const { client } = yield* Testing.signedInUser()
      const faults = yield* Testing.Faults
      yield* faults.add({ kind: "rateLimit", path: "*/teams", retryAfterSeconds: 30, times: 1 })
      const teams = yield* Effect.forkChild(client.teams.list())
      yield* TestClock.adjust("30 seconds")
      assert.isTrue(teams.pollUnsafe() !== undefined)
    }).pipe(Effect.provide(Testing.layer()))
  )
})

describe("a fixture", () => {
  it.effect("signs a user in on the client of the test", () =>
    Effect.gen(function* () {
      const { credential, user } = yield* Testing.signedInUser({ displayName: "Ada" })
      const seen = yield* (yield* Client).getUser
      assert.deepStrictEqual([seen?.id, seen?.displayName, seen?.primaryEmail], [user.id, "Ada", credential.email])
    }).pipe(Effect.provide(Testing.layer()))
  )

  it.effect("creates any number of users, and leaves its client signed out", () =>
    Effect.gen(function* () {
      const [one, two] = yield* Effect.all([Testing.newUser(), Testing.newUser({ email: "two@example.com" })])
      assert.notStrictEqual(one.user.primaryEmail, two.user.primaryEmail)
      assert.strictEqual((yield* two.client.getUser)?.primaryEmail, "two@example.com")
      assert.isNull(yield* (yield* Client).getUser)
    }).pipe(Effect.provide(Testing.layer()))
  )

  it.effect("creates a team in which one user has more permissions than the other", () =>
    Effect.gen(function* () {
      const { creator, member, team } = yield* Testing.teamWithTwoMembers({ displayName: "Fernhill" })
      assert.strictEqual(team.displayName, "Fernhill")
      const names = (yield* (yield* Server).allTeams.listUsers(team.id)).map(({ displayName }) => displayName)
      assert.sameMembers(names, ["Creator", "Member"])
      const renamed = yield* creator.client.teams.update(team.id, { displayName: "Ashdown" })
      assert.strictEqual(renamed.displayName, "Ashdown")
      const refused = yield* Effect.flip(member.client.teams.update(team.id, { displayName: "Oakley" }))
      assert.strictEqual(refused._tag, "TeamPermissionRequired")
    }).pipe(Effect.provide(Testing.layer()))
  )

  it.effect("creates a user with a second factor and returns its codes", () =>
    Effect.gen(function* () {
      const { code, credential, user } = yield* Testing.userWithTotp()
      assert.isTrue(user.isMultiFactorRequired)
      const client = yield* Client
      const asked = yield* Effect.flip(client.signInWithCredential(credential))
      if (asked._tag !== "MultiFactorAuthenticationRequired") return assert.fail(asked._tag)
      yield* client.completeMultiFactor({ error: asked, totp: yield* code })
      assert.strictEqual((yield* client.getUser)?.id, user.id)
    }).pipe(Effect.provide(Testing.layer()))
  )

  it.effect("dies when its email is taken", () =>
    Effect.gen(function* () {
      yield* Testing.newUser({ email: "ada@example.com" })
      const exit = yield* Effect.exit(Testing.newUser({ email: "ada@example.com" }))
      assert.isTrue(exit._tag === "Failure" && exit.cause.reasons.every(({ _tag }) => _tag === "Die"))
    }).pipe(Effect.provide(Testing.layer()))
  )
})
