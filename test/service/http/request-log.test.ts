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

  it.effect("keeps the last thousand requests", () =>
    Effect.gen(function* () {
      const log = yield* RequestLog
      for (let index = 0; index < 1010; index++) yield* send("GET", `/${index}`)
      const entries = yield* log.entries
      assert.deepStrictEqual([entries.length, entries[0]?.route, entries[999]?.route], [1000, "/10", "/1009"])
    }).pipe(Effect.provide(service()))
  )
})
