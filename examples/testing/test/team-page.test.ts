import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import * as Client from "keystile/client"
import * as Server from "keystile/server"
import * as Testing from "keystile/testing"
import { invite, teamPage } from "../src/team-page.ts"

/** Runs the page as a user. */
const as = (user: Testing.TestUser) => Effect.provideService(Client.Client, user.client)

describe("The page of a team", () => {
  it.effect("shows its members", () =>
    Effect.gen(function* () {
      const { creator, team } = yield* Testing.teamWithTwoMembers({ displayName: "Fernhill" })
      assert.deepStrictEqual(yield* teamPage(team.id).pipe(as(creator)), ["Fernhill", "Creator", "Member"])
    }).pipe(Effect.provide(Testing.layer()))
  )

  it.effect("does not exist for others", () =>
    Effect.gen(function* () {
      const { team } = yield* Testing.teamWithTwoMembers()
      const stranger = yield* Testing.newUser()
      assert.deepStrictEqual(yield* teamPage(team.id).pipe(as(stranger)), ["There is no such team."])
    }).pipe(Effect.provide(Testing.layer()))
  )
})

describe("The invitation form", () => {
  it.effect("sends a mail", () =>
    Effect.gen(function* () {
      const { creator, team } = yield* Testing.teamWithTwoMembers({ displayName: "Fernhill" })
      assert.strictEqual(yield* invite(team.id, "grace@example.com").pipe(as(creator)), "Invited")
      const mailbox = yield* Testing.Mailbox
      assert.include((yield* mailbox.next({ to: "grace@example.com" })).subject, "Fernhill")
    }).pipe(Effect.provide(Testing.layer()))
  )

  it.effect("refuses who may no longer invite", () =>
    Effect.gen(function* () {
      const { member, team } = yield* Testing.teamWithTwoMembers()
      const { ofUser } = yield* Server.Server
      yield* ofUser(member.user.id).permissions.revoke({ teamId: team.id, permissionId: "member" })
      assert.strictEqual(yield* invite(team.id, "grace@example.com").pipe(as(member)), "You may not invite people.")
    }).pipe(Effect.provide(Testing.layer()))
  )

  it.effect("waits as long as a busy service asks for, in no time", () =>
    Effect.gen(function* () {
      const { creator, team } = yield* Testing.teamWithTwoMembers()
      yield* (yield* Testing.Faults).add({ kind: "rateLimit", path: "*/send-code", retryAfterSeconds: 20, times: 1 })
      const form = yield* Effect.forkChild(invite(team.id, "grace@example.com").pipe(as(creator)))
      yield* TestClock.adjust("20 seconds")
      assert.strictEqual(yield* Fiber.join(form), "Invited")
      const log = yield* Testing.RequestLog
      assert.strictEqual(yield* log.count("POST /api/v1/team-invitations/send-code"), 2)
    }).pipe(Effect.provide(Testing.layer()))
  )
})
