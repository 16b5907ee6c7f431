/** Runs the command `keystile dev` as a child process. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { createServer } from "node:net"
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"
import { temporaryFolder } from "../service/temporary-folder.ts"
import * as Client from "../../tiers/client.ts"
import type { ProcessEnd } from "./child-process.ts"
import { dev, run, start } from "./keystile-process.ts"

const ada = { email: "ada@example.com", password: "correct horse" }

interface RunningDev {
  readonly url: string
  readonly project: { readonly id: string; readonly publishableClientKey: string }
}

const clientOf = ({ project: { id, publishableClientKey }, url }: RunningDev) =>
  Client.layer({ projectId: id, publishableClientKey, baseUrl: url, tokenStore: "memory" })

const signUp = Effect.flatMap(Client.Client, (client) =>
  client.signUpWithCredential({ ...ada, verificationCallbackUrl: "http://localhost/verify" })
)
const signIn = Effect.flatMap(Client.Client, (client) => client.signInWithCredential(ada))

/** Asserts that the command exited with code 1 and one line on stderr. */
const assertRefused = ({ code, stderr, stdout }: ProcessEnd, says: string) => {
  assert.strictEqual(code, 1)
  assert.strictEqual(stdout, "")
  assert.match(stderr, /^keystile: [^\n]+\n$/)
  assert.include(stderr, says)
}

