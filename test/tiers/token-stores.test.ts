/** The token stores as options of the tiers. */
import { inspect } from "node:util"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { Transport, type TransportRequest } from "../../core/http/transport.ts"
import * as Testing from "../../testing/index.ts"
import * as Client from "../../tiers/client.ts"
import * as Server from "../../tiers/server.ts"
import { createClientApp } from "../../tiers/promise/index.ts"
import type { TokenStoreOption } from "../../tiers/token-store.ts"

const ada = { email: "ada@example.com", password: "correct horse" }
const bob = { email: "bob@example.com", password: "battery staple" }
const withUsers = Testing.layer({ users: [ada, bob] })
const REFRESH = "POST /api/v1/auth/oauth/token"

const serverOf = Effect.map(Testing.TestProject, (project) => ({
  ...project,
  projectId: project.id,
  baseUrl: Testing.BASE_URL
}))
/** A server-tier client over the service of the test. */
const server = Effect.flatMap(serverOf, ({ baseUrl, projectId, publishableClientKey, secretServerKey }) => {
  const options = { baseUrl, projectId, publishableClientKey, secretServerKey, tokenStore: null }
  return Effect.provide(Effect.service(Server.Server), Layer.fresh(Server.layerNoDeps(options)))
})

/** Signs in and returns the tokens as text. */
const tokensOf = Effect.fnUntraced(function* (credential: typeof ada) {
  const client = yield* Client.Client
  const own = yield* client.withTokenStore("memory")
  yield* own.signInWithCredential(credential)
  const { accessToken, refreshToken } = yield* own.stored
  return {
    accessToken: accessToken === null ? "" : Redacted.value(accessToken),
    refreshToken: refreshToken === null ? "" : Redacted.value(refreshToken)
  }
})

