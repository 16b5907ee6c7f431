import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { RequestLog } from "../../service/index.ts"
import { ada, asClient, asServer, keys, me, send, service, signIn, withToken } from "./fixture.ts"

const override = { "x-stack-override-error-status": "true" }

describe("answers", () => {
  it.effect("have an id of their own and are stored and guessed at nowhere", () =>
    Effect.gen(function*() {
      const ids = new Set<string | undefined>()
      for (const path of ["/health", "/api/v1/users/me", "/api/v1/nothing"]) {
        const { headers } = yield* send("GET", path)
        assert.match(headers["x-stack-request-id"] ?? "", /^[0-9a-z]{16}$/)
        assert.strictEqual(headers["cache-control"], "no-store, max-age=0")
        assert.strictEqual(headers["x-content-type-options"], "nosniff", "ASVS 3.4.4")
        ids.add(headers["x-stack-request-id"])
      }
      assert.strictEqual(ids.size, 3)
    }).pipe(Effect.provide(service())))

  it.effect("are JSON, indented for people", () =>
    Effect.gen(function*() {
      const plain = yield* send("GET", "/health")
      assert.strictEqual(plain.headers["content-type"], "application/json")
      assert.strictEqual(plain.text, `{"status":"ok"}`)
      const indented = yield* send("GET", "/health", { headers: { accept: "text/html,*/*" } })
      assert.strictEqual(indented.text, `{\n  "status": "ok"\n}`)
    }).pipe(Effect.provide(service())))

  it.effect("hide the status of errors from those who ask for it, and only of errors", () =>
    Effect.gen(function*() {
      const known = yield* send("GET", "/api/v1/users/me", { headers: override })
      assert.deepStrictEqual([known.status, known.headers["x-stack-actual-status"]], [200, "400"])
      assert.strictEqual(known.code, "ACCESS_TYPE_REQUIRED")
      const plain = yield* send("GET", "/api/v1/nothing", { headers: { "x-stack-override-error-status": "" } })
      const presence = "the header's presence counts"
      assert.deepStrictEqual([plain.status, plain.headers["x-stack-actual-status"]], [200, "404"], presence)
      const fine = yield* send("GET", "/health", { headers: override })
      assert.deepStrictEqual([fine.status, fine.headers["x-stack-actual-status"]], [200, undefined])
    }).pipe(Effect.provide(service())))

  it.effect("let pages of any origin call", () =>
    Effect.gen(function*() {
      const preflight = yield* send("OPTIONS", "/api/v1/users/me", {
        headers: { origin: "https://app.example", "access-control-request-method": "PATCH" }
      })
      assert.strictEqual(preflight.status, 204)
      assert.strictEqual(preflight.headers["access-control-allow-origin"], "*")
      assert.strictEqual(preflight.headers["access-control-max-age"], "86400")
      assert.notProperty(preflight.headers, "access-control-allow-credentials")
      for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
        assert.include(preflight.headers["access-control-allow-methods"], method)
      }
      const allowed = preflight.headers["access-control-allow-headers"]?.split(", ") ?? []
      for (
        const header of [
          "content-type",
          "authorization",
          "x-stack-override-error-status",
          "x-stack-random-nonce",
          "x-stack-client-version",
          "x-stack-project-id",
          "x-stack-access-type",
          "x-stack-publishable-client-key",
          "x-stack-secret-server-key",
          "x-stack-super-secret-admin-key",
          "x-stack-admin-access-token",
          "x-stack-access-token",
          "x-stack-refresh-token"
        ]
      ) {
        assert.include(allowed, header)
      }
      for (const path of ["/health", "/api/v1/users/me", "/api/v1/nothing"]) {
        const { headers } = yield* send("GET", path)
        assert.strictEqual(headers["access-control-allow-origin"], "*")
        for (const exposed of ["content-type", "x-stack-actual-status", "x-stack-known-error", "retry-after"]) {
          assert.include(headers["access-control-expose-headers"], exposed)
        }
      }
    }).pipe(Effect.provide(service())))
})

describe("the names that the service answers to", () => {
  const get = (host: string) => Effect.map(send("GET", "/health", { headers: { host } }), ({ status }) => status)

  it.effect("are those of this machine, and more when they are allowed", () =>
    Effect.gen(function*() {
      const own = ["localhost", "LOCALHOST:8102", "app.localhost:1", "127.0.0.1:8102", "127.1.2.3", "[::1]:1"]
      for (const host of [...own, "localhost.", "host.docker.internal:8102"]) {
        assert.strictEqual(yield* get(host), 200, host)
      }
      const names = ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "evil.example:8102"]
      for (const host of [...names, "", "[::2]", "192.168.0.1", "localhost@evil.example", "notlocalhost"]) {
        assert.strictEqual(yield* get(host), 403, host)
      }
    }).pipe(Effect.provide(service({}, { allowedHosts: ["host.docker.internal"] }))))

  it.effect("are all names where nobody reaches it through a port", () =>
    Effect.gen(function*() {
      assert.strictEqual(yield* get("service.test"), 200)
    }).pipe(Effect.provide(service())))
})

describe("the request log", () => {
  it.effect("tells what was asked and answered, and holds no secret", () =>
    Effect.gen(function*() {
      const log = yield* RequestLog
      const seen: Array<string> = []
      const stop = log.subscribe(({ route }) => seen.push(route))
      yield* TestClock.adjust("5 seconds")
      const { access_token, refresh_token } = yield* signIn()
      yield* me(withToken(access_token, asServer))
      yield* send("GET", "/api/v1/users/me?token=secret-in-the-query", { headers: { ...asClient, ...override } })
      yield* send("GET", "/api/v1/nothing?token=secret-in-the-query")
      stop()
      yield* send("GET", "/health")
      const entries = yield* log.entries
      assert.deepStrictEqual(entries.map(({ code, method, route, status }) => `${method} ${route} ${status} ${code}`), [
        "POST /api/v1/auth/password/sign-in 200 null",
        "GET /api/v1/users/me 200 null",
        "GET /api/v1/users/me 400 SCHEMA_ERROR",
        "GET /api/v1/nothing 404 null",
        "GET /health 200 null"
      ])
      assert.strictEqual(seen.length, 4)
      assert.strictEqual(entries[0]?.at.getTime(), 5000)
      for (const secret of [access_token, refresh_token, ada.password, keys.secretServerKey, "secret-in-the-query"]) {
        assert.notInclude(JSON.stringify(entries), secret)
      }
      assert.strictEqual(yield* log.count("GET /api/v1/users/me"), 2)
      yield* log.clear
      assert.deepStrictEqual(yield* log.entries, [])
    }).pipe(Effect.provide(service())))

  it.effect("keeps the last thousand", () =>
    Effect.gen(function*() {
      const log = yield* RequestLog
      for (let index = 0; index < 1010; index++) yield* send("GET", `/${index}`)
      const entries = yield* log.entries
      assert.deepStrictEqual([entries.length, entries[0]?.route, entries[999]?.route], [1000, "/10", "/1009"])
    }).pipe(Effect.provide(service())))
})
