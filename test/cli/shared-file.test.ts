/** Several service processes on one SQLite file. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { writeFileSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"
import { makeRawClient } from "../service/raw-client.ts"
import { asServer, keys, PROJECT_ID } from "../service/fixture.ts"
import { temporaryFolder } from "../service/temporary-folder.ts"
import { dev } from "./keystile-process.ts"

const password = "correct horse"

const seed = JSON.stringify({ projects: [{ id: PROJECT_ID, displayName: "Test", keys, limits: "off" }] })

/** Opens the database file outside the services. */
const open = (file: string) =>
  Effect.acquireRelease(
    Effect.sync(() => new DatabaseSync(file)),
    (database) => Effect.sync(() => database.close())
  )

describe("services on one SQLite file", { timeout: 120_000 }, () => {
  it.live("create one project and share its keys when they start at the same time", () =>
    Effect.gen(function* () {
      for (const name of ["a.db", "b.db", "c.db"]) {
        const { path } = yield* temporaryFolder
        const start = dev("--db", path(name))
        const [first, ...others] = yield* Effect.all([start, start, start], { concurrency: 3 })
        for (const { projects } of others) assert.deepStrictEqual(projects, first.projects)
        assert.lengthOf(
          first.projects.filter(({ id }) => id !== "internal"),
          1
        )
        for (const { ended, process } of [first, ...others]) {
          process.kill("SIGTERM")
          assert.deepStrictEqual(yield* ended.pipe(Effect.map(({ code, stderr }) => [code, stderr])), [0, ""])
        }
      }
    })
  )

  it.live("wait for each other's writes instead of failing", () =>
    Effect.gen(function* () {
      const { path } = yield* temporaryFolder
      writeFileSync(path("seed.json"), seed)
      const start = dev("--db", path("a.db"), "--seed", path("seed.json"))
      const services = yield* Effect.all([start, start], { concurrency: 2 })
      const clients = services.map(({ url }) => makeRawClient(url))
      const addUsers = clients.flatMap((client) =>
        Array.from({ length: 100 }, () => client.send("POST", "/api/v1/users", {}, asServer))
      )
      const signUps = Array.from({ length: 10 }, (_, index) =>
        clients.map((client) => client.trySignUp(`person-${index}@example.com`, password))
      ).flat()
      const made = yield* Effect.all(addUsers, { concurrency: 20 })
      assert.deepStrictEqual([...new Set(made.map(({ status }) => status))], [201])
      const signedUp = yield* Effect.all(signUps, { concurrency: 20 })
      const statuses = signedUp.map(({ status }) => status)
      assert.lengthOf(
        statuses.filter((status) => status === 200),
        10,
        "each address once"
      )
      assert.lengthOf(
        statuses.filter((status) => status === 409),
        10,
        JSON.stringify(statuses)
      )

      for (const { ended, process } of services) {
        process.kill("SIGKILL")
        assert.strictEqual((yield* ended).stderr, "")
      }
      const file = yield* open(path("a.db"))
      assert.strictEqual(file.prepare("PRAGMA integrity_check").get()?.["integrity_check"], "ok")
      assert.strictEqual(file.prepare("SELECT count(*) AS n FROM users").get()?.["n"], 210)
    })
  )

  it.live("report a database that stays locked in one line, and continue when it is unlocked", () =>
    Effect.gen(function* () {
      const { path } = yield* temporaryFolder
      writeFileSync(path("seed.json"), seed)
      const { ended, process, url } = yield* dev("--db", path("a.db"), "--seed", path("seed.json"))
      const client = makeRawClient(url)
      const holder = yield* open(path("a.db"))
      holder.exec("BEGIN IMMEDIATE")
      assert.strictEqual((yield* client.send("POST", "/api/v1/users", {}, asServer)).status, 503)
      assert.strictEqual((yield* client.send("GET", "/api/v1/users", undefined, asServer)).status, 200)
      holder.exec("ROLLBACK")
      assert.strictEqual((yield* client.send("POST", "/api/v1/users", {}, asServer)).status, 201)
      process.kill("SIGTERM")
      const [held, free, ...more] = (yield* ended).stderr.trimEnd().split("\n")
      assert.include(held, "The database refuses statements: another process holds it. ")
      assert.include(free, "The database takes statements again.")
      assert.deepStrictEqual(more, [])
    })
  )
})
