/** `keystile backup` and `keystile restore`, while `keystile dev` runs. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { copyFileSync, existsSync, readFileSync, writeFileSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"
import { ada, seedWith } from "../service/fixture.ts"
import { makeRawClient } from "../service/raw-client.ts"
import { temporaryFolder } from "../service/temporary-folder.ts"
import { dev, run } from "./keystile-process.ts"

describe("keystile backup and restore", () => {
  it.live(
    "copy the database of a running service, and serve its users from the copy",
    () =>
      Effect.gen(function* () {
        const { path } = yield* temporaryFolder
        writeFileSync(path("seed.json"), JSON.stringify(seedWith()))
        yield* dev("--db", path("keystile.db"), "--seed", path("seed.json"))
        const backedUp = yield* run(["backup", path("backup.db")], { KEYSTILE_DB: path("keystile.db") })
        assert.strictEqual(backedUp.code, 0, backedUp.stderr)
        assert.match(backedUp.stdout, /^Backed up .*keystile\.db to .*backup\.db \(\d+ bytes\)\n$/)
        const refused = yield* run(["restore", path("backup.db"), "--db", path("keystile.db")])
        assert.deepInclude(refused, { code: 1, stdout: "" })
        assert.match(refused.stderr, /^keystile: .*exists and is not overwritten\. Move it away first\.\n$/)
        const restored = yield* run(["restore", path("backup.db"), "--db", path("new.db")])
        assert.strictEqual(restored.code, 0, restored.stderr)
        const { url } = yield* dev("--db", path("new.db"))
        const { status } = yield* makeRawClient(url).send("POST", "/api/v1/auth/password/sign-in", ada)
        assert.strictEqual(status, 200)
      }).pipe(Effect.scoped),
    60_000
  )

  it.live("restore the changes in the log beside a copy of a database, and leave the copy as it was", () =>
    Effect.gen(function* () {
      const { path } = yield* temporaryFolder
      writeFileSync(path("seed.json"), JSON.stringify(seedWith()))
      yield* Effect.scoped(dev("--db", path("keystile.db"), "--seed", path("seed.json")))
      const database = yield* Effect.acquireRelease(
        Effect.sync(() => new DatabaseSync(path("keystile.db"))),
        (opened) => Effect.sync(() => opened.close())
      )
      database.exec("PRAGMA wal_autocheckpoint = 0; UPDATE projects SET display_name = 'Changed'")
      for (const end of ["", "-wal"]) copyFileSync(path(`keystile.db${end}`), path(`copy.db${end}`))
      const before = ["", "-wal"].map((end) => readFileSync(path(`copy.db${end}`)))
      const restored = yield* run(["restore", path("copy.db"), "--db", path("new.db")])
      assert.strictEqual(restored.code, 0, restored.stderr)
      assert.deepStrictEqual(
        ["", "-wal"].map((end) => readFileSync(path(`copy.db${end}`))),
        before
      )
      assert.isFalse(existsSync(path("new.db-wal")))
      const copy = new DatabaseSync(path("new.db"), { readOnly: true })
      const names = copy.prepare("SELECT DISTINCT display_name AS name FROM projects").all()
      copy.close()
      assert.deepStrictEqual(
        names.map(({ name }) => name),
        ["Changed"]
      )
    }).pipe(Effect.scoped)
  )

  it.live("use the database of the configuration, of which no other setting is required", () =>
    Effect.gen(function* () {
      const { path } = yield* temporaryFolder
      writeFileSync(path("seed.json"), JSON.stringify(seedWith()))
      yield* Effect.scoped(dev("--db", path("keystile.db"), "--seed", path("seed.json")))
      writeFileSync(path("keystile.json"), JSON.stringify({ database: path("keystile.db") }))
      writeFileSync(path("secret"), `${path("new.db")}\n`)
      const backedUp = yield* run(["backup", path("backup.db")], { KEYSTILE_CONFIG: path("keystile.json") })
      assert.strictEqual(backedUp.code, 0, backedUp.stderr)
      const again = yield* run(["backup", path("second.db"), "--config", path("keystile.json")])
      assert.strictEqual(again.code, 0, again.stderr)
      const restored = yield* run(["restore", path("backup.db")], { KEYSTILE_DB_FILE: path("secret") })
      assert.strictEqual(restored.code, 0, restored.stderr)
      assert.isTrue(existsSync(path("new.db")))
      const missing = yield* run(["backup", path("third.db")])
      assert.strictEqual(missing.code, 1)
      assert.match(missing.stderr, /KEYSTILE_DB is missing\. .*Set it or --db, or database in the file\./)
    }).pipe(Effect.scoped)
  )
})
