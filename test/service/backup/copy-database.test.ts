/** Backups of a SQLite database, and the restore drill. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer } from "effect"
import { spawnSync } from "node:child_process"
import { chmodSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"
import { backUp, restoreBackup } from "../../../service/backup/copy-database.ts"
import { layerTest } from "../../../service/development.ts"
import { ada, asServer, refresh, seedWith, send, signIn, signUp } from "../fixture.ts"
import { temporaryFolder } from "../temporary-folder.ts"

const source = new URL("../../../service/backup/copy-database.ts", import.meta.url)

const serviceOn = (database: string) => Layer.orDie(layerTest({ database, seed: seedWith() }))

/** Signs in with the password of each user. */
const signsIn = (email: string) => Effect.map(signIn({ ...ada, email }), ({ user_id }) => user_id)

const usersIn = (file: string) =>
  Number(new DatabaseSync(file, { readOnly: true }).prepare("SELECT count(*) AS count FROM users").get()?.["count"])

const failureOf = <A, E extends { readonly message: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(effect), ({ message }) => message)

/** Copies a database in a process whose file system has no hard links, and restores the copy. */
const programWithoutLinks = `
  import fs from "node:fs"
  import { syncBuiltinESMExports } from "node:module"
  import { Effect } from "effect"
  const [database, backup, restored] = process.argv.slice(1)
  fs.linkSync = () => {
    throw Object.assign(new Error("EPERM"), { code: "EPERM" })
  }
  syncBuiltinESMExports()
  const { backUp, restoreBackup } = await import(${JSON.stringify(source.href)})
  await Effect.runPromise(Effect.andThen(backUp(database, backup), restoreBackup(backup, restored)))
`

