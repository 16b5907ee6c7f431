/** The command `keystile seed export`, run as developers run it. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"
import { ada, GIF, seedWith, USER_ID } from "../service/fixture.ts"
import { temporaryFolder } from "../service/temporary-folder.ts"
import { makeSeededInstallation } from "./installation.ts"
import { dev, run } from "./keystile-process.ts"
import { seedDatabase } from "./serve-cluster.ts"
import { serve } from "./serve-process.ts"
import { serverWith } from "./server-with.ts"

const TEAM_ID = "dddddddd-dddd-4ddd-8ddd-dddddddddddd"

const full = seedWith({
  description: "Trees",
  config: {
    magicLinkEnabled: true,
    emailConfig: {
      type: "standard",
      host: "mail.fernhill.example",
      port: 587,
      username: "fernhill",
      password: "between us",
      senderName: "Fernhill",
      senderEmail: "mail@fernhill.example"
    },
    oauthProviders: [
      { type: "shared", id: "github" },
      { type: "standard", id: "google", enabled: false, clientId: "client", clientSecret: "client secret" }
    ]
  },
  domains: [{ domain: "https://fernhill.example", handlerPath: "/handler" }],
  projectPermissions: { definitions: [{ id: "staff" }], userDefaults: [] },
  webhooks: [{ url: "http://localhost:9000/hooks", secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw" }],
  users: [
    { id: USER_ID, ...ada, emailVerified: true, displayName: "Ada", profileImageUrl: GIF, permissionIds: ["staff"] },
    { email: "ben@example.com", restrictedByAdmin: true, restrictedByAdminReason: "Spam" }
  ],
  teams: [{ id: TEAM_ID, displayName: "Pickers", members: [{ user: USER_ID, isSelected: true }] }]
})

const Summary = Schema.fromJsonString(
  Schema.Struct({
    file: Schema.String,
    projects: Schema.Int,
    users: Schema.Int,
    teams: Schema.Int,
    left_out: Schema.Array(Schema.Struct({ what: Schema.String, count: Schema.Int }))
  })
)
const readSummary = Schema.decodeUnknownSync(Summary)
const readText = (file: string) => readFileSync(file, "utf8")

const exportTo = (file: string, ...args: ReadonlyArray<string>) => run(["seed", "export", file, ...args])

describe("keystile seed export", () => {
  it.live("writes the file that the console downloads, and keystile dev --seed restores the same state", () =>
    Effect.gen(function* () {
      const { folder, path } = yield* temporaryFolder
      writeFileSync(path("start.json"), JSON.stringify(full))
      const first = yield* dev("--seed", path("start.json"))
      const { code, stderr, stdout } = yield* exportTo(path("seed.json"), "--url", first.url)
      assert.deepStrictEqual([code, stderr], [0, ""])
      assert.match(stdout, /^Wrote 2 projects, 3 users and 1 team to .*seed\.json\n$/)
      assert.strictEqual(statSync(path("seed.json")).mode & 0o777, 0o600)
      assert.notInclude(readdirSync(folder).join("\n"), "partial")

      const downloaded = yield* Effect.promise(async () => {
        const response = await fetch(`${first.url}/_keystile/seed/export`)
        return (await response.json()) as { readonly seed: object }
      })
      assert.strictEqual(readText(path("seed.json")), `${JSON.stringify(downloaded.seed, null, 2)}\n`)
      assert.notInclude(readText(path("seed.json")), ada.password)

      const second = yield* dev("--seed", path("seed.json"), "--db", path("second.db"))
      yield* exportTo(path("again.json"), "--url", second.url)
      assert.strictEqual(readText(path("again.json")), readText(path("seed.json")))
      // The database says the same as the service that runs on it.
      const ofDatabase = yield* exportTo(path("database.json"), "--db", path("second.db"))
      assert.deepStrictEqual([ofDatabase.code, ofDatabase.stderr], [0, ""])
      assert.strictEqual(readText(path("database.json")), readText(path("seed.json")))
    }).pipe(Effect.scoped)
  )

  it.live("counts on stderr what a seed cannot say, and prints the counts as JSON", () =>
    Effect.gen(function* () {
      const { path } = yield* temporaryFolder
      const { project, url } = yield* dev()
      const response = yield* Effect.promise(() =>
        fetch(`${url}/api/v1/auth/anonymous/sign-up`, {
          method: "POST",
          headers: {
            "x-stack-access-type": "client",
            "x-stack-project-id": project.id,
            "x-stack-publishable-client-key": project.publishableClientKey
          }
        })
      )
      assert.strictEqual(response.status, 200)
      const { stderr, stdout } = yield* exportTo(path("seed.json"), "--url", url, "--json")
      assert.strictEqual(stderr, "A seed cannot say everything. Left out:\n  1 anonymous users\n")
      assert.deepInclude(readSummary(stdout), {
        file: path("seed.json"),
        projects: 1,
        users: 0,
        left_out: [{ what: "anonymous users", count: 1 }]
      })
    }).pipe(Effect.scoped)
  )

  it.live("reads the database that KEYSTILE_DB names", () =>
    Effect.gen(function* () {
      const { path } = yield* temporaryFolder
      yield* seedDatabase({ database: path("dev.db"), seed: full })
      const environment = { KEYSTILE_DB: path("dev.db") }
      const { code, stderr, stdout } = yield* run(["seed", "export", path("seed.json")], environment)
      assert.deepStrictEqual([code, stderr], [0, ""])
      assert.match(stdout, /^Wrote 2 projects, 3 users and 1 team to /)
    }).pipe(Effect.scoped)
  )

  it.live("replaces an existing file only with --force, and keeps it if the export fails", () =>
    Effect.gen(function* () {
      const { folder, path } = yield* temporaryFolder
      yield* seedDatabase({ database: path("dev.db") })
      const file = path("kept.json")
      writeFileSync(file, "kept", { mode: 0o644 })
      const refused = yield* exportTo(file, "--db", path("dev.db"))
      assert.strictEqual(refused.code, 1)
      assert.include(refused.stderr, `${file} exists and is not overwritten. Pass --force to replace it.`)
      const failed = yield* exportTo(file, "--force", "--db", path("none.db"))
      assert.strictEqual(failed.code, 1)
      assert.strictEqual(readText(file), "kept")

      const replaced = yield* exportTo(file, "--force", "--db", path("dev.db"))
      assert.deepStrictEqual([replaced.code, replaced.stderr], [0, ""])
      assert.include(readText(file), USER_ID)
      assert.strictEqual(statSync(file).mode & 0o777, 0o600)
      assert.notInclude(readdirSync(folder).join("\n"), "partial")
    }).pipe(Effect.scoped)
  )

  it.live("says what to do about unusable arguments, and creates nothing", () =>
    Effect.gen(function* () {
      const { path } = yield* temporaryFolder
      writeFileSync(path("notes.txt"), "no database")
      mkdirSync(path("folder"))
      const target = path("seed.json")
      for (const [args, message] of [
        [["--db", path("none.db")], "none.db does not exist. Check the path."],
        [["--db", ":memory:"], "A database in memory belongs to the process of keystile dev. Pass --url"],
        [["--db", path("notes.txt")], "it is no SQLite database. Choose another file."],
        [["--db", "mysql://root:hunter2@db/users"], "it is neither a file's path nor a postgres:// URL."],
        [["--db", path("none.db"), "--url", "http://localhost:1"], "--url and --db exclude each other."],
        [["--url", "http://127.0.0.1:1"], "There is no response from http://127.0.0.1:1. Start keystile dev,"],
        [["--url", "file:///etc/passwd"], "--url is no address of a service."],
        [["--url", "http://ada:hunter2@127.0.0.1"], "--url is no address of a service."],
        [["--ulr", "http://127.0.0.1:1"], "Unknown flag --ulr. Did you mean --url?"]
      ] as const) {
        const { code, stderr } = yield* exportTo(target, ...args)
        assert.deepStrictEqual([code, stderr.includes(message)], [1, true], `${args.join(" ")}: ${stderr}`)
        assert.notInclude(stderr, "hunter2")
      }
      assert.isFalse(existsSync(target))
      assert.isFalse(existsSync(path("none.db")))
      const folder = yield* exportTo(path("folder"), "--force", "--url", "http://127.0.0.1:1")
      assert.strictEqual(folder.code, 1)
      const missing = yield* run(["seed", "export"])
      assert.include(missing.stderr, "The argument file is missing. Run `keystile seed export --help` for usage.")
    }).pipe(Effect.scoped)
  )

  it.live("refuses responses that are no seed, and prints no control characters of them", () =>
    Effect.gen(function* () {
      const { path } = yield* temporaryFolder
      const exported = (seed: unknown, what = "passkeys") =>
        JSON.stringify({ seed, left_out: [{ what: `\u001b[2J${what}`, count: 1 }] })
      for (const [response, message] of [
        [[200, "<html>"], "is not keystile dev. Pass its address with --url."],
        [[200, '{"seed":{"projects":[]}}'], "is not keystile dev."],
        [[404, "Not found"], "is not keystile dev."],
        [[302, "", { location: "http://127.0.0.1:1" }], "There is no response from "],
        [[409, '{"error":"\\u001b[2JToo large"}'], "refused the export (409): Too large"],
        [[200, exported({ projects: [{ id: "\u001b[2J" }] })], "This version of keystile cannot use the seed of "]
      ] as const) {
        const [status, body, headers] = response
        const { url } = yield* serverWith(status, body, headers)
        const { code, stderr, stdout } = yield* exportTo(path("seed.json"), "--url", url)
        assert.deepStrictEqual([code, stdout, stderr.includes(message)], [1, "", true], stderr)
        assert.notInclude(stderr, "\u001b")
      }
      assert.isFalse(existsSync(path("seed.json")))

      const { url } = yield* serverWith(200, exported({ projects: [] }))
      const { code, stderr } = yield* exportTo(path("seed.json"), "--url", url)
      assert.deepStrictEqual([code, stderr], [0, "A seed cannot say everything. Left out:\n  1 passkeys\n"])
    }).pipe(Effect.scoped)
  )

  it.live("refuses a database that lacks a migration, and does not apply it", () =>
    Effect.gen(function* () {
      const { path } = yield* temporaryFolder
      yield* seedDatabase({ database: path("dev.db") })
      const database = yield* Effect.acquireRelease(
        Effect.sync(() => new DatabaseSync(path("dev.db"))),
        (opened) => Effect.sync(() => opened.close())
      )
      database.exec("DELETE FROM migrations WHERE migration_id = 41")
      const { code, stderr } = yield* exportTo(path("seed.json"), "--db", path("dev.db"))
      assert.strictEqual(code, 1)
      assert.match(stderr, /it lacks 1 migration\(s\) of this version\. Make a backup, then start the service/)
      assert.lengthOf(database.prepare("SELECT * FROM migrations WHERE migration_id = 41").all(), 0)
      assert.isFalse(existsSync(path("seed.json")))
    }).pipe(Effect.scoped)
  )

  it.live("refuses a database of keystile serve without a change", () =>
    Effect.gen(function* () {
      const { database, environment, path } = yield* makeSeededInstallation()
      yield* serve(environment)
      const { code, stderr } = yield* exportTo(path("seed.json"), "--db", database)
      assert.strictEqual(code, 1)
      assert.include(stderr, "The database is one of keystile serve")
      assert.isFalse(existsSync(path("seed.json")))
    }).pipe(Effect.scoped)
  )
})
