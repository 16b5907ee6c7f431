/** Headers and format that all responses share. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { send, service, signIn, updateMe, withToken } from "../fixture.ts"

const override = { "x-stack-override-error-status": "true" }

describe("responses", () => {
  it.effect("have a unique id, and are neither cached nor sniffed", () =>
    Effect.gen(function* () {
      const ids = new Set<string | undefined>()
      for (const path of ["/health", "/api/v1/users/me", "/api/v1/nothing"]) {
        const { headers } = yield* send("GET", path)
        assert.match(headers["x-stack-request-id"] ?? "", /^[0-9a-z]{16}$/)
        assert.strictEqual(headers["cache-control"], "no-store, max-age=0")
        assert.strictEqual(headers["x-content-type-options"], "nosniff", "ASVS 3.4.4")
        ids.add(headers["x-stack-request-id"])
      }
      assert.strictEqual(ids.size, 3)
    }).pipe(Effect.provide(service()))
  )

  it.effect("are indented JSON", () =>
    Effect.gen(function* () {
      const plain = yield* send("GET", "/health")
      assert.strictEqual(plain.headers["content-type"], "application/json")
      assert.strictEqual(plain.text, `{"status":"ok"}`)
      const indented = yield* send("GET", "/health", { headers: { accept: "text/html,*/*" } })
      assert.strictEqual(indented.text, `{\n  "status": "ok"\n}`)
    }).pipe(Effect.provide(service()))
  )

  it.effect("are indented only up to 20,000 characters", () =>
    Effect.gen(function* () {
      const headers = withToken((yield* signIn()).access_token)
      const readMetadata = Effect.fnUntraced(function* (numbers: number) {
        let metadata: unknown = Array(numbers).fill(1)
        for (let depth = 1; depth < 90; depth++) metadata = [metadata]
        assert.strictEqual((yield* updateMe(headers, { client_metadata: metadata })).status, 200)
        return yield* send("GET", "/api/v1/users/me", { headers: { ...headers, accept: "text/html" } })
      })
      const short = yield* readMetadata(9000)
      assert.strictEqual(short.text, JSON.stringify(short.json, null, 2))
      const long = yield* readMetadata(10_000)
      assert.strictEqual(long.text, JSON.stringify(long.json))
    }).pipe(Effect.provide(service()))
  )

  it.effect("hide the status of errors on request, and only of errors", () =>
    Effect.gen(function* () {
      const known = yield* send("GET", "/api/v1/users/me", { headers: override })
      assert.deepStrictEqual([known.status, known.headers["x-stack-actual-status"]], [200, "400"])
      assert.strictEqual(known.code, "ACCESS_TYPE_REQUIRED")
      const plain = yield* send("GET", "/api/v1/nothing", { headers: { "x-stack-override-error-status": "" } })
      const presence = "the header's presence counts"
      assert.deepStrictEqual([plain.status, plain.headers["x-stack-actual-status"]], [200, "404"], presence)
      const fine = yield* send("GET", "/health", { headers: override })
      assert.deepStrictEqual([fine.status, fine.headers["x-stack-actual-status"]], [200, undefined])
    }).pipe(Effect.provide(service()))
  )

  it.effect("allow cross-origin requests from any page", () =>
    Effect.gen(function* () {
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
      for (const header of [
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
      ]) {
        assert.include(allowed, header)
      }
      for (const path of ["/health", "/api/v1/users/me", "/api/v1/nothing"]) {
        const { headers } = yield* send("GET", path)
        assert.strictEqual(headers["access-control-allow-origin"], "*")
        for (const exposed of ["content-type", "x-stack-actual-status", "x-stack-known-error", "retry-after"]) {
          assert.include(headers["access-control-expose-headers"], exposed)
        }
      }
    }).pipe(Effect.provide(service()))
  )
})
