/** The middleware for API keys in a real API, with the service in memory. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted, Schema } from "effect"
import { HttpServer } from "effect/http"
import { HttpApi, HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Transport } from "../../../core/http/transport.ts"
import * as Client from "../../../tiers/client.ts"
import * as Auth from "../../../tiers/verify/http-api/index.ts"
import * as Verify from "../../../tiers/verify/index.ts"
import * as Testing from "../../../testing/index.ts"
import { scripted, status } from "../../core/scripted-transport.ts"
import { serveApi } from "./serve-api.ts"

const ada = { email: "ada@example.com", password: "correct horse" }

class Api extends HttpApi.make("reports").add(
  HttpApiGroup.make("reports").add(
    HttpApiEndpoint.get("user", "/user", { success: Schema.String }).middleware(Auth.UserApiKeyRequired),
    HttpApiEndpoint.get("team", "/team", { success: Schema.String }).middleware(Auth.TeamApiKeyRequired)
  )
) {}

const Reports = HttpApiBuilder.group(Api, "reports", (handlers) =>
  handlers.handleAll({
    user: () => Effect.map(Auth.CurrentUserApiKey, ({ userId }) => userId),
    team: () => Effect.map(Auth.CurrentTeamApiKey, ({ teamId }) => teamId)
  })
)

const apiKeys = Layer.unwrap(
  Effect.map(Testing.TestProject, ({ id, secretServerKey }) =>
    Verify.layerApiKeysNoDeps({ projectId: id, secretServerKey, baseUrl: Testing.BASE_URL })
  )
)

const Routes = HttpApiBuilder.layer(Api).pipe(
  Layer.provide(Reports),
  Layer.provide([Auth.layerUserApiKey, Auth.layerTeamApiKey]),
  Layer.provide(apiKeys),
  Layer.provide(HttpServer.layerServices)
)

/** Sends requests to the API, and shows of each response what tells callers how to authenticate. */
const serve = Effect.map(
  serveApi(Routes),
  (get) => (path: string, headers?: Readonly<Record<string, string>>) =>
    Effect.map(get(path, headers), ({ headers, json, status }) => ({
      status,
      scheme: headers.get("www-authenticate"),
      json
    }))
)

const keys = Effect.gen(function* () {
  const client = yield* Client.Client
  yield* client.signInWithCredential(ada)
  const team = yield* client.teams.create({ displayName: "Crew" })
  const wanted = { description: "CI", expiresAt: null }
  const ofUser = yield* client.userApiKeys.create(wanted)
  const ofTeam = yield* client.teamApiKeys.create(team.id, wanted)
  return {
    revoke: client.userApiKeys.revoke(ofUser.id),
    userId: ofUser.userId,
    userKey: Redacted.value(ofUser.value),
    teamId: team.id,
    teamKey: Redacted.value(ofTeam.value)
  }
})

const withService = Testing.layer({
  users: [ada],
  config: { clientTeamCreationEnabled: true, allowUserApiKeys: true, allowTeamApiKeys: true }
})

const bearer = (key: string) => ({ authorization: `Bearer ${key}` })
const refused = { status: 401, scheme: "Bearer", json: { _tag: "Unauthenticated", message: "Send a valid API key." } }

describe("The middleware for API keys", () => {
  it.effect("gives handlers the key of a user or a team, as a bearer token or in X-API-Key", () =>
    Effect.gen(function* () {
      const get = yield* serve
      const { teamId, teamKey, userId, userKey } = yield* keys
      for (const headers of [bearer(userKey), { "x-api-key": userKey }]) {
        assert.deepInclude(yield* get("/user", headers), { status: 200, json: userId })
      }
      assert.deepInclude(yield* get("/team", bearer(teamKey)), { status: 200, json: teamId })
    }).pipe(Effect.provide(withService))
  )

  it.effect("responds with 401 without a key, to unknown keys, to those of the other type, and to revoked ones", () =>
    Effect.gen(function* () {
      const get = yield* serve
      const { revoke, teamKey, userKey } = yield* keys
      for (const headers of [{}, bearer("sk_unknown"), bearer(teamKey), { "x-api-key": "\t" }, bearer("a.b.c")]) {
        assert.deepStrictEqual(yield* get("/user", headers), refused)
      }
      assert.deepStrictEqual(yield* get("/team", bearer(userKey)), refused)
      yield* revoke
      assert.deepStrictEqual(yield* get("/user", bearer(userKey)), refused)
    }).pipe(Effect.provide(withService))
  )

  it.effect("checks a refused key once, although the API has two schemes", () =>
    Effect.gen(function* () {
      const get = yield* serve
      const log = yield* Testing.RequestLog
      yield* log.clear
      yield* get("/user", bearer("sk_unknown"))
      assert.strictEqual(yield* log.count("POST /api/v1/user-api-keys/check"), 1)
    }).pipe(Effect.provide(withService))
  )

  it.effect("responds with 503 if the service cannot check a key", () =>
    Effect.gen(function* () {
      const { transport } = scripted(() => status(400))
      const get = yield* serve.pipe(Effect.provideService(Transport, transport))
      const { json, status: code } = yield* get("/user", bearer("sk_any"))
      assert.strictEqual(code, 503)
      assert.deepInclude(json, { _tag: "AuthenticationUnavailable" })
    }).pipe(Effect.provide(withService))
  )

  it("is part of the API's description", () => {
    const { components, paths } = OpenApi.fromApi(Api)
    assert.include(Object.keys(components.securitySchemes), "header")
    assert.isDefined(paths["/user"]?.get?.responses[401])
    assert.isDefined(paths["/user"]?.get?.responses[503])
  })
})
