/** An outage of the database. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { findPrograms, startServer } from "./postgres-server.mjs"
import { layerTest } from "../../service/development.ts"
import { MAX_CONNECTIONS } from "../../service/sql/postgres-errors.ts"
import { ada, asClient, asServer, refresh, seedWith, send, signIn, USER_ID } from "../service/fixture.ts"
import { server } from "./server.ts"
import { randomUUID } from "node:crypto"
import { collectLog } from "../service/collect-log.ts"

/** The server's time limit for a statement, in milliseconds. The client waits 5 seconds longer. */
const STATEMENT_TIMEOUT = 3000

const acquireServer = Effect.acquireRelease(
  Effect.promise(() => startServer({ isSafe: true })),
  ({ stop }) => Effect.sync(stop)
)

describe.skipIf(server === undefined || findPrograms() === undefined)("an outage of PostgreSQL", () => {
  it.live(
    "is logged in one line, and requests succeed again after it",
    () =>
      Effect.gen(function* () {
        const own = yield* acquireServer
        const { lines, logger } = collectLog()
        yield* Effect.gen(function* () {
          const session = yield* signIn()
          const attempt = Effect.map(
            send("POST", "/api/v1/auth/password/sign-in", { headers: asClient, json: ada }),
            ({ headers, status }) => [status, headers["retry-after"]]
          )
          const inConsole = Effect.map(send("GET", "/_keystile/projects"), ({ headers, status, text }) => [
            status,
            headers["retry-after"],
            /"error"/.test(text)
          ])
          own.kill()
          for (let count = 0; count < 5; count++) assert.deepStrictEqual(yield* attempt, [503, "1"])
          assert.deepStrictEqual(yield* inConsole, [503, "1", true])
          own.start()
          assert.deepStrictEqual(yield* attempt, [200, undefined])
          assert.deepStrictEqual(yield* inConsole, [200, undefined, false])
          assert.strictEqual((yield* refresh(session.refresh_token)).status, 200)
          assert.lengthOf(lines, 2, lines.join("\n"))
          assert.match(lines[0] ?? "", /^The database refuses statements: [^\n]+ Requests that need them fail with 503/)
          assert.strictEqual(lines[1], "The database takes statements again.")
        }).pipe(Effect.provide(layerTest({ database: own.url, seed: seedWith() })), Effect.provide(logger))
      }),
    60_000
  )

  it.live(
    "ends for a process whose server was suspended, although no connection was closed",
    () =>
      Effect.gen(function* () {
        const own = yield* acquireServer
        const { lines, logger } = collectLog()
        const database = `${own.url}?statement_timeout=${STATEMENT_TIMEOUT}`
        yield* Effect.gen(function* () {
          const email = () => `${randomUUID()}@example.com`
          // Half of them run in a transaction.
          const requests = Effect.all(
            Array.from({ length: MAX_CONNECTIONS }, (_, index) =>
              index % 2 === 0
                ? send("GET", `/api/v1/users/${USER_ID}`, { headers: asServer })
                : send("POST", "/api/v1/users", { headers: asServer, json: { primary_email: email() } })
            ),
            { concurrency: "unbounded" }
          )
          const statuses = Effect.map(requests, (all) => new Set(all.map(({ status }) => status)))
          assert.deepStrictEqual(yield* statuses, new Set([200, 201]))
          yield* Effect.scoped(
            Effect.gen(function* () {
              yield* Effect.acquireRelease(Effect.sync(own.suspend), () => Effect.sync(own.resume))
              const refused = yield* requests
              for (const { headers, status } of refused) {
                assert.deepStrictEqual([status, headers["retry-after"]], [503, "1"])
              }
            })
          )
          assert.deepStrictEqual(yield* statuses, new Set([200, 201]))
          assert.lengthOf(lines, 2, lines.join("\n"))
          assert.include(lines[0], "The database refuses statements: no server responds there in time.")
          assert.strictEqual(lines[1], "The database takes statements again.")
        }).pipe(Effect.provide(layerTest({ database, seed: seedWith() })), Effect.provide(logger))
      }),
    60_000
  )
})
