/** Users of a project with the server tier. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted, Stream } from "effect"
import { TestClock } from "effect/testing"
import * as Testing from "../../../testing/index.ts"
import * as Client from "../../../tiers/client.ts"
import * as Server from "../../../tiers/server.ts"
import { ok, scripted } from "../../core/scripted-transport.ts"
import { NO_ID } from "./every-call.ts"
import { ada, bob, failureOf, find, withTiers } from "./fixture.ts"

const LIST = "GET /api/v1/users"

describe("the users of a project", () => {
  it.effect("are sorted, and each page is requested when the consumer reaches it", () =>
    Effect.gen(function* () {
      const { users } = yield* Server.Server
      const log = yield* Testing.RequestLog
      for (let index = 0; index < 5; index++) {
        yield* TestClock.adjust("1 second")
        yield* users.create({ displayName: `User ${index}` })
      }
      const names = (options: Parameters<typeof users.list>[0], count: number) =>
        users.list(options).pipe(
          Stream.take(count),
          Stream.map(({ displayName }) => displayName),
          Stream.runCollect
        )
      yield* log.clear
      assert.deepStrictEqual(yield* names({ pageSize: 2, desc: true }, 3), ["User 4", "User 3", "User 2"])
      assert.strictEqual(yield* log.count(LIST), 2)
      yield* log.clear
      const all = yield* names({ pageSize: 2, orderBy: "signedUpAt", query: "User" }, 100)
      assert.deepStrictEqual(all, ["User 0", "User 1", "User 2", "User 3", "User 4"])
      assert.strictEqual(yield* log.count(LIST), 3)
      assert.deepStrictEqual(yield* names({ pageSize: 5, query: "User" }, 100), all)
      assert.lengthOf(yield* names({}, 100), 7)
    }).pipe(withTiers())
  )

  it.effect("are all in the stream, although those at its cursors are deleted meanwhile", () =>
    Effect.gen(function* () {
      const { users } = yield* Server.Server
      const made: Array<string> = []
      for (let index = 0; index < 9; index++) {
        yield* TestClock.adjust("1 second")
        made.push((yield* users.create({ displayName: `User ${index}` })).id)
      }
      // A page has 3 users. The first user of the next one is deleted when the last user of a page is read.
      const seen = yield* users.list({ pageSize: 3, query: "User" }).pipe(
        Stream.map(({ id }) => id),
        Stream.tap((id) => {
          const following = made[made.indexOf(id) + 1]
          return [2, 6].includes(made.indexOf(id)) && following !== undefined ? users.remove(following) : Effect.void
        }),
        Stream.runCollect
      )
      assert.deepStrictEqual(
        seen,
        made.filter((id) => id !== made[3] && id !== made[7])
      )
    }).pipe(withTiers())
  )

  it.effect("are returned in pages with a cursor", () =>
    Effect.gen(function* () {
      const { users } = yield* Server.Server
      const first = yield* users.page({ limit: 1 })
      assert.lengthOf(first.items, 1)
      const second = yield* users.page({ limit: 1, cursor: first.nextCursor ?? "" })
      assert.isNull(second.nextCursor)
      assert.sameMembers(
        [...first.items, ...second.items].map(({ primaryEmail }) => primaryEmail),
        [ada.email, bob.email]
      )
      assert.strictEqual(yield* failureOf(users.page({ limit: 0 })), "RequestError")
    }).pipe(withTiers())
  )

  it.effect("end when the service repeats a cursor", () =>
    Effect.gen(function* () {
      const script = scripted(() => ok({ items: [], is_paginated: true, pagination: { next_cursor: NO_ID } }))
      const failure = yield* Server.Server.pipe(
        Effect.flatMap(({ users }) => Effect.flip(Stream.runCollect(users.list()))),
        Effect.provide(
          Server.layerNoDeps({
            projectId: NO_ID,
            secretServerKey: "ssk_test",
            baseUrl: "https://api.keystile.test",
            tokenStore: null
          }).pipe(Layer.provide(script.layer))
        )
      )
      assert.strictEqual(failure.reason._tag, "BrokenProtocol")
      assert.lengthOf(script.requests, 2)
    })
  )

  it.effect("of a team are the team's members", () =>
    Effect.gen(function* () {
      const { allTeams, users } = yield* Server.Server
      const { id } = yield* find(ada)
      const team = yield* allTeams.create({ displayName: "Crew", creatorUserId: id })
      const members = yield* Stream.runCollect(users.list({ teamId: team.id }))
      assert.deepStrictEqual(
        members.map((member) => member.id),
        [id]
      )
    }).pipe(withTiers())
  )
})

describe("a user", () => {
  it.effect("is created, read, changed and deleted by id", () =>
    Effect.gen(function* () {
      const { users } = yield* Server.Server
      const client = yield* Client.Client
      const created = yield* users.create({
        primaryEmail: "eve@example.com",
        primaryEmailAuthEnabled: true,
        primaryEmailVerified: true,
        password: "open sesame!",
        displayName: "Eve",
        serverMetadata: { plan: "pro" },
        clientMetadata: undefined
      })
      assert.deepInclude(created, { displayName: "Eve", hasPassword: true, primaryEmailVerified: true })
      yield* client.signInWithCredential({ email: "eve@example.com", password: "open sesame!" })
      const changed = yield* users.update(created.id, { displayName: null, clientReadOnlyMetadata: { a: 1 } })
      assert.deepInclude(changed, {
        displayName: null,
        serverMetadata: { plan: "pro" },
        clientReadOnlyMetadata: { a: 1 }
      })
      assert.deepStrictEqual(yield* users.get(created.id), changed)
      const totp = yield* users.update(created.id, { totpMultiFactorSecret: new Uint8Array(20) })
      assert.isTrue(totp.isMultiFactorRequired)
      assert.isFalse((yield* users.update(created.id, { totpMultiFactorSecret: null })).isMultiFactorRequired)
      yield* users.remove(created.id)
      assert.strictEqual(yield* failureOf(users.get(created.id)), "UserNotFound")
    }).pipe(withTiers())
  )

  it.effect("that does not exist fails with an error of its own", () =>
    Effect.gen(function* () {
      const { users } = yield* Server.Server
      const calls = [users.get(NO_ID), users.update(NO_ID, {}), users.remove(NO_ID), users.setPassword(NO_ID, null)]
      for (const call of calls) assert.strictEqual(yield* failureOf(call), "UserNotFound")
      assert.strictEqual(yield* failureOf(users.createSession(NO_ID)), "UserIdDoesNotExist")
      const { id } = yield* find(ada)
      assert.strictEqual(yield* failureOf(users.update(id, { selectedTeamId: NO_ID })), "TeamMembershipNotFound")
      assert.strictEqual(yield* failureOf(users.sendVerificationEmail(id)), "CallbackUrlMissing")
      const taken = { primaryEmail: bob.email, primaryEmailAuthEnabled: true }
      assert.strictEqual(yield* failureOf(users.create(taken)), "UserEmailAlreadyExists")
      assert.strictEqual(yield* failureOf(users.update(id, taken)), "UserEmailAlreadyExists")
    }).pipe(withTiers())
  )

  it.effect("gets a password of at most 70 characters, which ends all sessions", () =>
    Effect.gen(function* () {
      const { updateUser, users } = yield* Server.Server
      const client = yield* Client.Client
      const log = yield* Testing.RequestLog
      const { id } = yield* find(ada)
      yield* client.signInWithCredential(ada)
      yield* users.setPassword(id, Redacted.make("a new horse"))
      yield* TestClock.adjust("10 minutes")
      assert.isNull(yield* client.getUser)
      yield* client.signInWithCredential({ ...ada, password: "a new horse" })
      yield* log.clear
      const password = "x".repeat(71)
      const calls = [
        users.setPassword(id, password),
        users.update(id, { password }),
        users.create({ password }),
        updateUser({ password: Redacted.make(password) })
      ]
      for (const call of calls) {
        const failure = yield* Effect.flip<unknown, { readonly _tag: string }, never>(call)
        assert.strictEqual(failure._tag, "PasswordTooLong")
      }
      assert.lengthOf(yield* log.entries, 0)
    }).pipe(withTiers())
  )

  it.effect("gets sessions with the lifetime that the server sets", () =>
    Effect.gen(function* () {
      const { users, withTokenStore } = yield* Server.Server
      const { id } = yield* find(ada)
      const { accessToken, refreshToken } = yield* users.createSession(id, { expiresInMillis: 3_600_000 })
      const of = yield* withTokenStore({
        accessToken: Redacted.value(accessToken),
        refreshToken: Redacted.value(refreshToken)
      })
      assert.strictEqual((yield* of.getUser)?.id, id)
      yield* TestClock.adjust("59 minutes")
      assert.strictEqual((yield* of.getUser)?.id, id)
      yield* TestClock.adjust("11 minutes")
      assert.isNull(yield* of.getUser)
      const tooLong = users.createSession(id, { expiresInMillis: 31_708_800_001 })
      assert.strictEqual(yield* failureOf(tooLong), "RequestError")
    }).pipe(withTiers())
  )

  it.effect("has channels that the server verifies, makes primary and mails to", () =>
    Effect.gen(function* () {
      const { ofUser, users } = yield* Server.Server
      const { id } = yield* find(ada)
      const { contactChannels } = ofUser(id)
      const [primary] = yield* contactChannels.list()
      assert.deepInclude(primary, { value: ada.email, isPrimary: true, isVerified: false })
      const made = yield* contactChannels.create({ value: "a@example.org", usedForAuth: false, isVerified: true })
      assert.isTrue(made.isVerified)
      assert.isTrue((yield* contactChannels.update(made.id, { isPrimary: true })).isPrimary)
      assert.isFalse((yield* contactChannels.get(primary?.id ?? "")).isPrimary)
      yield* contactChannels.update(primary?.id ?? "", { isVerified: true })
      const callbackUrl = "http://localhost/verify"
      const again = contactChannels.sendVerificationEmail(made.id, { callbackUrl })
      assert.strictEqual(yield* failureOf(again), "EmailAlreadyVerified")
      assert.strictEqual(yield* failureOf(users.sendVerificationEmail(id, { callbackUrl })), "EmailAlreadyVerified")
      yield* contactChannels.update(made.id, { isVerified: false })
      const elsewhere = { callbackUrl: "https://evil.example" }
      assert.strictEqual(yield* failureOf(users.sendVerificationEmail(id, elsewhere)), "RedirectUrlNotWhitelisted")
      yield* users.sendVerificationEmail(id, { callbackUrl })
      assert.deepStrictEqual(
        (yield* (yield* Testing.Mailbox).list()).map(({ to }) => to),
        ["a@example.org"]
      )
      const taken = { value: bob.email, usedForAuth: true }
      const clash = "ContactChannelAlreadyUsedForAuthBySomeoneElse"
      assert.strictEqual(yield* failureOf(contactChannels.create(taken)), clash)
      assert.strictEqual(yield* failureOf(contactChannels.update(made.id, taken)), clash)
      yield* contactChannels.remove(made.id)
      assert.lengthOf(yield* contactChannels.list(), 1)
      assert.strictEqual(yield* failureOf(users.sendVerificationEmail(id, { callbackUrl })), "PrimaryEmailMissing")
      const lost = ofUser(NO_ID).contactChannels.sendVerificationEmail(made.id, { callbackUrl })
      assert.strictEqual(yield* failureOf(lost), "UserIdDoesNotExist")
    }).pipe(withTiers())
  )

  it.effect("is signed in only with a session", () =>
    Effect.gen(function* () {
      const { connectedAccounts, contactChannels, ofUser, permissions, teams } = yield* Server.Server
      const calls = [
        contactChannels.list(),
        contactChannels.create({ value: "a@b.example", usedForAuth: false }),
        teams.list(),
        teams.create({ displayName: "Crew" }),
        teams.leave(NO_ID),
        teams.getProfile(NO_ID),
        teams.updateProfile(NO_ID, {}),
        permissions.list(),
        connectedAccounts.get("github"),
        ofUser("me").teams.list()
      ]
      for (const call of calls) {
        const failure = yield* Effect.flip<unknown, { readonly _tag: string }, never>(call)
        assert.strictEqual(failure._tag, "CannotGetOwnUserWithoutUser")
      }
    }).pipe(withTiers())
  )
})

describe("a server with the session of a user", () => {
  it.effect("reads that user's data with the fields of the server tier, and no other user's", () =>
    Effect.gen(function* () {
      const server = yield* Server.Server
      const { id } = yield* find(ada)
      yield* server.allTeams.create({ displayName: "Somebody else's" })
      yield* server.signInWithCredential(ada)
      const team = yield* server.teams.create({ displayName: "Mine", serverMetadata: { a: 1 } })
      assert.deepStrictEqual(
        (yield* server.teams.list()).map((each) => each.serverMetadata),
        [{ a: 1 }]
      )
      assert.strictEqual((yield* server.teams.get(team.id))?.id, team.id)
      assert.isTrue(yield* server.permissions.has({ teamId: team.id, permissionId: "$delete_team" }))
      assert.deepStrictEqual(
        (yield* server.contactChannels.list()).map(({ userId }) => userId),
        [id]
      )
      const member = yield* server.teams.updateProfile(team.id, { displayName: "Boss" })
      assert.strictEqual(member.displayName, "Boss")
      yield* server.teams.leave(team.id)
      assert.lengthOf(yield* server.teams.list(), 0)
    }).pipe(withTiers())
  )

  it.effect("does not show that session to calls about others", () =>
    Effect.gen(function* () {
      const server = yield* Server.Server
      const log = yield* Testing.RequestLog
      yield* server.signInWithCredential(ada)
      yield* TestClock.adjust("10 minutes")
      yield* log.clear
      const { id } = yield* find(bob)
      yield* server.ofUser(id).teams.list()
      yield* server.allTeams.list()
      assert.strictEqual(yield* log.count("POST /api/v1/auth/oauth/token"), 0)
      yield* server.teams.list()
      assert.strictEqual(yield* log.count("POST /api/v1/auth/oauth/token"), 1)
    }).pipe(withTiers())
  )
})
