/** The database file: durability, permissions, and files that are refused. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Logger } from "effect"
import { execFileSync } from "node:child_process"
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"
import { layerTest } from "../../../service/development.ts"
import { hashOpaqueToken } from "../../../service/crypto/opaque-token.ts"
import { ada, asClient, keys, PROJECT_ID, refresh, seedWith, send, signIn, signUp } from "../fixture.ts"
import { temporaryFolder } from "../temporary-folder.ts"

const start = (database: string) => layerTest({ database, seed: seedWith() })

const refusalOf = (database: string) =>
  Effect.map(Effect.flip(Effect.provide(Effect.void, start(database))), (error) => {
    assert.strictEqual(error._tag, "DatabaseUnusable")
    assert.notInclude(error.message, "\n")
    return error.message
  })

/** Starts and stops a service. Returns the logged warnings. */
const warningsOf = <A, E>(started: Layer.Layer<A, E>) =>
  Effect.suspend(() => {
    const warnings: Array<string> = []
    const logger = Logger.make<unknown, void>(({ logLevel, message }) => {
      if (logLevel === "Warn") warnings.push(String(message))
    })
    return Effect.as(Effect.provide(Effect.void, Layer.provide(started, Logger.layer([logger]))), warnings)
  })

/** Returns the names and bytes of all files in a folder. */
const contents = (folder: string) =>
  readdirSync(folder).map((name) => [name, readFileSync(`${folder}/${name}`).toString("base64")])

