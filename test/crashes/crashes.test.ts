/** `kill -9` at random moments under load: `KEYSTILE_CRASHES` says how often, 3 times if it is not set. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { DatabaseSync } from "node:sqlite"
import { Client } from "pg"
import { findPrograms, startServer } from "../../scripts/test/postgres.mjs"
import { temporaryFolder } from "../service/temporary-folder.ts"
import { crash } from "./crash.ts"

const times = Number(process.env["KEYSTILE_CRASHES"] ?? 3)
const timeout = 60_000 + times * 60_000

describe("what a service has answered", () => {
  it.live(
    `outlives ${times} deaths of the service, in a file`,
    () =>
      Effect.gen(function* () {
        const { folder, path } = yield* temporaryFolder
        const database = path("keystile.db")
        const check = Effect.sync(() => {
          const file = new DatabaseSync(database)
          assert.deepStrictEqual(
            file
              .prepare("PRAGMA integrity_check")
              .all()
              .map((row) => ({ ...row })),
            [{ integrity_check: "ok" }]
          )
          assert.deepStrictEqual(file.prepare("PRAGMA foreign_key_check").all(), [])
          file.close()
        })
        const { teams, users, webhooks } = yield* crash(
          { database, kill: Effect.void, restart: Effect.void, check },
          folder,
          times
        )
        assert.isAbove(users, 0)
        assert.isAbove(teams, 0)
        assert.isAbove(webhooks, 0)
        yield* Effect.logInfo(`${times} kills, ${users} users, ${teams} teams, ${webhooks} webhooks, nothing lost`)
      }),
    timeout
  )

  it.live.skipIf(findPrograms() === undefined)(
    `outlives ${times} deaths of the service and of its PostgreSQL`,
    () =>
      Effect.gen(function* () {
        const { folder } = yield* temporaryFolder
        const server = yield* Effect.acquireRelease(
          Effect.promise(() => startServer({ isSafe: true })),
          (server) => Effect.sync(server.stop)
        )
        const storage = {
          database: server.url,
          kill: Effect.sync(server.kill),
          restart: Effect.sync(server.start),
          check: Effect.promise(async () => {
            const client = new Client({ connectionString: server.url })
            await client.connect()
            const { rows } = await client.query("SELECT count(*) AS n FROM users")
            assert.isAtLeast(Number(rows[0]?.n), 0)
            await client.end()
          })
        }
        const { teams, users, webhooks } = yield* crash(storage, folder, times)
        assert.isAbove(users, 0)
        assert.isAbove(teams, 0)
        assert.isAbove(webhooks, 0)
        yield* Effect.logInfo(
          `${times} kills of both, ${users} users, ${teams} teams, ${webhooks} webhooks, nothing lost`
        )
      }),
    timeout
  )
})
