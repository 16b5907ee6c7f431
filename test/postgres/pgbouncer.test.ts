/** The service behind PgBouncer in transaction mode, with fewer server connections than the service opens. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { layerTest } from "../../service/development.ts"
import { asServer, refresh, seedWith, send, signIn, USER_ID } from "../service/fixture.ts"
import { command, isInstalled, startPgBouncer } from "./pgbouncer-server.mjs"
import { directDatabase, server } from "./server.ts"

const isPoolerInstalled = isInstalled()
if (server !== undefined && !isPoolerInstalled)
  process.stderr.write(`PgBouncer is not installed: its tests are skipped. Install it with: ${command}\n`)

/** Returns the URL of a database behind PgBouncer, without `pgbouncer=true`. */
const pooledDatabase = Effect.gen(function* () {
  const direct = yield* directDatabase
  const { url } = yield* Effect.acquireRelease(
    Effect.promise(() => startPgBouncer(direct)),
    ({ stop }) => Effect.promise(stop)
  )
  return url
})

const start = (database: string) => layerTest({ database, seed: seedWith() })

describe.skipIf(server === undefined || !isPoolerInstalled)("PgBouncer in transaction mode", () => {
  it.live(
    "serves every call when the URL has pgbouncer=true",
    () =>
      Effect.gen(function* () {
        const url = `${yield* pooledDatabase}?pgbouncer=true`
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
          const responses = yield* Effect.all(calls, { concurrency: "unbounded" })
          assert.deepStrictEqual(
            responses.filter(({ status }) => status >= 300).map(({ text }) => text),
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
        const url = yield* pooledDatabase
        const { message } = yield* Effect.flip(Effect.provide(Effect.void, start(url)))
        assert.match(message, /add pgbouncer=true to the query of the URL/)
      }),
    60_000
  )
})
