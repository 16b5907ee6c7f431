/** The commands `keystile export` and `keystile import`, run as operators run them. */
import { assert, describe, it } from "@effect/vitest"
import { hashSync } from "bcryptjs"
import { Effect, Schema } from "effect"
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { makeRawClient } from "../service/raw-client.ts"
import { ada, PROJECT_ID } from "../service/fixture.ts"
import { usersFile } from "../service/transfer/transfer-fixture.ts"
import { makeInstallation } from "./installation.ts"
import { dev, start } from "./keystile-process.ts"
import { seedDatabase } from "./serve-cluster.ts"
import { serve } from "./serve-process.ts"

/** Makes an installation, and a database of development with a project and a user. */
const installation = Effect.gen(function* () {
  const made = yield* makeInstallation()
  const development = made.path("dev.db")
  yield* seedDatabase({ database: development })
  return { ...made, development }
})

const Created = Schema.fromJsonString(
  Schema.Struct({ id: Schema.String, keys: Schema.Struct({ publishable_client_key: Schema.String }) })
)
const Counts = Schema.Struct({ user: Schema.Int, team: Schema.Int, membership: Schema.Int, permission: Schema.Int })
const Summary = Schema.fromJsonString(Schema.Struct({ imported: Counts, existing: Counts, refused: Schema.Int }))
const readCreated = Schema.decodeUnknownSync(Created)
const readSummary = Schema.decodeUnknownSync(Summary)

type Installation = Effect.Success<typeof installation>

const createProject = ({ keystile }: Installation) =>
  Effect.map(keystile("project", "create", "Larkspur", "--json"), ({ code, stderr, stdout }) => {
    assert.strictEqual(code, 0, stderr)
    return readCreated(stdout)
  })

