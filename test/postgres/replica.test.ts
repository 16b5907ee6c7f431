/** Lists from a streaming replica of PostgreSQL. */
import { assert, describe, it } from "@effect/vitest"
import { type Context, Effect, Layer, Redacted, type Scope } from "effect"
import { afterAll, beforeAll, vi } from "vitest"
import { layerTest } from "../../service/development.ts"
import { Metrics } from "../../service/operations/metrics.ts"
import { layer, type ProductionServices } from "../../service/production.ts"
import { checkReplica } from "../../service/production/checks/check-replica.ts"
import { readConfiguration } from "../../service/production/read-configuration.ts"
import { asAdmin, asServer, seedWith, send } from "../service/fixture.ts"
import { query } from "./connected.ts"
import { findPrograms, startServer, startStandby, type Server } from "./postgres-server.mjs"
import { server } from "./server.ts"
import { collectLog } from "../service/collect-log.ts"

const PUBLIC_URL = "https://auth.example.com"
const headers = { ...asServer, host: "auth.example.com" }
const TIMEOUT = 60_000

const acquireServer = (start: () => Promise<Server>) =>
  Effect.acquireRelease(Effect.promise(start), ({ stop }) => Effect.sync(stop))

const inDatabase = (url: string, name: string, user = "keystile") => {
  const other = new URL(url)
  other.pathname = `/${name}`
  other.username = user
  return other.href
}

let primary: Server
let standby: Server
let count = 0

/**
 * Starts a server with a role without other rights and a template with the users of the fixture, and a standby of it.
 */
const startServers = async () => {
  primary = await startServer({ isSafe: true })
  await Effect.runPromise(query(primary.url, "CREATE ROLE keystile LOGIN"))
  await Effect.runPromise(query(primary.url, "CREATE DATABASE template OWNER keystile"))
  const database = inDatabase(primary.url, "template")
  await Effect.runPromise(Effect.scoped(Layer.build(layerTest({ database, seed: seedWith() }))))
  standby = await startStandby(primary.url, { isSafe: true })
}

/** Waits until a new database is replicated. */
const responses = (replica: string) =>
  Effect.promise(() => vi.waitFor(() => Effect.runPromise(query(replica, "SELECT 1")), { timeout: 30_000 }))

/** Creates a database with the users of the fixture, on both servers. */
const replicated = Effect.gen(function* () {
  const name = `auth${count++}`
  yield* query(primary.url, `CREATE DATABASE ${name} TEMPLATE template OWNER keystile`)
  const replica = inDatabase(standby.url, name)
  yield* responses(replica)
  return { name, database: inDatabase(primary.url, name), replica }
})

/** Stops the replay of the write-ahead log on the standby until the test ends. */
const pauseReplay = Effect.acquireRelease(
  Effect.suspend(() => query(standby.url, "SELECT pg_wal_replay_pause()")),
  () => query(standby.url, "SELECT pg_wal_replay_resume()")
)

interface Process {
  readonly context: Context.Context<ProductionServices>
  readonly lines: Array<string>
}

/** Starts the service in production. */
const startService = Effect.fnUntraced(function* (database: string, replica: string) {
  const { configuration } = yield* readConfiguration({
    flags: {},
    environment: {
      KEYSTILE_PUBLIC_URL: PUBLIC_URL,
      KEYSTILE_DB: database,
      KEYSTILE_DB_REPLICA: replica,
      KEYSTILE_SECRETS: "8ebf9b8c1d0a4f7e92b3c6d5e4f3a2b1c0d9e8f7",
      KEYSTILE_MAIL: "log"
    }
  })
  const { lines, logger } = collectLog()
  const context = yield* Layer.build(Layer.provideMerge(layer(configuration), logger))
  return { context, lines } satisfies Process
})

const get = ({ context }: Process, path: string, given: Readonly<Record<string, string>> = headers) =>
  Effect.provide(send("GET", `/api/v1${path}`, { headers: given }), context)

const createUser = ({ context }: Process, email: string) =>
  Effect.gen(function* () {
    const { status, text } = yield* Effect.provide(
      send("POST", "/api/v1/users", { headers, json: { primary_email: email } }),
      context
    )
    assert.strictEqual(status, 201, text)
  })

/**
 * Lists the newest users. More than one, because those who were created in the same millisecond are in the order of
 * their ids.
 */
const newestUsers = (process: Process) =>
  Effect.gen(function* () {
    const { status, text } = yield* get(process, "/users?limit=5&desc=true&order_by=signed_up_at")
    assert.strictEqual(status, 200, text)
    const { items } = JSON.parse(text) as { items: ReadonlyArray<{ primary_email: string }> }
    return items.map(({ primary_email }) => primary_email)
  })

/** Returns the lists that each server handled. */
const readsOf = ({ context }: Process) =>
  Effect.gen(function* () {
    const text = yield* (yield* Metrics).format
    const value = (name: string) =>
      Number(
        text
          .split("\n")
          .find((line) => line.startsWith(`${name} `))
          ?.split(" ")[1]
      )
    return {
      replica: value('keystile_replica_reads_total{server="replica"}'),
      database: value('keystile_replica_reads_total{server="database"}'),
      isUsable: value("keystile_replica_usable")
    }
  }).pipe(Effect.provide(context))

