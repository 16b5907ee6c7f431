/** Several processes of `examples/effect-one-deployment`, each with the service mounted, on one PostgreSQL schema. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { seedDatabase } from "../cli/serve-cluster.ts"
import { launchEffectExample, startEffectExample } from "../examples/effect-one-deployment.ts"
import { MOUNT_PATH } from "../examples/installation.ts"
import { freePort } from "../free-port.mjs"
import { keys, PROJECT_ID } from "../service/fixture.ts"
import { makeRawClient } from "../service/raw-client.ts"
import { query } from "./connected.ts"
import { directDatabase, server } from "./server.ts"

const PROCESSES = 3
const password = "correct horse"
const secrets = "8ebf9b8c1d0a4f7e92b3c6d5e4f3a2b1c0d9e8f7"

/** The environment of a process on a schema of the database, and the URL of its service. */
const newProcess = Effect.fnUntraced(function* (database: string) {
  const port = yield* Effect.promise(() => freePort())
  const url = `http://127.0.0.1:${port}${MOUNT_PATH}`
  const environment = {
    PORT: String(port),
    KEYSTILE_PUBLIC_URL: url,
    KEYSTILE_DB: `${database}?schema=keystile`,
    KEYSTILE_SECRETS: secrets,
    KEYSTILE_MAIL: "log",
    NEXT_PUBLIC_STACK_API_URL: url,
    NEXT_PUBLIC_STACK_PROJECT_ID: PROJECT_ID,
    NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY: keys.publishableClientKey,
    STACK_SECRET_SERVER_KEY: keys.secretServerKey
  }
  return { environment, port, url }
})

const migrationsIn = (database: string) =>
  query(database, "SELECT migration_id, name FROM keystile.migrations ORDER BY migration_id")

describe.skipIf(server === undefined)("processes with a mounted service on one schema", () => {
  it.live("apply each migration once when they start at the same time, and accept each other's sessions", () =>
    Effect.gen(function* () {
      const database = yield* directDatabase
      const processes = yield* Effect.all(Array.from({ length: PROCESSES }, () => newProcess(database)))
      yield* Effect.forEach(processes, ({ environment }) => startEffectExample(environment), { concurrency: PROCESSES })

      const alone = yield* directDatabase
      yield* seedDatabase({ database: `${alone}?schema=keystile` })
      assert.deepStrictEqual(yield* migrationsIn(database), yield* migrationsIn(alone))

      yield* seedDatabase({ database: `${database}?schema=keystile`, secrets: [Redacted.make(secrets)] })
      const [first, ...others] = processes
      assert.isDefined(first)
      const session = yield* makeRawClient(first.url).signUp("grace@example.com", password)
      for (const { port, url } of others) {
        assert.strictEqual((yield* makeRawClient(url).refresh(session.refresh_token)).status, 200)
        const response = yield* Effect.promise(() =>
          fetch(`http://127.0.0.1:${port}/api/me`, { headers: { authorization: `Bearer ${session.access_token}` } })
        )
        const body = yield* Effect.promise(() => response.json())
        assert.deepStrictEqual(body, { id: session.user_id, email: "grace@example.com" })
      }
    }).pipe(Effect.scoped)
  )

  it.live("end with the reason when a newer version has changed the schema, and leave it unchanged", () =>
    Effect.gen(function* () {
      const database = yield* directDatabase
      yield* seedDatabase({ database: `${database}?schema=keystile` })
      yield* query(database, "INSERT INTO keystile.migrations (migration_id, name) VALUES (9999, 'later')")
      const before = yield* migrationsIn(database)
      const { environment } = yield* newProcess(database)
      const { code, stdout } = yield* Effect.flatMap(launchEffectExample(environment), ({ ended }) => ended)
      assert.strictEqual(code, 1)
      assert.match(stdout, /The database \S+ cannot be used: it was made by a newer Keystile/)
      assert.notInclude(stdout, "Listening on")
      assert.deepStrictEqual(yield* migrationsIn(database), before)
    }).pipe(Effect.scoped)
  )
})
