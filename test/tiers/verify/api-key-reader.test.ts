/** The API keys of requests: the forms in which requests contain them, and the check. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import * as Testing from "../../../testing/index.ts"
import type { RequestLike } from "../../../core/session/request-like.ts"
import { Client } from "../../../tiers/client.ts"
import * as Verify from "../../../tiers/verify/index.ts"
import { scripted, status } from "../../core/scripted-transport.ts"

const ada = { email: "ada@example.com", password: "correct horse" }

const inMemory = Layer.unwrap(
  Effect.map(Testing.TestProject, ({ id, secretServerKey }) =>
    Verify.layerApiKeysNoDeps({ projectId: id, secretServerKey, baseUrl: Testing.BASE_URL })
  )
).pipe(
  Layer.provideMerge(
    Testing.layer({
      users: [ada],
      config: { clientTeamCreationEnabled: true, allowUserApiKeys: true, allowTeamApiKeys: true }
    })
  )
)

const wanted = { description: "CI", expiresAt: null }

/** The API keys of Ada and of her team. */
const keys = Effect.gen(function* () {
  const client = yield* Client
  yield* client.signInWithCredential(ada)
  const team = yield* client.teams.create({ displayName: "Crew" })
  const ofUser = yield* client.userApiKeys.create(wanted)
  const ofTeam = yield* client.teamApiKeys.create(team.id, wanted)
  return {
    client,
    ofUser,
    userKey: Redacted.value(ofUser.value),
    teamId: team.id,
    teamKey: Redacted.value(ofTeam.value)
  }
})

const readUserKey = (request: RequestLike) => Verify.ApiKeyReader.use((reader) => reader.readUserKey(request))
const readTeamKey = (request: RequestLike) => Verify.ApiKeyReader.use((reader) => reader.readTeamKey(request))
const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })

describe("The API key of a request", () => {
  it.effect("is read from a bearer token and from X-API-Key, in the request objects of all frameworks", () =>
    Effect.gen(function* () {
      const { ofUser, userKey } = yield* keys
      const headers = { authorization: `Bearer ${userKey}` }
      const forms: ReadonlyArray<RequestLike> = [
        new Request("http://app.test", { headers }),
        new Headers(headers),
        { headers },
        { headers: { Authorization: `bearer   ${userKey}` } },
        { headers: { "x-api-key": userKey } },
        new Request("http://app.test", { headers: { "X-API-Key": userKey } })
      ]
      for (const form of forms) {
        assert.deepInclude(yield* readUserKey(form), { id: ofUser.id, userId: ofUser.userId })
      }
    }).pipe(Effect.provide(inMemory))
  )

  it.effect("is that of a team where one is needed", () =>
    Effect.gen(function* () {
      const { teamId, teamKey, userKey } = yield* keys
      assert.deepInclude(yield* readTeamKey(bearer(teamKey)), { type: "team", teamId })
      assert.strictEqual((yield* Effect.flip(readUserKey(bearer(teamKey))))._tag, "WrongApiKeyType")
      const wrong = yield* Effect.flip(readTeamKey(bearer(userKey)))
      assert.isTrue(Verify.isApiKeyNotValid(wrong))
    }).pipe(Effect.provide(inMemory))
  )

  it.effect("is null without one, and no request is sent", () =>
    Effect.gen(function* () {
      const { client } = yield* keys
      const { accessToken } = yield* client.tokens
      const log = yield* Testing.RequestLog
      for (const headers of [
        {},
        { authorization: `Bearer ${accessToken === null ? "" : Redacted.value(accessToken)}` },
        { authorization: "Bearer " },
        { authorization: "Basic sk_574ck4u7h" },
        { "x-api-key": "" }
      ]) {
        assert.isNull(yield* readUserKey({ headers }))
        assert.isNull(yield* readTeamKey({ headers }))
      }
      assert.strictEqual(yield* log.count("POST /api/v1/user-api-keys/check"), 0)
      assert.strictEqual(yield* log.count("POST /api/v1/team-api-keys/check"), 0)
    }).pipe(Effect.provide(inMemory))
  )

  it.effect("is refused when it is unknown, malformed, revoked or expired", () =>
    Effect.gen(function* () {
      const { client, ofUser, userKey } = yield* keys
      const reasonOf = (key: string) =>
        Effect.map(Effect.flip(readUserKey({ headers: { "x-api-key": key } })), ({ _tag }) => _tag)
      for (const key of ["anything", "sk_1", `${userKey}0`, "sk_é", "sk_ 574ck4u7h", `sk_${"x".repeat(100_000)}`]) {
        assert.strictEqual(yield* reasonOf(key), "ApiKeyNotFound")
      }
      yield* client.userApiKeys.revoke(ofUser.id)
      assert.strictEqual(yield* reasonOf(userKey), "ApiKeyRevoked")
      const expired = yield* client.userApiKeys.create({ ...wanted, expiresAt: new Date(0) })
      assert.strictEqual(yield* reasonOf(Redacted.value(expired.value)), "ApiKeyExpired")
    }).pipe(Effect.provide(inMemory))
  )

  it.effect("cannot be checked while the service fails", () =>
    Effect.gen(function* () {
      const failure = yield* Effect.flip(readUserKey(bearer("sk_1")))
      assert.strictEqual(failure._tag, "RequestError")
      assert.isFalse(Verify.isApiKeyNotValid(failure))
    }).pipe(
      Effect.provide(
        Verify.layerApiKeysNoDeps({
          projectId: "11111111-1111-4111-8111-111111111111",
          secretServerKey: "ssk_1",
          baseUrl: "http://localhost:1"
        }).pipe(Layer.provide(scripted(status(500)).layer))
      )
    )
  )
})

describe("createApiKeyReader", () => {
  it("needs the secret server key", () => {
    assert.throws(
      () => Verify.createApiKeyReader({ projectId: "1", baseUrl: "http://localhost:1" }),
      /The server tier needs a key/
    )
  })

  it("returns null for a request without a key", async () => {
    const apiKeys = Verify.createApiKeyReader({
      projectId: "1",
      secretServerKey: "ssk_1",
      baseUrl: "http://localhost:1"
    })
    assert.isNull(await apiKeys.readUserKey(new Headers()))
    assert.isNull(await apiKeys.readTeamKey(new Headers()))
  })
})
