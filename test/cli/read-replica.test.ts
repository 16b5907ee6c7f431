/** The bundled command with a read replica: a PostgreSQL server and its standby. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { vi } from "vitest"
import { findPrograms, type Server, startServer, startStandby } from "../postgres/postgres-server.mjs"
import { makeInstallation } from "./installation.ts"
import { serve } from "./serve-process.ts"

const TIMEOUT = 90_000

const acquireServer = (start: () => Promise<Server>) =>
  Effect.acquireRelease(Effect.promise(start), ({ stop }) => Effect.sync(stop))

const NewProject = Schema.fromJsonString(
  Schema.Struct({ id: Schema.String, keys: Schema.Struct({ secret_server_key: Schema.String }) })
)
const Users = Schema.fromJsonString(
  Schema.Struct({ items: Schema.Array(Schema.Struct({ primary_email: Schema.String })) })
)

const fetchText = (url: string, init?: RequestInit) =>
  Effect.promise(async () => {
    const response = await fetch(url, init)
    return { status: response.status, text: await response.text() }
  })

/** Repeats a check until it holds. */
const eventually = <E>(check: Effect.Effect<void, E>) =>
  Effect.promise(() => vi.waitFor(() => Effect.runPromise(check), { timeout: 30_000 }))

describe.skipIf(findPrograms() === undefined)("keystile serve with a read replica", () => {
  it.live(
    "checks the replica, and lists from it a user who was created right before",
    () =>
      Effect.gen(function* () {
        const primary = yield* acquireServer(() => startServer({ isSafe: true }))
        const standby = yield* acquireServer(() => startStandby(primary.url, { isSafe: true }))
        const { environment, keystile, url } = yield* makeInstallation({
          KEYSTILE_DB: primary.url,
          KEYSTILE_DB_REPLICA: standby.url
        })
        const created = yield* keystile("project", "create", "Fernhill", "--json")
        assert.strictEqual(created.code, 0, created.stderr)
        const project = yield* Schema.decodeUnknownEffect(NewProject)(created.stdout)
        const headers = {
          "content-type": "application/json",
          "x-stack-access-type": "server",
          "x-stack-project-id": project.id,
          "x-stack-secret-server-key": project.keys.secret_server_key
        }
        const { line } = yield* serve(environment, "--metrics-port", "0")
        const metricsPort = /:(\d+)\/metrics/.exec(yield* line(/Metrics on/))?.[1]
        const primary_email = "noor@fernhill.example"
        const user = yield* fetchText(`${url}/api/v1/users`, {
          method: "POST",
          headers,
          body: JSON.stringify({ primary_email })
        })
        assert.strictEqual(user.status, 201, user.text)
        // On a busy machine the standby may be too far behind for a list, which then comes from the database.
        yield* eventually(
          Effect.gen(function* () {
            const list = yield* fetchText(`${url}/api/v1/users`, { headers })
            assert.deepStrictEqual((yield* Schema.decodeUnknownEffect(Users)(list.text)).items, [{ primary_email }])
            const { text } = yield* fetchText(`http://127.0.0.1:${metricsPort}/metrics`)
            assert.match(text, /keystile_replica_reads_total\{server="replica"\} [1-9]/)
          })
        )
        yield* eventually(
          Effect.gen(function* () {
            const { code, stderr, stdout } = yield* keystile("serve", "--check")
            assert.strictEqual(code, 0, stderr)
            assert.include(stdout, "It is a standby of the database, and has its newest changes.")
          })
        )
      }).pipe(Effect.scoped),
    TIMEOUT
  )
})
