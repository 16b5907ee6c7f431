/** The request log of a service. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { RequestLog } from "../../../service/index.ts"
import { ada, asClient, asServer, keys, me, send, service, signIn, withToken } from "../fixture.ts"

const override = { "x-stack-override-error-status": "true" }

describe("the request log", () => {
  it.effect("records requests and responses without secrets", () =>
    Effect.gen(function* () {
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
      assert.deepStrictEqual(
        entries.map(({ code, method, route, status }) => `${method} ${route} ${status} ${code}`),
        [
          "POST /api/v1/auth/password/sign-in 200 null",
          "GET /api/v1/users/me 200 null",
          "GET /api/v1/users/me 400 SCHEMA_ERROR",
          "GET /api/v1/nothing 404 null",
          "GET /health 200 null"
        ]
      )
      assert.strictEqual(seen.length, 4)
      assert.strictEqual(entries[0]?.at.getTime(), 5000)
      for (const secret of [access_token, refresh_token, ada.password, keys.secretServerKey, "secret-in-the-query"]) {
        assert.notInclude(JSON.stringify(entries), secret)
      }
      assert.strictEqual(yield* log.count("GET /api/v1/users/me"), 2)
      yield* log.clear
      assert.deepStrictEqual(yield* log.entries, [])
    }).pipe(Effect.provide(service()))
  )

  it.effect("has the details of a request without its secrets", () =>
    Effect.gen(function* () {
      const log = yield* RequestLog
      const { access_token } = yield* signIn()
      yield* send("PATCH", "/api/v1/users/me?limit=5&after_callback_redirect_url=https://hunter2.example", {
        headers: {
          ...withToken(access_token, asServer),
          cookie: "session=hunter2",
          "x-of-a-proxy": "hunter2",
          "user-agent": "Notes/1.0"
        },
        json: {
          display_name: "hunter2",
          password: "hunter2",
          totp_secret_base64: null,
          otp_auth_enabled: true,
          client_metadata: { list: ["hunter2", 7], deep: { text: "hunter2" } }
        }
      })
      const entries = yield* log.entries
      const detail = yield* log.detail(entries.at(-1)?.id ?? "")
      assert.strictEqual(detail?.target, "/api/v1/users/me?limit=5&after_callback_redirect_url=REDACTED")
      const headers = Object.fromEntries(detail?.requestHeaders ?? [])
      assert.deepInclude(headers, {
        "x-stack-access-type": "server",
        "x-stack-project-id": asServer["x-stack-project-id"],
        "user-agent": "Notes/1.0",
        "x-stack-secret-server-key": null,
        "x-stack-access-token": null,
        "x-of-a-proxy": null,
        cookie: null
      })
      assert.deepStrictEqual(JSON.parse(detail?.body?.text ?? ""), {
        display_name: "REDACTED",
        password: "REDACTED",
        totp_secret_base64: null,
        otp_auth_enabled: true,
        client_metadata: { list: ["REDACTED", "REDACTED"], deep: { text: "REDACTED" } }
      })
      assert.strictEqual(Object.fromEntries(detail?.responseHeaders ?? [])["x-stack-request-id"], entries.at(-1)?.id)
      const texts = JSON.stringify(yield* Effect.forEach(entries, ({ id }) => log.detail(id)))
      for (const secret of [access_token, ada.password, keys.secretServerKey, "hunter2"]) {
        assert.notInclude(texts, secret)
      }
      assert.isNull(yield* log.detail("of another request"))
    }).pipe(Effect.provide(service()))
  )

  it.effect("bounds the details of oversized requests", () =>
    Effect.gen(function* () {
      const log = yield* RequestLog
      yield* send("GET", `/${"a".repeat(9000)}?${"b=c&".repeat(9000)}`)
      yield* send("GET", "http://ada:password@service.example/users")
      yield* send("POST", "/api/v1/auth/password/sign-in", {
        headers: { ...asClient, "x-`reboot`": "1", "user-agent": "u".repeat(9000) },
        json: Array.from({ length: 9000 }, () => "secret")
      })
      yield* send("POST", "/api/v1/auth/password/sign-in", {
        headers: { ...asClient, "content-type": "application/json" },
        body: `{"__proto__":${"[".repeat(20)}"hunter2"${"]".repeat(20)}}`
      })
      const details = yield* Effect.forEach(yield* log.entries, ({ id }) => log.detail(id))
      assert.strictEqual(details[3]?.body?.text, `{"__proto__":${"[".repeat(9)}"REDACTED"${"]".repeat(9)}}`)
      assert.strictEqual(details[0]?.target.length, 4000)
      assert.strictEqual(details[1]?.target, "/")
      assert.strictEqual(details[2]?.body?.text.length, 4000)
      const headers = Object.fromEntries(details[2]?.requestHeaders ?? [])
      assert.strictEqual(headers["user-agent"]?.length, 4000)
      assert.notProperty(headers, "x-`reboot`")
      assert.notInclude(JSON.stringify(details), "password@")
    }).pipe(Effect.provide(service()))
  )

  it.effect("keeps the last thousand requests", () =>
    Effect.gen(function* () {
      const log = yield* RequestLog
      for (let index = 0; index < 1010; index++) yield* send("GET", `/${index}`)
      const entries = yield* log.entries
      assert.deepStrictEqual([entries.length, entries[0]?.route, entries[999]?.route], [1000, "/10", "/1009"])
    }).pipe(Effect.provide(service()))
  )
})
