/** The service behind PgBouncer in transaction mode, with fewer server connections than the service opens. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { spawn, spawnSync } from "node:child_process"
import { chmodSync, writeFileSync } from "node:fs"
import { freePort } from "../free-port.mjs"
import { layerTest } from "../../service/development.ts"
import { asServer, refresh, seedWith, send, signIn, USER_ID } from "../service/fixture.ts"
import { temporaryFolder } from "../service/temporary-folder.ts"
import { query } from "./connected.ts"
import { server, temporaryDatabase } from "./server.ts"

// Debian installs PgBouncer into /usr/sbin.
const environment = { ...process.env, PATH: `${process.env["PATH"] ?? ""}:/usr/sbin` }
const isInstalled = spawnSync("pgbouncer", ["--version"], { env: environment }).status === 0
if (server !== undefined && !isInstalled) {
  process.stderr.write(
    "PgBouncer is not installed: its tests are skipped. Install it with: apt-get install pgbouncer\n"
  )
}

/** Retries until PgBouncer accepts a connection. */
const untilReady = (url: string) => Effect.eventually(Effect.sandbox(query(url, "SELECT 1")))

/** Returns the URL of a database behind PgBouncer, without `pgbouncer=true`. */
const pooledDatabase = Effect.fnUntraced(function* (ignoredParameters: string) {
  const target = new URL(yield* temporaryDatabase)
  const { folder, path } = yield* temporaryFolder
  const port = yield* Effect.promise(() => freePort())
  chmodSync(folder, 0o755)
  writeFileSync(path("users.txt"), `"${target.username}" ""\n`)
  writeFileSync(
    path("pgbouncer.ini"),
    `
[databases]
* = host=${target.hostname} port=${target.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${path("users.txt")}
pool_mode = transaction
default_pool_size = 3
ignore_startup_parameters = ${ignoredParameters}
`
  )
  yield* Effect.acquireRelease(
    Effect.sync(() =>
      // PgBouncer refuses to run as root.
      spawn("pgbouncer", [...(process.getuid?.() === 0 ? ["-u", "postgres"] : []), path("pgbouncer.ini")], {
        env: environment,
        stdio: "ignore"
      })
    ),
    (child) =>
      Effect.promise(
        () =>
          new Promise((resolve) => {
            child.once("close", resolve)
            child.kill("SIGKILL")
          })
      )
  )
  target.port = String(port)
  yield* untilReady(target.href)
  return target.href
})

const start = (database: string) => layerTest({ database, seed: seedWith() })

describe.skipIf(server === undefined || !isInstalled)("PgBouncer in transaction mode", () => {
  it.live(
    "serves every call when the URL has pgbouncer=true",
    () =>
      Effect.gen(function* () {
        const url = `${yield* pooledDatabase("extra_float_digits")}?pgbouncer=true`
        yield* Effect.gen(function* () {
          const session = yield* signIn()
          const calls = Array.from({ length: 60 }, (_, index) =>
            index % 3 === 0
              ? send("POST", "/api/v1/users", {
                  headers: asServer,
                  json: { primary_email: `user${index}@example.com` }
                })
              : index % 3 === 1
                ? send("GET", `/api/v1/users/${USER_ID}`, { headers: asServer })
                : refresh(session.refresh_token)
          )
          const answers = yield* Effect.all(calls, { concurrency: "unbounded" })
          assert.deepStrictEqual(
            answers.filter(({ status }) => status >= 300).map(({ text }) => text),
            []
          )
          const { text } = yield* send("GET", "/api/v1/users?limit=100", { headers: asServer })
          assert.include(text, "user57@example.com")
        }).pipe(Effect.provide(start(url)))
      }),
    60_000
  )

  it.live(
    "makes the service refuse to start without pgbouncer=true, with a message that names it",
    () =>
      Effect.gen(function* () {
        const url = yield* pooledDatabase("extra_float_digits")
        const { message } = yield* Effect.flip(Effect.provide(Effect.void, start(url)))
        assert.match(message, /add pgbouncer=true to the query of the URL/)
      }),
    60_000
  )
})
