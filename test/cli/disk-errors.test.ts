/** Tests the command on a full and on a read-only disk, with real mounts and real processes. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { spawnSync } from "node:child_process"
import { chmodSync, cpSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"
import { makeRawClient } from "../service/raw-client.ts"
import { asServer, keys, PROJECT_ID } from "../service/fixture.ts"
import { temporaryFolder } from "../service/temporary-folder.ts"
import type { ProcessEnd } from "./child-process.ts"
import { devWithin, run } from "./keystile-process.ts"
import { hasSmallDisks, smallDisk } from "./small-disk.ts"

const password = "correct horse"

const seed = JSON.stringify({ projects: [{ id: PROJECT_ID, displayName: "Test", keys, limits: "off" }] })

/** Asserts that a copy of the database file is valid and contains this number of users. */
const assertWhole = Effect.fnUntraced(function* (file: string, users: number) {
  const { path } = yield* temporaryFolder
  for (const part of ["", "-wal"]) if (existsSync(file + part)) cpSync(file + part, path("copy.db") + part)
  const database = new DatabaseSync(path("copy.db"))
  assert.strictEqual(database.prepare("PRAGMA integrity_check").get()?.["integrity_check"], "ok")
  assert.deepStrictEqual(database.prepare("PRAGMA foreign_key_check").all(), [])
  assert.strictEqual(database.prepare("SELECT count(*) AS n FROM users").get()?.["n"], users)
  database.close()
})

/** Runs `keystile dev`, which exits when it refuses the database. */
const devUntilExit = (within: ReadonlyArray<string>, database: string) =>
  run(["dev", "--port", "0", "--db", database], {}, within)

const assertRefused = ({ code, stderr, stdout }: ProcessEnd, says: string) => {
  assert.deepStrictEqual([code, stdout], [1, ""])
  assert.match(stderr, /^keystile: [^\n]+\n$/)
  assert.include(stderr, says)
}

/** Drops the capabilities of root, which would ignore file permissions. */
const withoutRights = process.getuid?.() === 0 ? ["setpriv", "--bounding-set=-all", "--inh-caps=-all"] : []
const canBeRefused =
  withoutRights.length === 0 || spawnSync("setpriv", [...withoutRights.slice(1), "true"]).status === 0

describe.skipIf(!canBeRefused)("a read-only database file (as root, this needs setpriv)", { timeout: 60_000 }, () => {
  it.live("stays unchanged, and is used again when it is writable", () =>
    Effect.gen(function* () {
      const { folder, path } = yield* temporaryFolder
      const begin = devWithin(withoutRights, "--db", path("a.db"))
      const first = yield* begin
      first.process.kill("SIGTERM")
      yield* first.ended
      const before = readFileSync(path("a.db"))
      chmodSync(path("a.db"), 0o444)
      assertRefused(yield* devUntilExit(withoutRights, path("a.db")), "this user may not read and write there.")
      chmodSync(path("a.db"), 0o600)
      chmodSync(folder, 0o555)
      assertRefused(yield* devUntilExit(withoutRights, path("a.db")), "this user may not read and write there.")
      chmodSync(folder, 0o700)
      assert.isTrue(readFileSync(path("a.db")).equals(before))
      assert.deepStrictEqual((yield* begin).projects, first.projects)
    })
  )
})

describe.skipIf(!hasSmallDisks)("a disk (this needs Linux's unshare and nsenter)", { timeout: 120_000 }, () => {
  it.live("that is full makes writes fail, and the service continues when space is freed", () =>
    Effect.gen(function* () {
      const disk = yield* smallDisk("6m")
      const { path } = yield* temporaryFolder
      writeFileSync(path("seed.json"), seed)
      const begin = devWithin(disk.within, "--db", disk.path("a.db"), "--seed", path("seed.json"))
      const first = yield* begin
      const client = makeRawClient(first.url)
      const session = yield* client.signUp("ada@example.com", password)
      let users = 1
      const addUser = Effect.tap(
        client.send("POST", "/api/v1/users", { server_metadata: { note: "x".repeat(5000) } }, asServer),
        ({ status }) => Effect.sync(() => status === 201 && users++)
      )

      const refused = yield* Effect.repeat(addUser, { until: ({ status }) => status !== 201 })
      const unavailable = "Service Unavailable: the database refuses statements at the moment."
      assert.deepStrictEqual(refused, { status: 503, json: unavailable })
      const controlHeaders = { "x-keystile-control": "1" }
      // Rows without a note can still fit where a longer one does not.
      const addInConsole = Effect.tap(
        Effect.suspend(() => {
          const eve = { primary_email: `eve.${users}@example.com` }
          return client.send("POST", `/_keystile/projects/${PROJECT_ID}/users`, eve, controlHeaders)
        }),
        ({ status }) => Effect.sync(() => status === 201 && users++)
      )
      const inConsole = yield* Effect.repeat(addInConsole, { until: ({ status }) => status !== 201 })
      assert.deepStrictEqual(inConsole, { status: 503, json: { error: unavailable } })
      for (let count = 0; count < 20; count++) assert.strictEqual((yield* addUser).status, 503)
      // The session from before is still valid.
      assert.strictEqual((yield* client.refresh(session.refresh_token)).status, 200)
      assert.strictEqual(yield* client.me(session.access_token), session.user_id)

      yield* disk.remount("size=12m")
      assert.strictEqual((yield* addUser).status, 201)
      assert.strictEqual((yield* client.signIn("ada@example.com", password)).status, 200)

      first.process.kill("SIGKILL")
      const { stderr } = yield* first.ended
      const lines = stderr.trimEnd().split("\n")
      assert.lengthOf(lines, 2, stderr)
      assert.include(lines[0], "The database refuses statements: the disk is full. Requests that need them fail")
      assert.include(lines[1], "The database takes statements again.")
      yield* assertWhole(disk.outside("a.db"), users)
      const second = yield* begin
      assert.strictEqual((yield* makeRawClient(second.url).signIn("ada@example.com", password)).status, 200)
    })
  )

  it.live("that is full makes the service exit with one line", () =>
    Effect.gen(function* () {
      const disk = yield* smallDisk("32k")
      const begin = devWithin(disk.within, "--db", disk.path("a.db"))
      assertRefused(yield* devUntilExit(disk.within, disk.path("a.db")), "the disk is full.")
      yield* disk.remount("size=8m")
      const first = yield* begin
      first.process.kill("SIGTERM")
      yield* first.ended
      assert.throws(() => writeFileSync(disk.outside("filler"), Buffer.alloc(8 << 20)), "ENOSPC")
      assertRefused(yield* devUntilExit(disk.within, disk.path("a.db")), "the disk is full.")
      rmSync(disk.outside("filler"))
      assert.deepStrictEqual((yield* begin).projects, first.projects)
    })
  )

  it.live("that is read-only makes the service exit with one line", () =>
    Effect.gen(function* () {
      const disk = yield* smallDisk("6m")
      const begin = devWithin(disk.within, "--db", disk.path("a.db"))
      const first = yield* begin
      first.process.kill("SIGKILL")
      yield* first.ended
      yield* disk.remount("ro")
      assertRefused(yield* devUntilExit(disk.within, disk.path("a.db")), "the file system is read-only.")
      assertRefused(yield* devUntilExit(disk.within, disk.path("b.db")), "the file system is read-only.")
      yield* disk.remount("rw")
      assert.deepStrictEqual((yield* begin).projects, first.projects)
    })
  )
})