describe("keystile export and keystile import", () => {
  it.live("move the users of keystile dev to production, where they sign in with their passwords", () =>
    Effect.gen(function* () {
      const given = yield* installation
      const { development, environment, folder, keystile, path, url } = given
      const { id, keys } = yield* createProject(given)
      yield* serve(environment)

      const file = path("users.ndjson")
      const exported = yield* keystile("export", file, "--project", PROJECT_ID, "--dev-db", development)
      assert.strictEqual(exported.code, 0, exported.stderr)
      assert.match(exported.stdout, /^Wrote 1 users, 0 teams, 0 memberships and 8 permissions to /)
      assert.strictEqual(statSync(file).mode & 0o777, 0o600)
      assert.notInclude(readdirSync(folder).join("\n"), "partial")

      const imported = yield* keystile("import", file, "--project", id, "--json")
      assert.deepStrictEqual([imported.code, imported.stderr], [0, ""])
      assert.deepInclude(readSummary(imported.stdout), {
        imported: { user: 1, team: 0, membership: 0, permission: 0 },
        refused: 0
      })
      const client = makeRawClient(url)
      const headers = {
        "x-stack-access-type": "client",
        "x-stack-project-id": id,
        "x-stack-publishable-client-key": keys.publishable_client_key
      }
      const { json, status } = yield* client.send("POST", "/api/v1/auth/password/sign-in", ada, headers)
      assert.strictEqual(status, 200, JSON.stringify(json))

      const audit = yield* keystile("audit", "list", "--project", id)
      assert.include(audit.stdout, "keystile import  succeeded  by operator ")
      const own = yield* keystile("export", path("own.ndjson"), "--project", id)
      assert.strictEqual(own.code, 0, own.stderr)
    }).pipe(Effect.scoped)
  )

  it.live("import into the database of a running keystile dev, where the users sign in", () =>
    Effect.gen(function* () {
      const { keystile, path } = yield* installation
      const database = path("tried.db")
      const { project, url } = yield* dev("--db", database)
      const file = path("clerk.csv")
      writeFileSync(
        file,
        `id,primary_email_address,verified_email_addresses,password_digest,password_hasher\n` +
          `user_2a,${ada.email},${ada.email},${hashSync(ada.password, 4)},bcrypt\n`
      )

      const options = ["--project", project.id, "--from", "clerk", "--dev-db", database]
      const imported = yield* keystile("import", file, ...options, "--json")
      assert.deepStrictEqual([imported.code, imported.stderr], [0, ""])
      assert.strictEqual(readSummary(imported.stdout).imported.user, 1)
      const headers = {
        "x-stack-access-type": "client",
        "x-stack-project-id": project.id,
        "x-stack-publishable-client-key": project.publishableClientKey
      }
      const { json, status } = yield* makeRawClient(url).send("POST", "/api/v1/auth/password/sign-in", ada, headers)
      assert.strictEqual(status, 200, JSON.stringify(json))
    }).pipe(Effect.scoped)
  )

  it.live(
    "continue after kill -9 with the same file, and import nothing twice",
    () =>
      Effect.gen(function* () {
        const given = yield* installation
        const { environment, keystile, path } = given
        const { id } = yield* createProject(given)
        const file = path("users.ndjson")
        const count = 25_000
        writeFileSync(file, usersFile(count))
        const command = ["import", file, "--project", id, "--json"]

        const killed = yield* start(command, environment)
        // The first line of progress: 10,000 users are imported.
        killed.process.stderr?.once("data", () => killed.process.kill("SIGKILL"))
        assert.strictEqual((yield* killed.ended).signal, "SIGKILL")

        const rest = yield* keystile(...command)
        assert.strictEqual(rest.code, 0, rest.stderr)
        const { existing, imported } = readSummary(rest.stdout)
        assert.isAtLeast(existing.user, 10_000)
        assert.strictEqual(imported.user + existing.user, count)
        const third = readSummary((yield* keystile(...command)).stdout)
        assert.deepStrictEqual([third.imported.user, third.existing.user], [0, count])

        const exported = yield* keystile("export", path("again.ndjson"), "--project", id)
        assert.match(exported.stdout, /^Wrote 25000 users, /)
        assert.match(exported.stderr, /^10000 users\n20000 users\n$/)
      }).pipe(Effect.scoped),
    180_000
  )

  it.live.each([
    ["SIGINT", 130],
    ["SIGTERM", 143]
  ] as const)(
    "end with the exit code of the signal when %s interrupts them",
    ([signal, code]) =>
      Effect.gen(function* () {
        const given = yield* installation
        const { id } = yield* createProject(given)
        const file = given.path("users.ndjson")
        writeFileSync(file, usersFile(25_000))
        const interrupted = yield* start(["import", file, "--project", id], given.environment)
        // The first line of progress: 10,000 users are imported.
        interrupted.process.stderr?.once("data", () => interrupted.process.kill(signal))
        assert.deepInclude(yield* interrupted.ended, { code, stdout: "" })
      }).pipe(Effect.scoped),
    120_000
  )

  it.live("report each damaged line with its number, and end with code 1", () =>
    Effect.gen(function* () {
      const given = yield* installation
      const { id } = yield* createProject(given)
      const file = given.path("users.ndjson")
      const lines = usersFile(3).split("\n")
      writeFileSync(file, lines.with(2, "\u001b[2J{").join("\n"))
      const { code, stderr, stdout } = yield* given.keystile("import", file, "--project", id)
      assert.strictEqual(code, 1)
      assert.include(stdout, "Imported 2 users, 0 teams, 0 memberships and 0 permissions. 2 problems.")
      assert.include(stderr, "line 3: It is not JSON.")
      assert.include(stderr, "line 5: The file is incomplete: it has 3 of type user, and 2 were found.")
      assert.include(stderr, "keystile: 2 problems were reported above. Correct the file and run the command again")
      assert.notInclude(stderr, "\u001b")
    }).pipe(Effect.scoped)
  )

  it.live("say what to do about unusable arguments, and change nothing", () =>
    Effect.gen(function* () {
      const given = yield* installation
      const { keystile, path } = given
      const { id } = yield* createProject(given)
      const file = path("kept.ndjson")
      writeFileSync(file, "kept")
      for (const [args, message] of [
        [["export", file, "--project", id], "exists and is not overwritten. Move it away first."],
        [["export", path("none/users"), "--project", id], "cannot be written: ENOENT"],
        [
          ["export", path("new"), "--project", "none"],
          "There is no project none. `keystile project list` shows the ids."
        ],
        [["export", path("new")], "Missing required flag: --project"],
        [["export", "--project", id], "The argument file is missing."],
        [["import", path("new"), "--project", id], "The file cannot be read: "],
        [["import", given.folder, "--project", id], "is not a file."],
        [["import", file, "--project", "internal"], "There is no project internal."],
        [
          ["import", file, "--project", id, "--from", "okta"],
          '--from cannot be "okta". The format of the file: keystile'
        ],
        [["import", file, "--project", id, "--from", "firebase"], "--from firebase needs --hash-config FILE"],
        [["import", file, "--project", id, "--hash-config", file], "--hash-config belongs to --from firebase."],
        [["import", file, "--project", id], "line 1: It is not the header of an export of Keystile."]
      ] as const) {
        const { code, stderr } = yield* keystile(...args)
        assert.deepStrictEqual([code, stderr.includes(message)], [1, true], `${args.join(" ")}: ${stderr}`)
      }
      assert.strictEqual(readFileSync(file, "utf8"), "kept")
      assert.isFalse(existsSync(path("new")))
    }).pipe(Effect.scoped)
  )
})