/** Lists until the replica responds, and forgets the log until then. */
const untilReplicaResponds = (process: Process) =>
  Effect.gen(function* () {
    const before = yield* readsOf(process)
    yield* Effect.promise(() =>
      vi.waitFor(
        async () => {
          const { replica } = await Effect.runPromise(Effect.andThen(newestUsers(process), readsOf(process)))
          assert.isAbove(replica, before.replica)
        },
        { timeout: 30_000, interval: 100 }
      )
    )
    return process.lines.splice(0)
  })

const aboutReplica = (lines: ReadonlyArray<string>) => lines.filter((line) => /replica/.test(line))

/** Creates users, and asserts that each list shows the one before. */
const writeAndList = Effect.fnUntraced(function* (writer: Process, reader: Process, count: number, prefix: string) {
  for (let index = 0; index < count; index++) {
    const email = `${prefix}${index}@example.com`
    yield* createUser(writer, email)
    assert.include(yield* newestUsers(reader), email)
  }
})

const run = (
  title: string,
  program: (given: Effect.Success<typeof replicated>) => Effect.Effect<void, unknown, Scope.Scope>
) => it.live(title, () => Effect.scoped(Effect.flatMap(replicated, program)), TIMEOUT)

describe.skipIf(server === undefined || findPrograms() === undefined)("a read replica", () => {
  beforeAll(startServers, 2 * TIMEOUT)
  afterAll(() => {
    standby.stop()
    primary.stop()
  }, TIMEOUT)

  run("shows lists that show every change that was confirmed before, by any process", ({ database, replica }) =>
    Effect.gen(function* () {
      const one = yield* startService(database, replica)
      const other = yield* startService(database, replica)
      yield* untilReplicaResponds(one)
      yield* untilReplicaResponds(other)
      const before = yield* readsOf(one)
      yield* writeAndList(one, one, 20, "own")
      yield* writeAndList(one, other, 20, "other")
      yield* Effect.all(
        [writeAndList(one, one, 1, "last"), Effect.forEach(Array.from({ length: 20 }), () => newestUsers(other))],
        {
          concurrency: "unbounded"
        }
      )
      assert.isAbove((yield* readsOf(one)).replica, before.replica)
    })
  )

  run(
    "handles the lists of users, teams, members and the audit log, and errors of these lists",
    ({ database, replica }) =>
      Effect.gen(function* () {
        const process = yield* startService(database, replica)
        yield* untilReplicaResponds(process)
        const before = yield* readsOf(process)
        const absent = "00000000-0000-4000-8000-000000000000"
        const statuses = [
          yield* get(process, "/users"),
          yield* get(process, "/teams"),
          yield* get(process, "/team-member-profiles"),
          yield* get(process, "/audit-log", { ...asAdmin, host: headers.host }),
          yield* get(process, "/users?only_anonymous=true"),
          yield* get(process, `/team-member-profiles?team_id=${absent}`)
        ].map(({ status }) => status)
        assert.deepStrictEqual(statuses, [200, 200, 200, 200, 400, 404])
        const { isUsable, replica: handled } = yield* readsOf(process)
        // A list that fails is no list that the replica handled.
        assert.deepStrictEqual([handled - before.replica, isUsable], [4, 1])
      })
  )

  run("is left out while it is behind, so that lists show the last change", ({ database, replica }) =>
    Effect.gen(function* () {
      const process = yield* startService(database, replica)
      yield* untilReplicaResponds(process)
      yield* pauseReplay
      const before = yield* readsOf(process)
      yield* writeAndList(process, process, 10, "late")
      const during = yield* readsOf(process)
      assert.deepStrictEqual([during.database - before.database, during.isUsable], [10, 0])
      const [line = "", ...others] = aboutReplica(process.lines)
      assert.match(line, /^The read replica postgres:\S+ is not used: it is \d+ bytes of the write-ahead log behind\./)
      assert.deepStrictEqual(others, [])

      yield* query(standby.url, "SELECT pg_wal_replay_resume()")
      const since = yield* untilReplicaResponds(process)
      assert.include(yield* newestUsers(process), "late9@example.com")
      assert.match(aboutReplica(since)[1] ?? "", /^Lists are read from the read replica \S+ again\.$/)
      assert.strictEqual((yield* readsOf(process)).isUsable, 1)
    })
  )

  run("is left out while it is lost, and used again afterwards", ({ database, replica }) =>
    Effect.gen(function* () {
      const process = yield* startService(database, replica)
      yield* untilReplicaResponds(process)
      standby.kill()
      yield* writeAndList(process, process, 10, "lost")
      assert.strictEqual((yield* readsOf(process)).isUsable, 0)
      assert.lengthOf(aboutReplica(process.lines), 1, process.lines.join("\n"))
      standby.start()
      assert.lengthOf(aboutReplica(yield* untilReplicaResponds(process)), 2)
    })
  )

  run("delays few lists when it does not respond", ({ database, replica }) =>
    Effect.gen(function* () {
      const process = yield* startService(database, replica)
      yield* untilReplicaResponds(process)
      standby.suspend()
      yield* writeAndList(process, process, 10, "hung")
      assert.strictEqual((yield* readsOf(process)).isUsable, 0)
      assert.match(aboutReplica(process.lines)[0] ?? "", /no server responds there in time/)
      standby.resume()
      yield* untilReplicaResponds(process)
    })
  )

  run("is left out after a failover: a promoted one, and one of the old primary", ({ database, name, replica }) =>
    Effect.gen(function* () {
      const next = yield* acquireServer(() => startStandby(primary.url, { isSafe: true }))
      const promoted = inDatabase(next.url, name)
      const before = yield* startService(database, promoted)
      yield* untilReplicaResponds(before)
      yield* query(next.url, "SELECT pg_promote()")
      // The old primary writes more than the new one, so the position alone would be accepted.
      yield* writeAndList(before, before, 30, "old")
      assert.match(aboutReplica(before.lines)[0] ?? "", /it is no standby/)

      const after = yield* startService(promoted, replica)
      yield* writeAndList(after, after, 5, "new")
      assert.strictEqual((yield* readsOf(after)).replica, 0)
      assert.match(aboutReplica(after.lines)[0] ?? "", /no restartpoint since the last failover/)
    })
  )

  run("shows changes of a database that confirms commits before they are flushed", ({ database, name, replica }) =>
    Effect.gen(function* () {
      yield* query(primary.url, `ALTER DATABASE ${name} SET synchronous_commit = off`)
      const process = yield* startService(database, replica)
      yield* writeAndList(process, process, 20, "async")
    })
  )

  run("is checked: standby, database and server", ({ database, replica }) =>
    Effect.gen(function* () {
      const outcomeOf = (url: string) =>
        Effect.map(checkReplica(Redacted.make(url), Redacted.make(database)), ([check]) => [
          check?.outcome,
          check?.detail
        ])
      assert.isEmpty(yield* checkReplica(null, Redacted.make(database)))
      yield* Effect.promise(() =>
        vi.waitFor(async () => {
          assert.deepStrictEqual(await Effect.runPromise(outcomeOf(replica)), [
            "passed",
            "It is a standby of the database, and has its newest changes."
          ])
        })
      )
      const localhost = new URL(database)
      localhost.hostname = "localhost"
      const other = yield* acquireServer(() => startServer())
      const otherStandby = yield* acquireServer(() => startStandby(other.url))
      const unreachable = new URL(replica)
      unreachable.port = "1"
      const wrong: ReadonlyArray<readonly [url: string, problem: RegExp]> = [
        [localhost.href, /^It is no standby/],
        [other.url, /^It is no standby/],
        [otherStandby.url, /^It replicates another server/],
        [inDatabase(standby.url, "postgres", "postgres"), /^It is another database of the same server/],
        [inDatabase(standby.url, "absent"), /^The server has no such database/],
        [unreachable.href, /^No server responds there/]
      ]
      for (const [url, problem] of wrong) {
        const [outcome, detail] = yield* outcomeOf(url)
        assert.strictEqual(outcome, "failed", url)
        assert.match(detail ?? "", problem)
      }
      // The service starts with each of them, and reads from the database.
      for (const [index, [url]] of wrong.entries()) {
        const process = yield* startService(database, url)
        yield* writeAndList(process, process, 1, `wrong${index}`)
        assert.deepStrictEqual(yield* readsOf(process), { replica: 0, database: 1, isUsable: 0 })
        assert.lengthOf(aboutReplica(process.lines), 1)
      }
      yield* pauseReplay
      yield* query(primary.url, "CREATE TABLE later ()")
      const [outcome, detail] = yield* outcomeOf(replica)
      assert.strictEqual(outcome, "warning")
      assert.match(
        detail ?? "",
        /^It is \d+ bytes of the write-ahead log behind\. Lists are read from the database until/
      )
    })
  )

  run("has the schema of the database, also while the standby has an older one", () =>
    Effect.gen(function* () {
      yield* query(primary.url, "CREATE DATABASE other OWNER keystile")
      const database = `${inDatabase(primary.url, "other")}?schema=keystile`
      const replica = inDatabase(standby.url, "other")
      yield* responses(replica)
      yield* pauseReplay
      // The standby has no tables yet.
      yield* Effect.scoped(Layer.build(layerTest({ database, seed: seedWith() })))
      const process = yield* startService(database, replica)
      yield* writeAndList(process, process, 3, "older")
      assert.strictEqual((yield* readsOf(process)).replica, 0)
      yield* query(standby.url, "SELECT pg_wal_replay_resume()")
      yield* untilReplicaResponds(process)
      assert.include(yield* newestUsers(process), "older2@example.com")
    })
  )
})