describe("a backup of a SQLite database", () => {
  it.live("restores the users and sessions of its time", () =>
    Effect.gen(function* () {
      const { path } = yield* temporaryFolder
      const { early, refreshToken } = yield* Effect.gen(function* () {
        yield* signUp("early@example.com", ada.password)
        const { refresh_token: refreshToken } = yield* signIn()
        assert.isAbove(yield* backUp(path("keystile.db"), path("backup.db")), 0)
        yield* signUp("late@example.com", ada.password)
        return { early: yield* signsIn("early@example.com"), refreshToken }
      }).pipe(Effect.provide(serviceOn(path("keystile.db"))))
      assert.strictEqual(statSync(path("backup.db")).mode & 0o777, 0o600)
      yield* restoreBackup(path("backup.db"), path("restored.db"))
      assert.deepStrictEqual(
        readdirSync(path(".")).filter((name) => /backup|restored|partial/.test(name)),
        ["backup.db", "restored.db"]
      )
      yield* Effect.gen(function* () {
        assert.strictEqual(yield* signsIn("early@example.com"), early)
        const refreshed = yield* refresh(refreshToken)
        assert.strictEqual(refreshed.status, 200, refreshed.text)
        const late = yield* send("GET", "/api/v1/users?query=late", { headers: asServer })
        assert.deepInclude(late.json, { items: [] })
      }).pipe(Effect.provide(serviceOn(path("restored.db"))))
    }).pipe(Effect.scoped)
  )

  it.live("is complete and consistent while another connection writes", () =>
    Effect.gen(function* () {
      const { path } = yield* temporaryFolder
      yield* Effect.gen(function* () {
        const makeUsers = Effect.forever(
          send("POST", "/api/v1/users", { headers: asServer, json: { display_name: "x".repeat(500) } })
        )
        const writing = yield* Effect.forkChild(makeUsers)
        for (let number = 0; number < 5; number++) {
          yield* Effect.yieldNow
          yield* backUp(path("keystile.db"), path(`${number}.db`))
        }
        yield* Fiber.interrupt(writing)
      }).pipe(Effect.provide(serviceOn(path("keystile.db"))))
      assert.isAbove(usersIn(path("4.db")), usersIn(path("0.db")), "users were written meanwhile")
      yield* restoreBackup(path("4.db"), path("restored.db"))
      yield* Effect.provide(signsIn(ada.email), serviceOn(path("restored.db")))
    }).pipe(Effect.scoped)
  )

  it.live("leaves no file when it is interrupted", () =>
    Effect.gen(function* () {
      const { path } = yield* temporaryFolder
      yield* Effect.provide(Effect.void, serviceOn(path("keystile.db")))
      const before = readdirSync(path("."))
      for (const copy of [
        backUp(path("keystile.db"), path("backup.db")),
        restoreBackup(path("keystile.db"), path("restored.db"))
      ]) {
        const copying = yield* Effect.forkChild(copy, { startImmediately: true })
        assert.include(readdirSync(path(".")).join(" "), ".partial")
        yield* Fiber.interrupt(copying)
        assert.deepStrictEqual(readdirSync(path(".")), before)
      }
    }).pipe(Effect.scoped)
  )

  it.live("is written and restored on a file system without hard links", () =>
    Effect.gen(function* () {
      const { path } = yield* temporaryFolder
      yield* Effect.provide(Effect.void, serviceOn(path("keystile.db")))
      const paths = ["keystile.db", "backup.db", "restored.db"].map(path)
      const { status, stderr } = spawnSync(
        process.execPath,
        ["--input-type=module", "-e", programWithoutLinks, ...paths],
        { cwd: new URL("../../..", import.meta.url), encoding: "utf8" }
      )
      assert.strictEqual(status, 0, stderr)
      assert.deepStrictEqual(
        readdirSync(path(".")).filter((name) => /backup|restored|partial/.test(name)),
        ["backup.db", "restored.db"]
      )
      assert.strictEqual(usersIn(path("restored.db")), usersIn(path("keystile.db")))
    }).pipe(Effect.scoped)
  )

  it.live("is restored to a file that only its owner can read, also from one that others can read", () =>
    Effect.gen(function* () {
      const { path } = yield* temporaryFolder
      yield* Effect.provide(Effect.void, serviceOn(path("keystile.db")))
      yield* backUp(path("keystile.db"), path("backup.db"))
      chmodSync(path("backup.db"), 0o644)
      yield* restoreBackup(path("backup.db"), path("restored.db"))
      assert.strictEqual(statSync(path("restored.db")).mode & 0o777, 0o600)
    }).pipe(Effect.scoped)
  )

  it.live("is not written over an existing file", () =>
    Effect.gen(function* () {
      const { path } = yield* temporaryFolder
      yield* Effect.provide(Effect.void, serviceOn(path("keystile.db")))
      writeFileSync(path("backup.db"), "precious")
      assert.match(yield* failureOf(backUp(path("keystile.db"), path("backup.db"))), /exists and is not overwritten/)
      assert.match(yield* failureOf(restoreBackup(path("keystile.db"), path("backup.db"))), /is not overwritten/)
      assert.strictEqual(readFileSync(path("backup.db"), "utf8"), "precious")
    }).pipe(Effect.scoped)
  )

  it.live("is refused if it is missing, damaged, of another application or of a newer version", () =>
    Effect.gen(function* () {
      const { path } = yield* temporaryFolder
      yield* Effect.provide(Effect.void, serviceOn(path("keystile.db")))
      const refuses = Effect.fnUntraced(function* (name: string, expected: RegExp) {
        assert.match(yield* failureOf(restoreBackup(path(name), path("restored.db"))), expected)
        assert.isUndefined(statSync(path("restored.db"), { throwIfNoEntry: false }))
      })
      yield* refuses("none.db", /does not exist/)
      for (const name of ["cut.db", "newer.db"]) yield* backUp(path("keystile.db"), path(name))
      truncateSync(path("cut.db"), 20_000)
      yield* refuses("cut.db", /damaged/)
      writeFileSync(path("text.db"), "text ".repeat(100))
      yield* refuses("text.db", /no SQLite database/)
      new DatabaseSync(path("other.db")).exec("CREATE TABLE other (id)")
      yield* refuses("other.db", /another application/)
      new DatabaseSync(path("newer.db")).exec(
        "UPDATE migrations SET migration_id = 9999 WHERE migration_id = (SELECT max(migration_id) FROM migrations)"
      )
      yield* refuses("newer.db", /9999/)
      writeFileSync(path("restored.db-wal"), "")
      yield* backUp(path("keystile.db"), path("good.db"))
      yield* refuses("good.db", /belongs to another database/)
      assert.deepStrictEqual(
        readdirSync(path(".")).filter((name) => name.includes("partial")),
        []
      )
    }).pipe(Effect.scoped)
  )

  it.live("of a PostgreSQL database is left to pg_dump, and needs a database that exists", () =>
    Effect.gen(function* () {
      const { path } = yield* temporaryFolder
      assert.match(yield* failureOf(backUp("postgres://u:secret@localhost/x", path("a.db"))), /^A PostgreSQL.*pg_dump/)
      assert.match(yield* failureOf(backUp(path("none.db"), path("a.db"))), /none\.db does not exist/)
      assert.deepStrictEqual(readdirSync(path(".")), [])
    }).pipe(Effect.scoped)
  )
})
