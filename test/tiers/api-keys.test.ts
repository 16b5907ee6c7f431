/** API keys of users and teams, through the client and the server tier. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { LimitReached } from "../../core/errors/limit-reached.ts"
import * as Admin from "../../tiers/admin.ts"
import * as Client from "../../tiers/client.ts"
import * as Server from "../../tiers/server.ts"
import { ada, bob, failureOf, find, withTiers } from "./server/fixture.ts"

const NO_ID = "cccccccc-cccc-4ccc-8ccc-cccccccccccc"

const withKeys = withTiers({
  config: { clientTeamCreationEnabled: true, allowUserApiKeys: true, allowTeamApiKeys: true }
})

const wanted = { description: "CI", expiresAt: null }

const signedIn = Effect.gen(function* () {
  const client = yield* Client.Client
  yield* client.signInWithCredential(ada)
  return client
})

describe("the API keys of the signed-in user", () => {
  it.effect("are created, listed, described and revoked", () =>
    Effect.gen(function* () {
      const { getProject, userApiKeys } = yield* signedIn
      assert.isTrue((yield* getProject).config.allowUserApiKeys)
      const expiresAt = new Date(60_000)
      const created = yield* userApiKeys.create({ description: "CI", expiresAt })
      const key = Redacted.value(created.value)
      assert.deepInclude(created, { description: "CI", expiresAt, isPublic: false, type: "user" })
      assert.notProperty(created, "manuallyRevokedAt")
      const published = yield* userApiKeys.create({ ...wanted, isPublic: true })
      assert.match(Redacted.value(published.value), /^pk_/)
      assert.deepStrictEqual(
        (yield* userApiKeys.list()).map(({ id, value }) => [id, value]),
        [
          [published.id, { lastFour: Redacted.value(published.value).slice(-4) }],
          [created.id, { lastFour: key.slice(-4) }]
        ]
      )
      assert.propertyVal(yield* userApiKeys.update(created.id, { description: "Laptop" }), "description", "Laptop")
      const revoked = yield* userApiKeys.revoke(created.id)
      assert.deepStrictEqual(revoked.manuallyRevokedAt, new Date(0))
      assert.deepStrictEqual(yield* userApiKeys.get(created.id), revoked)
      assert.strictEqual(Admin.whyApiKeyInvalid(revoked, new Date(0)), "manually-revoked")
      assert.strictEqual(Admin.whyApiKeyInvalid(revoked, expiresAt), "expired")
      assert.isNull(Admin.whyApiKeyInvalid(published, new Date(8e15)))
    }).pipe(withKeys)
  )

  it.effect("are not those of others, and need a user", () =>
    Effect.gen(function* () {
      const { ofUser } = yield* Server.Server
      const ofBob = yield* ofUser((yield* find(bob)).id).userApiKeys.create(wanted)
      const client = yield* Client.Client
      assert.strictEqual(yield* failureOf(client.userApiKeys.list()), "UserAuthenticationRequired")
      yield* client.signInWithCredential(ada)
      for (const id of [ofBob.id, NO_ID]) {
        assert.strictEqual(yield* failureOf(client.userApiKeys.get(id)), "ApiKeyNotFound")
        assert.strictEqual(yield* failureOf(client.userApiKeys.revoke(id)), "ApiKeyNotFound")
      }
      const tooLong = yield* Effect.flip(client.userApiKeys.create({ ...wanted, description: "x".repeat(1001) }))
      assert.strictEqual(tooLong._tag === "RequestError" && tooLong.reason._tag, "InvalidInput")
    }).pipe(withKeys)
  )

  it.effect("are at most 100", () =>
    Effect.gen(function* () {
      const { userApiKeys } = yield* signedIn
      for (let count = 0; count < 100; count++) yield* userApiKeys.create(wanted)
      const failure = yield* Effect.flip(userApiKeys.create(wanted))
      assert.instanceOf(failure, LimitReached)
      assert.strictEqual(failure.maximum, 100)
    }).pipe(withKeys)
  )
})

describe("the API keys of a team", () => {
  it.effect("are managed by members with the permission, and by a server", () =>
    Effect.gen(function* () {
      const client = yield* signedIn
      const { id: teamId } = yield* client.teams.create({ displayName: "Crew" })
      assert.isTrue(yield* client.permissions.has({ teamId, permissionId: "$manage_api_keys" }))
      const { id } = yield* client.teamApiKeys.create(teamId, wanted)
      const server = yield* Server.Server
      const other = yield* server.teamApiKeys.create(teamId, wanted)
      assert.deepStrictEqual(
        (yield* client.teamApiKeys.list(teamId)).map((key) => [key.id, key.teamId]),
        [
          [other.id, teamId],
          [id, teamId]
        ]
      )
      yield* server.teamApiKeys.update(teamId, id, { description: "Laptop" })
      assert.propertyVal(yield* client.teamApiKeys.get(teamId, id), "description", "Laptop")
      assert.property(yield* client.teamApiKeys.revoke(teamId, other.id), "manuallyRevokedAt")
      yield* client.signInWithCredential(bob)
      yield* server.allTeams.addUser(teamId, (yield* find(bob)).id)
      assert.strictEqual(yield* failureOf(client.teamApiKeys.list(teamId)), "ApiKeyNotFound")
      assert.strictEqual(yield* failureOf(server.teamApiKeys.create(NO_ID, wanted)), "TeamNotFound")
    }).pipe(withKeys)
  )
})

describe("a server", () => {
  it.effect("checks the keys of users and teams", () =>
    Effect.gen(function* () {
      const client = yield* signedIn
      const server = yield* Server.Server
      const team = yield* client.teams.create({ displayName: "Crew" })
      const ofUser = yield* client.userApiKeys.create(wanted)
      const ofTeam = yield* client.teamApiKeys.create(team.id, wanted)
      const checked = yield* server.checkUserApiKey(ofUser.value)
      assert.deepInclude(checked, { id: ofUser.id, userId: (yield* find(ada)).id })
      assert.deepInclude(yield* server.checkTeamApiKey(Redacted.value(ofTeam.value)), { teamId: team.id })
      const wrong = yield* Effect.flip(server.checkTeamApiKey(ofUser.value))
      assert.deepInclude(wrong, { _tag: "WrongApiKeyType", expectedType: "team", actualType: "user" })
      assert.strictEqual(yield* failureOf(server.checkUserApiKey("sk_")), "ApiKeyNotFound")
      yield* client.userApiKeys.revoke(ofUser.id)
      assert.strictEqual(yield* failureOf(server.checkUserApiKey(ofUser.value)), "ApiKeyRevoked")
      const expired = yield* client.userApiKeys.create({ ...wanted, expiresAt: new Date(0) })
      assert.strictEqual(yield* failureOf(server.checkUserApiKey(expired.value)), "ApiKeyExpired")
    }).pipe(withKeys)
  )

  it.effect("is refused in a project that does not allow API keys", () =>
    Effect.gen(function* () {
      const server = yield* Server.Server
      const failure = yield* Effect.flip(server.checkUserApiKey("sk_"))
      const reason = failure._tag === "RequestError" ? failure.reason : failure
      if (reason._tag !== "UnexpectedStatus") return assert.fail(reason._tag)
      assert.strictEqual(Redacted.value(reason.body), "This project does not allow API keys of users.")
      assert.isFalse((yield* server.getProject).config.allowUserApiKeys)
    }).pipe(withTiers())
  )
})
