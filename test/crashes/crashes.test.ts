/** `kill -9` at random moments under load. `KEYSTILE_CRASHES` sets the number of crashes. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { DatabaseSync } from "node:sqlite"
import { Client } from "pg"
import { findPrograms, startServer } from "../postgres/postgres-server.mjs"
import { temporaryFolder } from "../service/temporary-folder.ts"
import { crash } from "./crash.ts"
import { programs } from "./programs.ts"

describe.each(programs)("acknowledged writes of $name", (program) => {
  const times = Number(process.env["KEYSTILE_CRASHES"] ?? program.crashes)
  // Most of a run with few crashes is the start of the programs and the last webhooks and mails.
  const timeout = 240_000 + times * 60_000

  it.live(
    "survive crashes on a SQLite file",
    () =>
      Effect.gen(function* () {
        const { path } = yield* temporaryFolder
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
        const { sentAgain, teams, users, webhooks } = yield* crash(
          program,
          { database, kill: Effect.void, restart: Effect.void, check },
          times
        )
        assert.isAbove(users, 0)
        assert.isAbove(teams, 0)
        assert.isAbove(webhooks, 0)
        assert.isAbove(sentAgain, 0)
        yield* Effect.logInfo(`${times} kills, ${users} users, ${teams} teams, ${webhooks} webhooks, nothing lost`)
      }),
    timeout
  )

  it.live.skipIf(findPrograms() === undefined)(
    "survive crashes together with those of PostgreSQL",
    () =>
      Effect.gen(function* () {
        const server = yield* Effect.acquireRelease(
          Effect.promise(() => startServer({ isSafe: true })),
          (server) => Effect.sync(server.stop)
        )
        const storage = {
          database: `${server.url}?schema=keystile`,
          kill: Effect.sync(server.kill),
          restart: Effect.sync(server.start),
          check: Effect.promise(async () => {
            const client = new Client({ connectionString: server.url })
            await client.connect()
            const { rows } = await client.query("SELECT count(*) AS n FROM keystile.users")
            assert.isAtLeast(Number(rows[0]?.n), 0)
            await client.end()
          })
        }
        const { sentAgain, teams, users, webhooks } = yield* crash(program, storage, times)
        assert.isAbove(users, 0)
        assert.isAbove(teams, 0)
        assert.isAbove(webhooks, 0)
        assert.isAbove(sentAgain, 0)
        yield* Effect.logInfo(
          `${times} kills of both, ${users} users, ${teams} teams, ${webhooks} webhooks, nothing lost`
        )
      }),
    timeout
  )
})
