/** The security middleware in a real API, with the service in memory. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted, Schema } from "effect"
import { HttpServer } from "effect/http"
import {
  HttpApi,
  HttpApiBuilder,
  HttpApiEndpoint,
  HttpApiGroup,
  type HttpApiMiddleware,
  OpenApi
} from "effect/http-api"
import { TestClock } from "effect/testing"
import { expectTypeOf } from "vitest"
import { Transport } from "../../../core/http/transport.ts"
import * as Client from "../../../tiers/client.ts"
import * as Server from "../../../tiers/server.ts"
import * as Auth from "../../../tiers/verify/http-api/index.ts"
import * as Verify from "../../../tiers/verify/index.ts"
import * as Testing from "../../../testing/index.ts"
import { serveApi } from "./serve-api.ts"

const ada = { email: "ada@example.com", password: "correct horse", displayName: "Ada" }

const Session = Schema.Struct({ userId: Schema.String, refreshed: Schema.Boolean })
const Profile = Schema.Struct({ id: Schema.String, displayName: Schema.NullOr(Schema.String) })
const Restriction = Schema.Struct({ ofUser: Schema.Boolean, ofSession: Schema.Boolean, refreshed: Schema.Boolean })

class OutOfInk extends Schema.TaggedError<OutOfInk>()("OutOfInk", { message: Schema.String }, { httpApiStatus: 409 }) {}

class Api extends HttpApi.make("notes").add(
  HttpApiGroup.make("notes").add(
    HttpApiEndpoint.get("open", "/open", { success: Schema.String }),
    HttpApiEndpoint.get("session", "/session", { success: Session }).middleware(Auth.SessionRequired),
    HttpApiEndpoint.get("failing", "/failing", { success: Session, error: OutOfInk }).middleware(Auth.SessionRequired),
    HttpApiEndpoint.get("me", "/me", { success: Profile }).middleware(Auth.UserRequired),
    HttpApiEndpoint.get("restriction", "/restriction", { success: Restriction }).middleware(Auth.UserRequired)
  )
) {}

let handled = 0

const Notes = HttpApiBuilder.group(Api, "notes", (handlers) =>
  handlers.handleAll({
    open: () => Effect.succeed("open to all"),
    session: () => Effect.map(Auth.CurrentSession, ({ claims, refreshed }) => ({ userId: claims.userId, refreshed })),
    failing: () => {
      handled++
      return Effect.fail(new OutOfInk({ message: "There is no ink left." }))
    },
    me: () => Effect.map(Auth.CurrentUser, ({ displayName, id }) => ({ displayName, id })),
    restriction: () =>
      Effect.gen(function* () {
        const { claims, refreshed } = yield* Auth.CurrentSession
        const { isRestricted } = yield* Auth.CurrentUser
        return { ofUser: isRestricted === true, ofSession: claims.isRestricted, refreshed }
      })
  })
)

const options = Effect.map(Testing.TestProject, ({ id, publishableClientKey, secretServerKey }) => ({
  projectId: id,
  publishableClientKey,
  secretServerKey,
  baseUrl: Testing.BASE_URL,
  tokenStore: null
}))
const sessions = Layer.unwrap(Effect.map(options, Verify.layerSessionsNoDeps))
const server = Layer.unwrap(Effect.map(options, Server.layerNoDeps))

const routesWith = (reader: typeof sessions) =>
  HttpApiBuilder.layer(Api).pipe(
    Layer.provide(Notes),
    Layer.provide([Auth.layerSession, Auth.layerUser]),
    Layer.provide([reader, server]),
    Layer.provide(HttpServer.layerServices)
  )

const serve = serveApi(routesWith(sessions))

const serveRestricted = serveApi(
  routesWith(
    Layer.unwrap(Effect.map(options, (values) => Verify.layerSessionsNoDeps({ ...values, includeRestricted: true })))
  )
)

const signedIn = Effect.gen(function* () {
  const client = yield* Client.Client
  yield* client.signInWithCredential(ada)
  const { accessToken, refreshToken } = yield* client.tokens
  return {
    userId: (yield* client.getUser)?.id,
    accessToken: accessToken === null ? "" : Redacted.value(accessToken),
    refreshToken: refreshToken === null ? "" : Redacted.value(refreshToken)
  }
})

const deleteUser = Effect.fnUntraced(function* (userId: string | undefined) {
  const { projectId, secretServerKey } = yield* options
  const { status } = yield* (yield* Transport).send({
    method: "DELETE",
    url: `${Testing.BASE_URL}/api/v1/users/${userId}`,
    headers: {
      "x-stack-access-type": "server",
      "x-stack-project-id": projectId,
      "x-stack-secret-server-key": secretServerKey
    },
    body: undefined,
    maxResponseBytes: 8_000_000
  })
  assert.strictEqual(status, 200)
})

/** Restricts the user by the server tier, or lifts that. */
const restrict = Effect.fnUntraced(function* (userId: string | undefined, restrictedByAdmin: boolean) {
  yield* Effect.provide(
    Effect.flatMap(Server.Server, ({ users }) => users.update(userId ?? "", { restrictedByAdmin })),
    server
  )
})

