/** Requests while the connection pool is exhausted. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer } from "effect"
import type { Client } from "pg"
import { layerTest } from "../../service/development.ts"
import { MAX_CONNECTIONS } from "../../service/sql/postgres-errors.ts"
import { asServer, seedWith, send, USER_ID } from "../service/fixture.ts"
import { connectTo } from "./connected.ts"
import { server, directDatabase } from "./server.ts"
import { collectLog } from "../service/collect-log.ts"

/** Waits until this number of connections is blocked by a lock of `client`. */
const untilBlocked = (client: Client, count: number): Effect.Effect<void> =>
  Effect.flatMap(
    Effect.promise(() =>
      client.query("SELECT 1 FROM pg_locks WHERE relation = 'contact_channels'::regclass AND NOT granted")
    ),
    ({ rows }) => (rows.length >= count ? Effect.void : untilBlocked(client, count))
  )

const getUser = send("GET", `/api/v1/users/${USER_ID}`, { headers: asServer })

describe.skipIf(server === undefined)("an exhausted connection pool", () => {
  it.live(
    "responds with 503 with Retry-After, and the log names the pool",
    () =>
      Effect.gen(function* () {
        const url = yield* directDatabase
        const { lines, logger } = collectLog()
        yield* Effect.gen(function* () {
          const lock = yield* connectTo(url)
          yield* Effect.promise(() => lock.query("BEGIN; LOCK TABLE contact_channels IN ACCESS EXCLUSIVE MODE"))
          const waiting = yield* Effect.forkChild(
            Effect.all(
              Array.from({ length: MAX_CONNECTIONS }, () => getUser),
              { concurrency: "unbounded" }
            ),
            { startImmediately: true }
          )
          yield* untilBlocked(lock, MAX_CONNECTIONS)
          const { headers, status } = yield* getUser
          assert.deepStrictEqual([status, headers["retry-after"]], [503, "1"])
          assert.lengthOf(lines, 1)
          assert.include(lines[0], `all ${MAX_CONNECTIONS} connections of this process are in use`)
          yield* Effect.promise(() => lock.query("COMMIT"))
          assert.deepStrictEqual(
            (yield* Fiber.join(waiting)).map((response) => response.status),
            Array.from({ length: MAX_CONNECTIONS }, () => 200)
          )
        }).pipe(Effect.provide(Layer.merge(layerTest({ database: url, seed: seedWith() }), logger)))
      }),
    30_000
  )
})
