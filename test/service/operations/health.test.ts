/** The probes of load balancers: `/livez` and `/readyz`. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import * as Drain from "../../../service/operations/drain.ts"
import * as Readiness from "../../../service/operations/readiness.ts"
import * as Database from "../../../service/sql/database.ts"
import { send } from "../fixture.ts"
import { host, inProduction } from "./observed-service.ts"

describe("the probes", () => {
  it.live("respond under any host, and with a query", () =>
    inProduction(
      {},
      Effect.gen(function* () {
        for (const other of [host, "10.0.0.7:8102", ""]) {
          const headers = { host: other }
          assert.deepInclude(yield* send("GET", "/livez", { headers }), { status: 200, text: `{"status":"ok"}` })
          assert.deepInclude(yield* send("GET", "/readyz?now", { headers }), {
            status: 200,
            text: `{"status":"ready"}`
          })
          assert.strictEqual((yield* send("HEAD", "/readyz", { headers })).status, 200)
        }
        assert.strictEqual((yield* send("POST", "/readyz", { headers: { host } })).status, 404)
        assert.strictEqual((yield* send("GET", "/metrics", { headers: { host } })).status, 404)
      })
    )
  )

  it.live("report a service that stops as alive and not ready, while it still responds", () =>
    inProduction(
      {},
      Effect.gen(function* () {
        yield* (yield* Drain.Drain).begin
        const { headers, json, status } = yield* send("GET", "/readyz")
        assert.deepStrictEqual([status, json], [503, { status: "not ready", reason: "draining" }])
        assert.strictEqual(headers["retry-after"], "1")
        assert.strictEqual((yield* send("GET", "/livez")).status, 200)
        assert.strictEqual((yield* send("GET", "/health", { headers: { host } })).status, 200)
      })
    )
  )
})

const readiness = Readiness.layer.pipe(
  Layer.provideMerge(Layer.merge(Drain.layer, Layer.orDie(Database.layer(Database.MEMORY))))
)

describe("readiness", () => {
  it.effect("needs all migrations of this version, and accepts those of a newer one", () =>
    Effect.gen(function* () {
      const { problem } = yield* Readiness.Readiness
      const sql = yield* SqlClient.SqlClient
      assert.isNull(yield* problem)
      yield* sql`INSERT INTO migrations (migration_id, name) VALUES (9999, 'of_the_future')`
      yield* TestClock.adjust("2 seconds")
      assert.isNull(yield* problem)
      yield* sql`DELETE FROM migrations WHERE migration_id IN (1, 9999)`
      yield* TestClock.adjust("2 seconds")
      assert.strictEqual(yield* problem, "migrations")
    }).pipe(Effect.provide(readiness))
  )

  it.effect("asks the database once a second at most", () =>
    Effect.gen(function* () {
      const { problem } = yield* Readiness.Readiness
      const sql = yield* SqlClient.SqlClient
      assert.isNull(yield* problem)
      yield* sql`DELETE FROM migrations WHERE migration_id = 1`
      yield* TestClock.adjust("900 millis")
      assert.isNull(yield* problem)
      yield* TestClock.adjust("200 millis")
      assert.strictEqual(yield* problem, "migrations")
    }).pipe(Effect.provide(readiness))
  )

  it.effect("is lost with the database, and returns with it", () =>
    Effect.gen(function* () {
      const { problem } = yield* Readiness.Readiness
      const sql = yield* SqlClient.SqlClient
      yield* sql`ALTER TABLE migrations RENAME COLUMN name TO lost`
      assert.strictEqual(yield* problem, "database")
      yield* sql`ALTER TABLE migrations RENAME COLUMN lost TO name`
      yield* TestClock.adjust("2 seconds")
      assert.isNull(yield* problem)
    }).pipe(Effect.provide(readiness))
  )
})