const withService = Testing.layer({ users: [ada] })

describe("The security middleware", () => {
  it.effect("gives handlers the session of x-stack-auth, of a bearer token and of cookies", () =>
    Effect.gen(function* () {
      const get = yield* serve
      const { accessToken, refreshToken, userId } = yield* signedIn
      const { projectId } = yield* options
      const pair = encodeURIComponent(JSON.stringify([refreshToken, accessToken]))
      const allHeaders = [
        { "x-stack-auth": JSON.stringify({ accessToken, refreshToken }) },
        { authorization: `Bearer ${accessToken}` },
        { cookie: `stack-refresh-${projectId}=${refreshToken}; stack-access=${pair}` }
      ]
      for (const headers of allHeaders) {
        const { json, status } = yield* get("/session", headers)
        assert.deepStrictEqual([status, json], [200, { userId, refreshed: false }])
      }
    }).pipe(Effect.provide(withService))
  )

  it.effect("responds with 401, a typed error and the scheme to all other requests", () =>
    Effect.gen(function* () {
      const get = yield* serve
      const { accessToken } = yield* signedIn
      const before = handled
      const wrong = [
        {},
        { authorization: "Bearer a.b.c" },
        { authorization: `Bearer ${accessToken}x` },
        { "x-stack-auth": "{" }
      ]
      for (const headers of wrong) {
        for (const path of ["/session", "/me", "/failing"]) {
          const { headers: responseHeaders, json, status } = yield* get(path, headers)
          assert.deepStrictEqual([status, json], [401, { _tag: "Unauthenticated", message: "Sign in first." }])
          assert.strictEqual(responseHeaders.get("www-authenticate"), "Bearer")
        }
      }
      assert.strictEqual(handled, before)
      assert.strictEqual((yield* get("/open")).status, 200)
    }).pipe(Effect.provide(withService))
  )

  it.effect("passes errors of a handler on, after reading the request once", () =>
    Effect.gen(function* () {
      const get = yield* serve
      const { accessToken } = yield* signedIn
      const before = handled
      const { json, status } = yield* get("/failing", { authorization: `Bearer ${accessToken}` })
      assert.deepStrictEqual([status, json], [409, { _tag: "OutOfInk", message: "There is no ink left." }])
      assert.strictEqual(handled, before + 1)
    }).pipe(Effect.provide(withService))
  )

  it.effect("refreshes once for each request, and passes the new token to the handler", () =>
    Effect.gen(function* () {
      const get = yield* serve
      const { accessToken, refreshToken, userId } = yield* signedIn
      yield* TestClock.adjust("20 minutes")
      const log = yield* Testing.RequestLog
      const before = yield* log.count("POST /api/v1/auth/oauth/token")
      const { json } = yield* get("/session", { "x-stack-auth": JSON.stringify({ accessToken, refreshToken }) })
      assert.deepStrictEqual(json, { userId, refreshed: true })
      assert.strictEqual((yield* log.count("POST /api/v1/auth/oauth/token")) - before, 1)
    }).pipe(Effect.provide(withService))
  )

  it.effect("reads the user from the service if requested, so that a deleted user is rejected at once", () =>
    Effect.gen(function* () {
      const get = yield* serve
      const { accessToken, userId } = yield* signedIn
      const headers = { authorization: `Bearer ${accessToken}` }
      const before = yield* get("/me", headers)
      assert.deepStrictEqual([before.status, before.json], [200, { id: userId, displayName: "Ada" }])
      const log = yield* Testing.RequestLog
      const asked = (yield* log.entries).length
      yield* get("/session", headers)
      assert.lengthOf(yield* log.entries, asked)
      yield* deleteUser(userId)
      assert.strictEqual((yield* get("/me", headers)).status, 401)
      assert.strictEqual((yield* get("/session", headers)).status, 200)
    }).pipe(Effect.provide(withService))
  )

  it.effect("refuses a user who was restricted after the access token was issued, until that is lifted", () =>
    Effect.gen(function* () {
      const get = yield* serve
      const { accessToken, refreshToken, userId } = yield* signedIn
      const headers = { "x-stack-auth": JSON.stringify({ accessToken, refreshToken }) }
      assert.strictEqual((yield* get("/me", headers)).status, 200)
      yield* restrict(userId, true)
      for (const sent of [headers, { authorization: `Bearer ${accessToken}` }]) {
        const { json, status } = yield* get("/me", sent)
        assert.deepStrictEqual([status, json], [401, { _tag: "Unauthenticated", message: "Sign in first." }])
      }
      yield* restrict(userId, false)
      assert.strictEqual((yield* get("/me", headers)).status, 200)
    }).pipe(Effect.provide(withService))
  )

  it.effect("admits such a user if the reader includes restricted users, with the session of the new token", () =>
    Effect.gen(function* () {
      const get = yield* serveRestricted
      const { accessToken, refreshToken, userId } = yield* signedIn
      const headers = { "x-stack-auth": JSON.stringify({ accessToken, refreshToken }) }
      yield* restrict(userId, true)
      const { json, status } = yield* get("/restriction", headers)
      assert.deepStrictEqual([status, json], [200, { ofUser: true, ofSession: true, refreshed: true }])
    }).pipe(Effect.provide(withService))
  )

  it.effect("responds with 503 after one try while the service is unreachable", () =>
    Effect.gen(function* () {
      const get = yield* serve
      const { accessToken } = yield* signedIn
      yield* (yield* Testing.Faults).add({ kind: "unavailable", path: "/api/v1/projects/*" })
      const log = yield* Testing.RequestLog
      const asked = (yield* log.entries).length
      const { headers, json, status } = yield* get("/session", { authorization: `Bearer ${accessToken}` })
      assert.strictEqual(status, 503)
      assert.strictEqual((json as { readonly _tag?: unknown })._tag, "AuthenticationUnavailable")
      assert.isNull(headers.get("www-authenticate"))
      assert.lengthOf(yield* log.entries, asked + 1)
    }).pipe(Effect.provide(withService))
  )

  it.effect("sends one refresh when it fails, whatever the number of schemes", () =>
    Effect.gen(function* () {
      const get = yield* serve
      const { accessToken, refreshToken } = yield* signedIn
      yield* TestClock.adjust("20 minutes")
      yield* (yield* Testing.Faults).add({ kind: "serverError", path: "/api/v1/auth/oauth/token" })
      const log = yield* Testing.RequestLog
      const before = yield* log.count("POST /api/v1/auth/oauth/token")
      const { status } = yield* get("/session", { "x-stack-auth": JSON.stringify({ accessToken, refreshToken }) })
      assert.strictEqual(status, 503)
      assert.strictEqual((yield* log.count("POST /api/v1/auth/oauth/token")) - before, 1)
    }).pipe(Effect.provide(withService))
  )

  it("is part of the API's document, with its schemes and errors", () => {
    const { paths, components } = OpenApi.fromApi(Api)
    assert.deepStrictEqual(Object.keys(components.securitySchemes), ["stackAuth", "bearer", "cookie"])
    assert.deepStrictEqual(
      Object.keys(paths["/session"]?.get?.responses ?? {}).filter((status) => status > "400"),
      ["401", "503"]
    )
    assert.isEmpty(paths["/open"]?.get?.security ?? [])
  })

  it("puts its errors into the error channel of the endpoint", () => {
    expectTypeOf<HttpApiMiddleware.Error<Auth.SessionRequired>>().toEqualTypeOf<
      Auth.Unauthenticated | Auth.AuthenticationUnavailable
    >()
    expectTypeOf<HttpApiMiddleware.Error<Auth.UserRequired>>().toEqualTypeOf<
      Auth.Unauthenticated | Auth.AuthenticationUnavailable
    >()
  })
})
