/** The header of the refresh token: sent only with calls that need it, unless the option sends it with all. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { Transport, type TransportRequest } from "../../core/http/transport.ts"
import * as Testing from "../../testing/index.ts"
import * as Client from "../../tiers/client.ts"
import * as Server from "../../tiers/server.ts"

const ada = { email: "ada@example.com", password: "correct horse" }
const newPassword = "battery staple"
const header = "x-stack-refresh-token"
const service = Testing.layerService({ users: [ada], accessTokenLifetimeSeconds: 600 })

type Options = Pick<Client.ClientOptions, "sendRefreshTokenAlways">

/** Makes the calls of a session, and returns the requests. */
const life = Effect.fnUntraced(function* (options: Options) {
  const network = yield* Transport
  const requests: Array<TransportRequest> = []
  const recording = Layer.succeed(Transport, {
    send: (request) => {
      requests.push(request)
      return network.send(request)
    }
  })
  const { client, server } = yield* Effect.all({ client: Client.Client, server: Server.Server }).pipe(
    Effect.provide(
      Layer.mergeAll(Testing.layerClient(options), Testing.layerServer(options)).pipe(Layer.provide(recording))
    )
  )
  const elsewhere = yield* client.withTokenStore("memory")
  yield* elsewhere.signInWithCredential(ada)
  yield* client.signInWithCredential(ada)
  const { refreshToken } = yield* client.stored
  const tokens = { accessToken: null, refreshToken: refreshToken && Redacted.value(refreshToken) }
  yield* client.getUser
  yield* client.updateUser({ displayName: "Ada" })
  yield* client.teams.list()
  yield* client.contactChannels.list()
  yield* client.updatePassword({ oldPassword: ada.password, newPassword })
  const ofRequest = yield* server.withTokenStore(tokens)
  const kept = yield* ofRequest.getUser
  const ended = yield* (yield* server.withTokenStore({
    accessToken: null,
    refreshToken: Redacted.value((yield* elsewhere.stored).refreshToken ?? Redacted.make("none"))
  })).getUser
  yield* client.signOut
  const after = yield* (yield* client.withTokenStore(tokens)).getUser
  const project = requests.filter(({ headers }) => "x-stack-project-id" in headers)
  const carrying = project.filter(({ headers }) => header in headers)
  return {
    kept: kept?.displayName,
    ended,
    after,
    project: project.length,
    carrying: carrying.map(({ method, url }) => `${method} ${new URL(url).pathname}`),
    urls: requests.map(({ url }) => url).join("\n"),
    refreshToken: tokens.refreshToken ?? "",
    bytes: carrying.reduce((sum, { headers }) => sum + `${header}: ${headers[header]}\r\n`.length, 0)
  }
})

describe("A refresh token", () => {
  it.effect("is sent with the two calls that read it, and no other call needs it", () =>
    Effect.gen(function* () {
      const seen = yield* life({})
      assert.deepStrictEqual(seen.carrying, [
        "POST /api/v1/auth/password/update",
        "DELETE /api/v1/auth/sessions/current"
      ])
      assert.deepInclude(seen, { kept: "Ada", ended: null, after: null, project: 9, bytes: 2 * 70 })
      assert.notInclude(seen.urls, seen.refreshToken)
    }).pipe(Effect.provide(service))
  )

  it.effect("is sent with every call of its session if the option is set, without other changes", () =>
    Effect.gen(function* () {
      const seen = yield* life({ sendRefreshTokenAlways: true })
      assert.deepInclude(seen, { kept: "Ada", ended: null, after: null, project: 9, bytes: 7 * 70 })
      assert.deepStrictEqual(seen.carrying, [
        "GET /api/v1/users/me",
        "PATCH /api/v1/users/me",
        "GET /api/v1/teams",
        "GET /api/v1/contact-channels",
        "POST /api/v1/auth/password/update",
        "GET /api/v1/users/me",
        "DELETE /api/v1/auth/sessions/current"
      ])
      assert.notInclude(seen.urls, seen.refreshToken)
    }).pipe(Effect.provide(service))
  )
})