describe("the database file", () => {
  it.effect("keeps its data across restarts", () =>
    Effect.gen(function* () {
      const { path } = yield* temporaryFolder
      const tokens = yield* Effect.provide(Effect.andThen(signUp("new@example.com"), signIn()), start(path("a.db")))
      yield* Effect.provide(
        Effect.gen(function* () {
          assert.strictEqual((yield* refresh(tokens.refresh_token)).status, 200)
          yield* signIn({ email: "new@example.com", password: "correct horse" })
        }),
        start(path("a.db"))
      )
    })
  )

  it.effect("is neither a URL of another database nor empty", () =>
    Effect.gen(function* () {
      const other = yield* refusalOf("mysql://root:s3cret@localhost/keystile")
      assert.strictEqual(
        other,
        "The database mysql://… cannot be used: it is neither a file's path nor a postgres:// URL."
      )
      assert.include(yield* refusalOf(""), 'The database "" cannot be used: it has no name.')
    })
  )

  it.effect("is readable by its owner only, and so are the files beside it", () =>
    Effect.gen(function* () {
      const { folder, path } = yield* temporaryFolder
      yield* Effect.provide(
        Effect.sync(() => {
          assert.isAbove(readdirSync(folder).length, 1)
          for (const name of readdirSync(folder)) {
            assert.strictEqual(statSync(path(name)).mode & 0o777, 0o600, name)
          }
        }),
        start(path("a.db"))
      )
    })
  )

  it.effect.each([
    ["0644", 0o644],
    ["0640", 0o640],
    ["0660", 0o660],
    ["0604", 0o604]
  ] as const)("of mode %s is reported with a remedy", ([name, mode]) =>
    Effect.gen(function* () {
      const { path } = yield* temporaryFolder
      yield* Effect.provide(Effect.void, start(path("it's.db")))
      chmodSync(path("it's.db"), mode)
      const warnings = yield* warningsOf(start(path("it's.db")))
      assert.strictEqual(warnings.length, 1)
      assert.include(warnings[0], `can open the database ${path("it's.db")} (mode ${name})`)
      const command = warnings[0]?.split("Run: ")[1] ?? ""
      execFileSync("sh", ["-c", command])
      assert.deepStrictEqual(yield* warningsOf(start(path("it's.db"))), [])
    })
  )

  it.effect("created by the service is not reported", () =>
    Effect.gen(function* () {
      const { path } = yield* temporaryFolder
      assert.deepStrictEqual(yield* warningsOf(start(path("a.db"))), [])
      assert.deepStrictEqual(yield* warningsOf(start(path("a.db"))), [])
      assert.deepStrictEqual(yield* warningsOf(start(":memory:")), [])
    })
  )

  it.effect("contains no password, token or code", () =>
    Effect.gen(function* () {
      const { folder, path } = yield* temporaryFolder
      yield* Effect.provide(
        Effect.gen(function* () {
          const tokens = yield* signIn()
          const bytes = readdirSync(folder)
            .map((name) => readFileSync(path(name), "latin1"))
            .join("")
          for (const secret of [ada.password, tokens.refresh_token, tokens.access_token]) {
            assert.notInclude(bytes, secret)
          }
          assert.include(bytes, hashOpaqueToken(tokens.refresh_token))
          assert.notInclude(bytes, keys.secretServerKey)
        }),
        start(path("a.db"))
      )
    })
  )

  it.effect("replaces an imported password hash after a sign-in", () =>
    Effect.gen(function* () {
      const { path } = yield* temporaryFolder
      const hashes = () => {
        const database = new DatabaseSync(path("a.db"), { readOnly: true })
        const rows = database.prepare("SELECT hash FROM passwords").all()
        database.close()
        return rows.map(({ hash }) => String(hash).slice(0, 7))
      }
      const moved = { email: "old@example.com", password: "password123" }
      const attempt = (password: string) =>
        Effect.map(
          send("POST", "/api/v1/auth/password/sign-in", { headers: asClient, json: { ...moved, password } }),
          ({ code, status }) => code ?? status
        )
      // `password123` with 4 rounds.
      const passwordHash = "$2b$04$vWkqOio8rwIollpY4xTTVuAOmUDuhKfWi4hYbydOULq0M/b7DP6e2"
      const users = [{ email: moved.email, passwordHash, totpSecret: "ZXhhbXBsZSB2YWx1ZQ==" }]
      yield* Effect.provide(
        Effect.gen(function* () {
          assert.strictEqual(yield* attempt("password124"), "EMAIL_PASSWORD_MISMATCH")
          assert.deepStrictEqual(hashes(), ["$2b$04$"], "a wrong password changes nothing")
          for (let count = 0; count < 2; count++) {
            assert.strictEqual(yield* attempt(moved.password), "MULTI_FACTOR_AUTHENTICATION_REQUIRED")
            assert.deepStrictEqual(hashes(), ["$argon2"])
          }
          assert.strictEqual(yield* attempt("password124"), "EMAIL_PASSWORD_MISMATCH")
        }),
        layerTest({
          database: path("a.db"),
          seed: { projects: [{ id: PROJECT_ID, displayName: "Test", keys, users }] }
        })
      )
    })
  )

  it.effect("may be an empty file", () =>
    Effect.gen(function* () {
      const { path } = yield* temporaryFolder
      writeFileSync(path("a.db"), "")
      const { user_id } = yield* Effect.provide(signIn(), start(path("a.db")))
      assert.isNotEmpty(user_id)
      assert.isAbove(statSync(path("a.db")).size, 0)
    })
  )

  const foreign: ReadonlyArray<readonly [string, string, (file: string) => void]> = [
    ["a text", "no SQLite database", (file) => writeFileSync(file, "hello".repeat(1000))],
    ["a short text", "no SQLite database", (file) => writeFileSync(file, "SQLite")],
    [
      "a database of another application",
      "another application",
      (file) => {
        const database = new DatabaseSync(file)
        database.exec("CREATE TABLE users (id TEXT); PRAGMA application_id = 7")
        database.close()
      }
    ],
    [
      "a database without an application id",
      "another application",
      (file) => {
        const database = new DatabaseSync(file)
        database.exec("CREATE TABLE users (id TEXT)")
        database.close()
      }
    ]
  ]
  it.effect.each(foreign)("is refused and unchanged if it is %s", ([, problem, make]) =>
    Effect.gen(function* () {
      const { folder, path } = yield* temporaryFolder
      make(path("a.db"))
      const before = contents(folder)
      assert.include(yield* refusalOf(path("a.db")), problem)
      assert.deepStrictEqual(contents(folder), before)
    })
  )

  it.effect("of a newer version is refused and unchanged", () =>
    Effect.gen(function* () {
      const { path } = yield* temporaryFolder
      yield* Effect.provide(Effect.void, start(path("a.db")))
      const database = new DatabaseSync(path("a.db"))
      database.exec("INSERT INTO migrations (migration_id, name) VALUES (99, 'of_the_future')")
      database.close()
      const before = readFileSync(path("a.db"), "base64")
      assert.include(yield* refusalOf(path("a.db")), "newer Keystile")
      assert.strictEqual(readFileSync(path("a.db"), "base64"), before)
    })
  )

  it.effect("that is damaged is refused and unchanged", () =>
    Effect.gen(function* () {
      const { path } = yield* temporaryFolder
      yield* Effect.provide(signIn(), start(path("a.db")))
      const bytes = readFileSync(path("a.db"))
      const cut = bytes.subarray(0, 5000)
      const overwritten = Buffer.concat([bytes.subarray(0, 4096), Buffer.alloc(bytes.length - 4096, 7)])
      for (const damage of [cut, overwritten]) {
        writeFileSync(path("a.db"), damage)
        assert.match(yield* refusalOf(path("a.db")), /damaged/)
        assert.isTrue(readFileSync(path("a.db")).equals(damage))
      }
    })
  )

  it.effect("that is truncated or overwritten is refused", () =>
    Effect.gen(function* () {
      const { path } = yield* temporaryFolder
      yield* Effect.provide(signIn(), start(path("a.db")))
      const database = new DatabaseSync(path("a.db"))
      database.exec("CREATE TABLE long (bytes BLOB); INSERT INTO long VALUES (zeroblob(20000000))")
      database.close()
      yield* Effect.provide(Effect.void, start(path("a.db")))
      const bytes = readFileSync(path("a.db"))
      const cut = bytes.subarray(0, bytes.length - 4096)
      const overwritten = Buffer.concat([bytes.subarray(0, 100), Buffer.alloc(3996, 7), bytes.subarray(4096)])
      for (const damage of [cut, overwritten]) {
        writeFileSync(path("a.db"), damage)
        assert.match(yield* refusalOf(path("a.db")), /damaged/)
        assert.isTrue(readFileSync(path("a.db")).equals(damage))
      }
    })
  )

  it.effect("has to be in an existing folder", () =>
    Effect.gen(function* () {
      const { path } = yield* temporaryFolder
      mkdirSync(path("folder"))
      writeFileSync(path("file"), "")
      assert.include(yield* refusalOf(path("nowhere/a.db")), "folder does not exist")
      assert.include(yield* refusalOf(path("folder")), "not a file")
      assert.include(yield* refusalOf(path("file/a.db")), "not a folder")
      assert.include(yield* refusalOf(path("x".repeat(300))), "name is too long")
      assert.include(yield* refusalOf("/proc/keystile.db"), "cannot be used")
    })
  )

  it.effect("is not created for an invalid seed or option", () =>
    Effect.gen(function* () {
      const { folder, path } = yield* temporaryFolder
      const seed = { projects: [{ id: "x", displayName: "" }] }
      const broken = yield* Effect.flip(Effect.provide(Effect.void, layerTest({ database: path("a.db"), seed })))
      assert.strictEqual(broken._tag, "SeedInvalid")
      const tooShort = layerTest({ database: path("a.db"), accessTokenLifetimeSeconds: 19 })
      assert.strictEqual((yield* Effect.flip(Effect.provide(Effect.void, tooShort)))._tag, "OptionInvalid")
      assert.deepStrictEqual(readdirSync(folder), [])
      assert.isFalse(existsSync(path("a.db")))
    })
  )
})