describe("The session of a request", () => {
  it.effect("is refreshed once for 50 concurrent requests, in every token store", () =>
    Effect.gen(function* () {
      const app = yield* server
      const project = yield* Testing.TestProject
      const { refreshToken } = yield* tokensOf(ada)
      const log = yield* Testing.RequestLog
      const requests = Array.from({ length: 50 }, (_, index) =>
        index % 2 === 0
          ? { headers: { cookie: `stack-refresh-${project.id}=${refreshToken}` } }
          : new Request("http://app.test/", { headers: { "x-stack-auth": JSON.stringify({ refreshToken }) } })
      )
      const users = yield* Effect.all(
        requests.map((request) => Effect.flatMap(app.withTokenStore(request), ({ getUser }) => getUser)),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual([...new Set(users.map((user) => user?.primaryEmail))], [ada.email])
      assert.strictEqual(yield* log.count(REFRESH), 1)
    }).pipe(Effect.provide(withUsers))
  )

  it.effect("belongs to that request only, on one server for all", () =>
    Effect.gen(function* () {
      const app = yield* server
      const all = yield* Effect.all([tokensOf(ada), tokensOf(bob)])
      const responses = yield* Effect.all(
        Array.from({ length: 20 }, (_, index) => {
          const { accessToken, refreshToken } = all[index % 2] ?? all[0]
          // Every other one without an access token, so that refreshes of both are under way.
          const auth = JSON.stringify(index % 4 < 2 ? { refreshToken } : { refreshToken, accessToken })
          return Effect.flatMap(app.withTokenStore({ headers: { "x-stack-auth": auth } }), ({ getUser }) => getUser)
        }),
        { concurrency: "unbounded" }
      )
      responses.forEach((user, index) => assert.strictEqual(user?.primaryEmail, [ada, bob][index % 2]?.email))
      assert.isNull(yield* app.getUser)
    }).pipe(Effect.provide(withUsers))
  )

  it.effect("is set in the response's cookies by a sign-in, and removed by a sign-out", () =>
    Effect.gen(function* () {
      const client = yield* Client.Client
      const response = new Headers()
      const request = new Request("https://app.test/")
      const own = yield* client.withTokenStore({ request, setCookie: response })
      yield* own.signInWithCredential(ada)
      const cookie = response
        .getSetCookie()
        .map((line) => line.split(";")[0])
        .join("; ")
      const next = yield* client.withTokenStore({ headers: { cookie } })
      assert.strictEqual((yield* next.getUser)?.primaryEmail, ada.email)
      yield* own.signOut
      const last = response.getSetCookie().slice(-4)
      assert.isTrue(last.every((line) => line.includes("Max-Age=0")))
      const gone = yield* client.withTokenStore({ headers: { cookie: cookie.replace(/stack-access=[^;]*/, "") } })
      assert.isNull(yield* gone.getUser)
    }).pipe(Effect.provide(withUsers))
  )
})

describe("Without a store", () => {
  it.effect("a sign-in fails, and no other user is signed in by it", () =>
    Effect.gen(function* () {
      const client = yield* (yield* Client.Client).withTokenStore(null)
      const failure = yield* Effect.flip(client.signInWithCredential(ada))
      assert.strictEqual(failure._tag === "RequestError" && failure.reason._tag, "TokensNotStored")
      assert.isNull(yield* client.getUser)
      yield* client.signOut
    }).pipe(Effect.provide(withUsers))
  )
})

describe("An option that is not a token store", () => {
  const refused = Effect.fnUntraced(function* (option: unknown) {
    const client = yield* Client.Client
    const failure = yield* Effect.flip(client.withTokenStore(option as TokenStoreOption))
    assert.deepInclude(failure, { _tag: "ConfigurationError", option: "tokenStore" })
    return failure.message
  })

  it.effect("is rejected with an error that lists the stores", () =>
    Effect.gen(function* () {
      for (const option of ["cookies", "", 1, undefined, true, () => null]) yield* refused(option)
      assert.include(yield* refused("cookie"), "browser")
      assert.include(yield* refused(Promise.resolve(new Headers())), "await")
      for (const option of [
        { setCookie: new Headers() },
        { request: null, setCookie: new Headers() },
        { request: {}, setCookie: null }
      ]) {
        assert.include(yield* refused(option), "`request`")
      }
    }).pipe(Effect.provide(withUsers))
  )

  it("is rejected when the app is created", () => {
    const options = {
      projectId: "p",
      publishableClientKey: "pck_1",
      tokenStore: Promise.resolve(null) as unknown as null
    }
    assert.throws(() => createClientApp(options), /await/)
  })
})

describe("A sign-out", () => {
  it.effect("ends the session also when the request fails", () =>
    Effect.gen(function* () {
      const client = yield* Client.Client
      yield* client.signInWithCredential(ada)
      yield* (yield* Testing.Faults).add({ kind: "serverError", path: "/api/v1/auth/sessions/current" })
      let heard = 0
      client.onSessionChange(() => heard++)
      assert.strictEqual((yield* Effect.flip(client.signOut))._tag, "RequestError")
      assert.strictEqual(heard, 1)
      assert.deepStrictEqual(yield* client.stored, { refreshToken: null, accessToken: null })
      assert.isNull(yield* client.getUser)
    }).pipe(Effect.provide(withUsers))
  )
})

describe("The tokens of a session", () => {
  it.effect("go to the configured service only", () =>
    Effect.gen(function* () {
      const sent: Array<TransportRequest> = []
      const real = yield* Transport
      const watching = Layer.succeed(Transport, {
        send: (request) =>
          Effect.suspend(() => {
            sent.push(request)
            return real.send(request)
          })
      })
      const { id, publishableClientKey } = yield* Testing.TestProject
      const options = { projectId: id, publishableClientKey, baseUrl: Testing.BASE_URL, tokenStore: "memory" } as const
      yield* Effect.gen(function* () {
        const client = yield* Client.Client
        yield* client.signInWithCredential(ada)
        const { accessToken, refreshToken } = yield* client.stored
        yield* client.getUser
        yield* client.updateUser({ displayName: "Ada" })
        yield* client.signOut
        for (const { body = "", url } of sent) {
          assert.isTrue(url.startsWith(`${Testing.BASE_URL}/api/v1/`), url)
          for (const token of [accessToken, refreshToken]) {
            assert.notInclude(url, token === null ? "?" : Redacted.value(token))
            assert.notInclude(body, token === null ? "?" : Redacted.value(token))
          }
        }
      }).pipe(Effect.provide(Layer.fresh(Client.layerNoDeps(options).pipe(Layer.provide(watching)))))
    }).pipe(Effect.provide(withUsers))
  )

  it.effect("are redacted wherever a client, a store or its tokens are printed", () =>
    Effect.gen(function* () {
      const client = yield* Client.Client
      yield* client.signInWithCredential(ada)
      const stored = yield* client.stored
      const { accessToken, refreshToken } = stored
      const printed = [client, stored, client.as("x")]
        .flatMap((value) => [JSON.stringify(value), String(value), inspect(value, { depth: 20, showHidden: true })])
        .join("\n")
      for (const token of [accessToken, refreshToken])
        assert.notInclude(printed, token === null ? "?" : Redacted.value(token))
    }).pipe(Effect.provide(withUsers))
  )
})
