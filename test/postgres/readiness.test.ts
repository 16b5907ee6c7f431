/** The readiness of the service in production during an outage of PostgreSQL. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { Metrics } from "../../service/operations/metrics.ts"
import { layer } from "../../service/production.ts"
import { readConfiguration } from "../../service/production/read-configuration.ts"
import { send } from "../service/fixture.ts"
import { findPrograms, startServer } from "./postgres-server.mjs"
import { server } from "./server.ts"

const headers = { host: "auth.example.com" }

const ready = Effect.map(send("GET", "/readyz"), ({ json, status }) => ({ status, reason: Object(json).reason }))

describe.skipIf(server === undefined || findPrograms() === undefined)("readiness on PostgreSQL", () => {
  it.live(
    "is lost with the server and returns with it, and metrics show the pool",
    () =>
      Effect.gen(function* () {
        const own = yield* Effect.acquireRelease(
          Effect.promise(() => startServer({ isSafe: true })),
          ({ stop }) => Effect.sync(stop)
        )
        const { configuration } = yield* readConfiguration({
          flags: {},
          environment: {
            KEYSTILE_PUBLIC_URL: "https://auth.example.com",
            KEYSTILE_DB: own.url,
            KEYSTILE_SECRETS: "8ebf9b8c1d0a4f7e92b3c6d5e4f3a2b1c0d9e8f7",
            KEYSTILE_MAIL: "log"
          }
        })
        yield* Effect.gen(function* () {
          assert.deepStrictEqual(yield* ready, { status: 200, reason: undefined })
          assert.match(yield* (yield* Metrics).format, /^keystile_database_pool\{state="open"\} [1-9]/m)
          own.kill()
          yield* Effect.repeat(ready, { until: ({ status }) => status === 503 })
          assert.deepStrictEqual(yield* ready, { status: 503, reason: "database" })
          const during = yield* send("GET", "/health?db=1", { headers })
          assert.deepStrictEqual([during.status, during.headers["retry-after"]], [503, "1"])
          assert.strictEqual((yield* send("GET", "/livez")).status, 200)
          own.start()
          yield* Effect.repeat(ready, { until: ({ status }) => status === 200 })
          assert.strictEqual((yield* send("GET", "/health?db=1", { headers })).status, 200)
        }).pipe(Effect.provide(layer(configuration)))
      }).pipe(Effect.scoped),
    60_000
  )
})