describe("keystile dev", { timeout: 60_000 }, () => {
  it.live("prints one line of JSON, serves requests, and exits with 0 on SIGTERM", () =>
    Effect.gen(function* () {
      const first = yield* dev()
      assert.strictEqual(first.projects.length, 2)
      assert.match(first.url, /^http:\/\/localhost:\d+$/)
      yield* Effect.provide(Effect.andThen(signUp, signIn), clientOf(first))
      first.process.kill("SIGTERM")
      const ended = yield* first.ended
      assert.deepStrictEqual([ended.code, ended.signal, ended.stderr], [0, null, ""])
      assert.strictEqual(ended.stdout.split("\n").length, 2)

      const second = yield* dev("--verbose")
      yield* Effect.promise(() => fetch(`${second.url}/health?secret=1`))
      second.process.kill("SIGINT")
      const interrupted = yield* second.ended
      assert.deepStrictEqual([interrupted.code, interrupted.signal], [0, null])
      assert.match(interrupted.stderr, /^\d\d:\d\d:\d\d\.\d{3} {2}GET \/health {2}200 {2}\d+ ms\n$/)
    })
  )

  it.live("keeps every acknowledged write when it is killed", () =>
    Effect.gen(function* () {
      const { path } = yield* temporaryFolder
      const first = yield* dev("--db", path("keystile.db"))
      yield* Effect.provide(signUp, clientOf(first))
      first.process.kill("SIGKILL")
      assert.strictEqual((yield* first.ended).signal, "SIGKILL")
      const second = yield* dev("--db", path("keystile.db"))
      assert.deepStrictEqual(second.projects, first.projects)
      yield* Effect.provide(signIn, clientOf(second))
    })
  )

  it.live("applies a seed file", () =>
    Effect.gen(function* () {
      const { path } = yield* temporaryFolder
      const keys = {
        publishableClientKey: "pck_chosen_key",
        secretServerKey: "ssk_chosen_key",
        superSecretAdminKey: "sak_chosen_key"
      }
      const id = "11111111-1111-4111-8111-111111111111"
      const projects = [{ id, displayName: "Seeded", keys, users: [ada] }]
      writeFileSync(path("seed.json"), JSON.stringify({ projects }))
      const started = yield* dev("--seed", path("seed.json"), "--access-token-lifetime", "20")
      assert.deepStrictEqual(started.project, { id, ...keys })
      yield* Effect.provide(signIn, clientOf(started))
    })
  )

  it.live("prints its URL and the settings to copy in a readable form", () =>
    Effect.gen(function* () {
      const { ended, line, process } = yield* start(["dev", "--port", "0"])
      yield* line(/STACK_SUPER_SECRET_ADMIN_KEY=/)
      process.kill("SIGTERM")
      const { stdout } = yield* ended
      assert.match(stdout, /http:\/\/localhost:\d+/)
      assert.match(stdout, /in memory/)
      assert.match(stdout, /^NEXT_PUBLIC_STACK_API_URL=http:\/\/localhost:\d+$/m)
      assert.match(stdout, /^NEXT_PUBLIC_STACK_PROJECT_ID=[\da-f-]{36}$/m)
      assert.match(stdout, /^NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY=pck_[\da-z]{45}$/m)
      assert.match(stdout, /^STACK_SECRET_SERVER_KEY=ssk_[\da-z]{45}$/m)
      assert.match(stdout, /^STACK_SUPER_SECRET_ADMIN_KEY=sak_[\da-z]{45}$/m)
      assert.notInclude(stdout, "\u001b", "no colors when stdout is not a terminal")
    })
  )

  it.live("reports a taken port, an unusable seed, database or option, and NODE_ENV=production in one line", () =>
    Effect.gen(function* () {
      const { folder, path } = yield* temporaryFolder
      writeFileSync(path("broken.json"), "{")
      writeFileSync(path("unquoted.json"), '{ "password": s3cret }')
      writeFileSync(path("wrong.json"), JSON.stringify({ projects: [{ id: "x", displayName: 1 }] }))
      writeFileSync(path("foreign.db"), "not a database".repeat(100))
      const db = ["--db", path("new.db")]
      const taken = createServer()
      const port = yield* Effect.callback<number>((resume) => {
        taken.listen(0, "127.0.0.1", () => {
          const address = taken.address()
          resume(Effect.succeed(typeof address === "object" && address !== null ? address.port : 0))
        })
      })
      yield* Effect.addFinalizer(() => Effect.sync(() => taken.close()))
      const cases = yield* Effect.all(
        [
          run(["dev", "--port", String(port)]),
          run(["dev", ...db, "--seed", path("missing.json")]),
          run(["dev", ...db, "--seed", path("broken.json")]),
          run(["dev", ...db, "--seed", path("unquoted.json")]),
          run(["dev", ...db, "--seed", path("wrong.json")]),
          run(["dev", "--db", path("foreign.db")]),
          run(["dev", "--db", path("nowhere/x.db")]),
          run(["dev", "--db", "mysql://root:s3cret@localhost/keystile"]),
          run(["dev", "--db", ""]),
          run(["dev", ...db, "--access-token-lifetime", "5"]),
          run(["dev", ...db], { NODE_ENV: "production" })
        ],
        { concurrency: 2 }
      )
      const says = [
        `port ${port}: something else listens there already. Choose another one with --port`,
        "missing.json cannot be read",
        "broken.json is not JSON",
        "unquoted.json is not JSON: see line 1, column 15.",
        "projects.0.id: ",
        "foreign.db cannot be used: it is no SQLite database",
        "its folder does not exist",
        "The database mysql://… cannot be used: it is neither a file's path nor a postgres:// URL",
        'The database "" cannot be used: it has no name',
        "--access-token-lifetime: ",
        "NODE_ENV is production"
      ]
      for (const [index, ended] of cases.entries()) assertRefused(ended, says[index] ?? "")
      for (const { stderr } of cases) assert.notInclude(stderr, "3cret", "no content of the file")
      assert.sameMembers(readdirSync(folder), ["broken.json", "unquoted.json", "wrong.json", "foreign.db"])
      assert.strictEqual(readFileSync(path("foreign.db"), "utf8"), "not a database".repeat(100))
    })
  )

  it.live("prints the cause of an unexpected failure", () =>
    Effect.gen(function* () {
      const { path } = yield* temporaryFolder
      yield* Effect.scoped(dev("--db", path("keystile.db")))
      const database = new DatabaseSync(path("keystile.db"))
      database.exec("DROP TABLE api_keys")
      database.close()
      const { code, stderr, stdout } = yield* run(["dev", "--port", "0", "--db", path("keystile.db")])
      assert.deepStrictEqual([code, stdout], [1, ""])
      assert.match(stderr, /^keystile: The service failed with a bug\. [^]*no such table: api_keys/)
    })
  )

  it.live("prints its help in lines of at most 100 characters", () =>
    Effect.gen(function* () {
      const [help, version, none] = yield* Effect.all([run(["dev", "--help"]), run(["--version"]), run([])], {
        concurrency: 2
      })
      assert.strictEqual(help.code, 0)
      const flags = ["--port", "--db", "--seed", "--access-token-lifetime", "--allow-host", "--private-smtp"]
      for (const flag of [...flags, "--json", "--verbose", "--force"]) {
        assert.include(help.stdout, flag)
      }
      for (const line of help.stdout.split("\n")) assert.isAtMost(line.length, 100, line)
      assert.match(version.stdout, /\d+\.\d+\.\d+/)
      assert.include(none.stdout, "dev")
    })
  )

  it.live("explains a wrong argument in one line", () =>
    Effect.gen(function* () {
      const port = "A port from 0 to 65535 (default 8102); 0 takes any free port."
      const calls: ReadonlyArray<readonly [args: ReadonlyArray<string>, says: string]> = [
        [["dev", "--prot", "3"], "Unknown flag --prot. Did you mean --port? Run `keystile dev --help` for usage."],
        [["dev", "--nonsense=s3cret"], "Unknown flag --nonsense. Run `keystile dev --help` for usage."],
        [["dev", "--port", "many"], `--port cannot be "many". ${port}`],
        [["dev", "--port", "70000"], `--port cannot be "70000". ${port}`],
        [["dev", "--port"], `--port needs a value. ${port}`],
        [["dev", "--port", "0", "--port", "0"], "--port is given 2 times. Pass it once."],
        [
          ["dev", "--allow-host", "http://fernhill.example"],
          '--allow-host cannot be "http://fernhill.example". A host'
        ],
        [["dev", "keystile.db"], 'Unexpected argument "keystile.db"'],
        [["server"], 'Unknown command "server". Did you mean serve? Run `keystile --help` for usage.']
      ]
      const cases = yield* Effect.forEach(calls, ([args]) => run(args), { concurrency: 2 })
      for (const [index, ended] of cases.entries()) {
        assertRefused(ended, calls[index]?.[1] ?? "")
        assert.notInclude(ended.stderr, "s3cret")
      }
    })
  )

  it.live("starts with NODE_ENV=production when --force is given", () =>
    Effect.gen(function* () {
      const { ended, line, process } = yield* start(["dev", "--port", "0", "--force"], { NODE_ENV: "production" })
      yield* line(/NEXT_PUBLIC_STACK_API_URL=/)
      process.kill("SIGTERM")
      assert.strictEqual((yield* ended).code, 0)
    })
  )
})
