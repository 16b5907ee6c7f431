/** The command `keystile serve`, run as users run it. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { chmodSync, existsSync, writeFileSync } from "node:fs"
import { Agent, request } from "node:http"
import { connect, createServer, type Server, type Socket } from "node:net"
import { DatabaseSync } from "node:sqlite"
import { listOf } from "../service/breached-passwords/lists.ts"
import { credentials, smtpServer } from "../service/smtp-servers.ts"
import { temporaryFolder } from "../service/temporary-folder.ts"
import { type Environment, run, start } from "./keystile-process.ts"
import { serve } from "./serve-process.ts"

/** Secrets that no output may contain. */
const secret = "cAnArY-of-the-secrets-8ebf9b8c1d0a4f7e92b3"

const required = Effect.map(temporaryFolder, ({ path }) => ({
  KEYSTILE_PUBLIC_URL: "http://auth.localhost:8102",
  KEYSTILE_DB: path("keystile.db"),
  KEYSTILE_SECRETS: secret,
  KEYSTILE_MAIL: "log"
}))

/** Sends a request with any Host header, which `fetch` does not allow. Returns the response as text. */
const get = (port: number, path: string, host: string) =>
  Effect.callback<string>((resume) => {
    const socket = connect(port, "127.0.0.1", () =>
      socket.write(`GET ${path} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`)
    )
    let response = ""
    socket.on("data", (chunk: Buffer) => {
      response += chunk.toString()
    })
    socket.on("close", () => resume(Effect.succeed(response)))
  })

const Report = Schema.fromJsonString(
  Schema.Struct({
    ok: Schema.Boolean,
    settings: Schema.Record(Schema.String, Schema.Struct({ value: Schema.String, source: Schema.String })),
    checks: Schema.Array(Schema.Struct({ name: Schema.String, outcome: Schema.String, detail: Schema.String }))
  })
)

/** Runs `keystile serve --check --json`. */
const check = Effect.fnUntraced(function* (environment: Environment, ...args: ReadonlyArray<string>) {
  const ended = yield* run(["serve", "--check", "--json", ...args], environment)
  const report = yield* Schema.decodeUnknownEffect(Report)(ended.stdout)
  const outcomes = Object.fromEntries(report.checks.map(({ name, outcome }) => [name, outcome]))
  return { ...ended, report, outcomes }
})

describe("keystile serve", () => {
  it.live("serves under its public URL only, without the tools of development, and prints no key", () =>
    Effect.gen(function* () {
      const environment = yield* required
      const { ended, port, process } = yield* serve(environment)
      assert.match(yield* get(port, "/health?db=1", "auth.localhost:8102"), /^HTTP\/1\.1 200 [^]*\{"status":"ok"\}$/)
      for (const host of ["localhost", `127.0.0.1:${port}`, "auth.localhost", "evil.example"]) {
        assert.match(yield* get(port, "/health", host), /^HTTP\/1\.1 403 /, host)
      }
      for (const path of ["/_keystile/projects", "/_keystile/mails", "/", "/openapi"]) {
        assert.match(yield* get(port, path, "auth.localhost:8102"), /^HTTP\/1\.1 404 /, path)
      }
      process.kill("SIGTERM")
      const { code, stderr, stdout } = yield* ended
      assert.strictEqual(code, 0, stderr)
      assert.notMatch(stdout + stderr, /cAnArY|pck_|ssk_|sak_/)
      const database = new DatabaseSync(environment.KEYSTILE_DB)
      assert.deepStrictEqual(database.prepare("SELECT id FROM projects").all(), [])
      database.close()
    }).pipe(Effect.scoped)
  )

  it.live("keeps idle connections of a trusted proxy for ten minutes, and stops at once with one open", () =>
    Effect.gen(function* () {
      const { ended, port, process } = yield* serve(yield* required, "--trusted-proxies", "1")
      const socket = yield* Effect.acquireRelease(
        Effect.sync(() => connect(port, "127.0.0.1")),
        (opened) => Effect.sync(() => opened.destroy())
      )
      const response = yield* Effect.callback<string>((resume) => {
        socket.once("data", (chunk: Buffer) => resume(Effect.succeed(chunk.toString())))
        socket.write("GET /health HTTP/1.1\r\nhost: auth.localhost:8102\r\n\r\n")
      })
      assert.match(response, /^HTTP\/1\.1 200 [^]*\r\nkeep-alive: timeout=620\r\n/i)
      process.kill("SIGTERM")
      assert.strictEqual((yield* ended).code, 0)
    }).pipe(Effect.scoped)
  )

  it.live("names everything that is missing, one a line, and does not start", () =>
    Effect.gen(function* () {
      const { code, stderr, stdout } = yield* run(["serve"])
      assert.strictEqual(code, 1)
      assert.strictEqual(stdout, "")
      const lines = stderr.trim().split("\n")
      assert.strictEqual(lines[0], "keystile: The configuration cannot be used:")
      const names = ["KEYSTILE_PUBLIC_URL", "KEYSTILE_DB", "KEYSTILE_SECRETS", "KEYSTILE_MAIL"]
      assert.deepStrictEqual(
        lines.slice(1).map((line) => /^ {2}- (\w+) is missing\./.exec(line)?.[1]),
        names
      )
    }).pipe(Effect.scoped)
  )

  it.live("has no flag for secrets, and does not repeat one that is given", () =>
    Effect.gen(function* () {
      const args = ["serve", `--secrets=${secret}`]
      const { code, stderr, stdout } = yield* run(args, yield* required)
      assert.strictEqual(code, 1)
      assert.match(stderr, /Unknown flag --secrets/)
      assert.notInclude(stdout + stderr, "cAnArY")
    }).pipe(Effect.scoped)
  )

  it.live("applies no migration to a database that its secrets do not decrypt", () =>
    Effect.gen(function* () {
      const { database, environment } = yield* usedDatabase
      database.exec("DROP TABLE webhook_portal_tokens; DELETE FROM migrations WHERE migration_id = 33")
      const applied = () => database.prepare("SELECT * FROM migrations WHERE migration_id = 33").all().length
      const wrong = { ...environment, KEYSTILE_SECRETS: "another-secret-1d0a4f7e92b38ebf9b8c" }
      const { code, stderr } = yield* run(["serve"], wrong)
      assert.strictEqual(code, 1)
      assert.include(stderr, "The database is encrypted with the secret whose key id is")
      assert.strictEqual(applied(), 0)
      yield* serve(environment)
      assert.strictEqual(applied(), 1)
    }).pipe(Effect.scoped)
  )

  it.live("names a port that is in use, and what to do", () =>
    Effect.gen(function* () {
      const environment = yield* required
      const { port } = yield* serve(environment)
      const { code, stderr } = yield* Effect.flatMap(
        start(["serve", "--port", String(port)], environment),
        ({ ended }) => ended
      )
      assert.strictEqual(code, 1)
      assert.match(stderr, new RegExp(`Cannot listen on port ${port}: .* Choose another one with --port`))
    }).pipe(Effect.scoped)
  )
})

/** Opens a connection and writes a text. Returns what arrives until the other side closes it. */
const open = (port: number, text: string) =>
  Effect.acquireRelease(
    Effect.callback<{ readonly socket: Socket; readonly response: Promise<string> }>((resume) => {
      const socket = connect(port, "127.0.0.1", () => {
        socket.write(text)
        resume(Effect.succeed({ socket, response }))
      })
      socket.on("error", () => {})
      const response = new Promise<string>((resolve) => {
        let received = ""
        socket.on("data", (chunk: Buffer) => {
          received += chunk.toString()
        })
        socket.on("close", () => resolve(received))
      })
    }),
    ({ socket }) => Effect.sync(() => socket.destroy())
  )

const body = JSON.stringify({ email: "ada@example.com", password: "cAnArY-password" })
const head = [
  "POST /api/v1/auth/password/sign-in HTTP/1.1",
  "host: auth.localhost:8102",
  "content-type: application/json",
  `content-length: ${body.length}`
].join("\r\n")

/** Resolves when nothing listens on the port any more. */
const refuses = (port: number): Effect.Effect<void> =>
  Effect.callback<boolean>((resume) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy()
      resume(Effect.succeed(false))
    })
    socket.on("error", () => resume(Effect.succeed(true)))
  }).pipe(Effect.repeat({ until: (refused) => refused }), Effect.asVoid)

describe("stopping keystile serve", () => {
  it.live("completes a request that has begun, after it stopped listening", () =>
    Effect.gen(function* () {
      const { ended, port, process } = yield* serve(yield* required)
      const { response, socket } = yield* open(port, `${head}\r\n\r\n${body.slice(0, 5)}`)
      // The request has begun: a later one on another connection has its response.
      assert.match(yield* get(port, "/livez", ""), /^HTTP\/1\.1 200 /)
      process.kill("SIGTERM")
      yield* refuses(port)
      socket.write(body.slice(5))
      assert.match(
        yield* Effect.promise(() => response),
        /^HTTP\/1\.1 400 [^]*\r\nconnection: close\r\n[^]*ACCESS_TYPE/i
      )
      assert.strictEqual((yield* ended).code, 0)
    }).pipe(Effect.scoped)
  )

  it.live("ends a request that never completes after the timeout", () =>
    Effect.gen(function* () {
      const { ended, port, process } = yield* serve(yield* required, "--drain-timeout", "1")
      const { response } = yield* open(port, `${head}\r\n\r\n${body.slice(0, 5)}`)
      assert.match(yield* get(port, "/livez", ""), /^HTTP\/1\.1 200 /)
      process.kill("SIGTERM")
      assert.strictEqual((yield* ended).code, 0)
      assert.strictEqual(yield* Effect.promise(() => response), "")
    }).pipe(Effect.scoped)
  )

  it.live("fails no request of a balancer that follows /readyz", () =>
    Effect.gen(function* () {
      const { ended, port, process } = yield* serve(yield* required, "--drain-delay", "4", "--metrics-port", "0")
      let isReady = true
      let responses = 0
      const agent = new Agent({ keepAlive: true, maxSockets: 20 })
      const send = (path: string) =>
        Effect.callback<number>((resume) => {
          const headers = { host: "auth.localhost:8102" }
          request({ agent, port, host: "127.0.0.1", path, headers }, (response) => {
            response.resume()
            response.once("end", () => resume(Effect.succeed(response.statusCode ?? 0)))
          })
            .once("error", () => resume(Effect.succeed(0)))
            .end()
        })
      const statuses = new Set<number>()
      const ask = Effect.gen(function* () {
        statuses.add(yield* send("/health?db=1"))
        responses++
        if (responses === 500) process.kill("SIGTERM")
      })
      const worker = Effect.repeat(ask, { while: () => isReady })
      const probe = Effect.map(send("/readyz"), (status) => {
        isReady = status === 200
      })
      const balancer = Effect.repeat(probe, { while: () => isReady })
      yield* Effect.all([balancer, ...Array.from({ length: 10 }, () => worker)], { concurrency: "unbounded" })
      agent.destroy()
      assert.deepStrictEqual([...statuses], [200])
      assert.isAtLeast(responses, 500)
      assert.strictEqual((yield* ended).code, 0)
    }).pipe(Effect.scoped)
  )

  it.live("does not wait for balancers any more after a second signal", () =>
    Effect.gen(function* () {
      const { ended, line, process } = yield* serve({ ...(yield* required), KEYSTILE_DRAIN_DELAY: "3600" })
      process.kill("SIGINT")
      yield* line(/Stopping/)
      process.kill("SIGINT")
      assert.strictEqual((yield* ended).code, 0)
    }).pipe(Effect.scoped)
  )

  it.live("serves metrics on their own port", () =>
    Effect.gen(function* () {
      const { ended, line, port, process } = yield* serve(yield* required, "--metrics-port", "0")
      const metricsPort = Number(/:(\d+)\/metrics/.exec(yield* line(/Metrics on/))?.[1])
      yield* get(port, "/health", "auth.localhost:8102")
      const metrics = yield* get(metricsPort, "/metrics", "10.0.0.7:9102")
      assert.match(metrics, /keystile_http_requests_total\{method="GET",route="\/health",status="200"\} 1/)
      assert.match(yield* get(port, "/metrics", "auth.localhost:8102"), /^HTTP\/1\.1 404 /)
      process.kill("SIGTERM")
      const { code, stdout } = yield* ended
      assert.strictEqual(code, 0)
      for (const entry of stdout.trim().split("\n")) JSON.parse(entry)
    }).pipe(Effect.scoped)
  )
})

/** The database of a service that was started once, for tests that change it. */
const usedDatabase = Effect.gen(function* () {
  const environment = yield* required
  const { ended, process } = yield* serve(environment)
  process.kill("SIGTERM")
  yield* ended
  const database = yield* Effect.acquireRelease(
    Effect.sync(() => new DatabaseSync(environment.KEYSTILE_DB)),
    (opened) => Effect.sync(() => opened.close())
  )
  return { database, environment }
})

/** A server that accepts connections and never responds. */
const silentServer = Effect.suspend(() => {
  const server = createServer()
  return Effect.acquireRelease(
    Effect.callback<{ readonly server: Server; readonly port: number }>((resume) => {
      server.listen(0, "127.0.0.1", () => {
        const address = server.address()
        resume(Effect.succeed({ server, port: typeof address === "object" && address !== null ? address.port : 0 }))
      })
    }),
    () => Effect.sync(() => server.close())
  )
})

describe("keystile serve --check", () => {
  it.live.each(["--check", "--check=true"])(
    "ends with the exit code of the signal that interrupts it, given as %s",
    (flag) =>
      Effect.gen(function* () {
        const { port, server } = yield* silentServer
        const checking = yield* start(["serve", flag], {
          ...(yield* required),
          KEYSTILE_MAIL: `smtp://mailer:cAnArY@127.0.0.1:${port}`
        })
        server.once("connection", () => checking.process.kill("SIGTERM"))
        assert.deepInclude(yield* checking.ended, { code: 143, stdout: "" })
      }).pipe(Effect.scoped)
  )

  it.live("reports each setting with its source, and creates no database", () =>
    Effect.gen(function* () {
      const environment = yield* required
      const { code, outcomes, report } = yield* check(environment, "--trusted-proxies", "1")
      assert.strictEqual(code, 0)
      assert.isTrue(report.ok)
      assert.deepInclude(report.settings, {
        secrets: { value: "1 secret", source: "KEYSTILE_SECRETS" },
        trustedProxies: { value: "1", source: "--trusted-proxies" },
        port: { value: "8102", source: "default" }
      })
      assert.deepStrictEqual(outcomes, {
        database: "passed",
        secrets: "passed",
        clock: "warning",
        mail: "warning",
        publicUrl: "warning"
      })
      assert.isFalse(existsSync(environment.KEYSTILE_DB))
    }).pipe(Effect.scoped)
  )

  it.live("prints a table for people, without the secrets", () =>
    Effect.gen(function* () {
      const environment = {
        ...(yield* required),
        KEYSTILE_MAIL: "smtp://mailer:cAnArY-mail@127.0.0.1:1",
        KEYSTILE_DB: "postgres://keystile:cAnArY-db@127.0.0.1:1/keystile"
      }
      const { code, stderr, stdout } = yield* Effect.flatMap(
        start(["serve", "--check"], environment),
        ({ ended }) => ended
      )
      assert.strictEqual(code, 1)
      assert.match(stdout, /^ {2}database +postgres:\/\/keystile@127\.0\.0\.1:1\/keystile +KEYSTILE_DB$/m)
      assert.match(stdout, /^ {2}mail +smtp:\/\/mailer:\*\*\*@127\.0\.0\.1:1 +KEYSTILE_MAIL$/m)
      assert.match(stdout, /^ {2}✗ database +No server responds there\.$/m)
      assert.match(stdout, /^ {2}✗ mail +The connection to the mail server cannot be made/m)
      assert.match(stderr, /see the failed checks/)
      assert.notInclude(stdout + stderr, "cAnArY")
    }).pipe(Effect.scoped)
  )

  it.live("checks the list of breached passwords, which a start requires, too", () =>
    Effect.gen(function* () {
      const { path } = yield* temporaryFolder
      const environment = { ...(yield* required), KEYSTILE_BREACHED_PASSWORDS: path("list.txt") }
      writeFileSync(path("list.txt"), listOf(["password", "123456"]))
      const { outcomes, report } = yield* check(environment)
      assert.deepInclude(outcomes, { breachedPasswords: "passed" })
      assert.deepInclude(report.settings, {
        breachedPasswords: { value: path("list.txt"), source: "KEYSTILE_BREACHED_PASSWORDS" }
      })
      writeFileSync(path("list.txt"), "password\n123456\n")
      const wrong = yield* check(environment)
      assert.strictEqual(wrong.code, 1)
      const list = path("list.txt")
      const problem = `The list of breached passwords ${list} cannot be used: the line at byte 0 has no SHA-1 hash.`
      const failed = wrong.report.checks.find(({ name }) => name === "breachedPasswords")
      assert.include(failed?.detail, problem)
      const started = yield* run(["serve"], environment)
      assert.strictEqual(started.code, 1)
      assert.include(started.stderr, problem)
      assert.isFalse(existsSync(environment.KEYSTILE_DB))
    }).pipe(Effect.scoped)
  )

  it.live("signs in to the mail server", () =>
    Effect.gen(function* () {
      const environment = yield* required
      const { received, settings } = yield* smtpServer()
      const mailWith = (password: string) =>
        `smtp://${credentials.username}:${encodeURIComponent(password)}@127.0.0.1:${settings.port}`
      const right = yield* check({ ...environment, KEYSTILE_MAIL: mailWith(credentials.password) })
      assert.deepInclude(right.outcomes, { mail: "passed" })
      assert.strictEqual(right.code, 0)
      const wrong = yield* check({ ...environment, KEYSTILE_MAIL: mailWith("cAnArY") })
      assert.deepInclude(wrong.outcomes, { mail: "failed" })
      assert.strictEqual(wrong.code, 1)
      assert.match(wrong.stdout, /does not accept the user name and password/)
      assert.notInclude(wrong.stdout + wrong.stderr, "cAnArY")
      assert.deepStrictEqual(received, [])
    }).pipe(Effect.scoped)
  )

  it.live(
    "gives up on a mail server that accepts the connection and never responds",
    () =>
      Effect.gen(function* () {
        const { port } = yield* silentServer
        const { code, report } = yield* check({
          ...(yield* required),
          KEYSTILE_MAIL: `smtp://mailer:cAnArY@127.0.0.1:${port}`
        })
        assert.strictEqual(code, 1)
        assert.deepInclude(report.checks, {
          name: "mail",
          outcome: "failed",
          detail: "The mail server did not respond in time. Check its host name and port."
        })
      }).pipe(Effect.scoped),
    60_000
  )

  it.live("tries the secrets on the database, and names the key id of a missing one", () =>
    Effect.gen(function* () {
      const { environment } = yield* usedDatabase
      assert.deepInclude((yield* check(environment)).outcomes, { secrets: "passed" })
      const other = yield* check({ ...environment, KEYSTILE_SECRETS: "aNoThEr-secret-of-more-than-32-bytes-8ebf9b8c" })
      assert.strictEqual(other.code, 1)
      assert.deepInclude(other.outcomes, { database: "passed", secrets: "failed" })
      assert.match(other.stdout, /The database is encrypted with the secret whose key id is [\w-]{8};/)
      assert.notMatch(other.stdout + other.stderr, /cAnArY|aNoThEr/)
    }).pipe(Effect.scoped)
  )

  it.live("warns of a database that other users of the machine can open", () =>
    Effect.gen(function* () {
      const { environment } = yield* usedDatabase
      chmodSync(environment.KEYSTILE_DB, 0o640)
      const { code, outcomes, stdout } = yield* check(environment)
      assert.strictEqual(code, 0)
      assert.deepInclude(outcomes, { database: "warning", secrets: "passed" })
      assert.include(stdout, "all migrations are applied. Other users of this machine can open the database")
    }).pipe(Effect.scoped)
  )

  it.live("counts migrations that are missing without applying them", () =>
    Effect.gen(function* () {
      const { database, environment } = yield* usedDatabase
      database.exec("DELETE FROM migrations WHERE migration_id = 41")
      const { outcomes, stdout } = yield* check(environment)
      assert.deepInclude(outcomes, { database: "passed", clock: "passed" })
      assert.include(stdout, "the start applies 1 more migration(s)")
      assert.lengthOf(database.prepare("SELECT * FROM migrations WHERE migration_id = 41").all(), 0)
    }).pipe(Effect.scoped)
  )

  it.live("fails for a database of a newer version, a file of another program, and a clock that is behind", () =>
    Effect.gen(function* () {
      const { database, environment } = yield* usedDatabase
      database.exec("UPDATE migrations SET created_at = '2999-01-01 00:00:00' WHERE migration_id = 1")
      assert.deepInclude((yield* check(environment)).outcomes, { database: "passed", clock: "failed" })
      database.exec("INSERT INTO migrations (migration_id, name) VALUES (9999, 'of_the_future')")
      const newer = yield* check(environment)
      assert.strictEqual(newer.code, 1)
      assert.deepInclude(newer.outcomes, { database: "failed" })
      assert.include(newer.stdout, "9999_of_the_future")
      const KEYSTILE_DB = `${environment.KEYSTILE_DB}.txt`
      writeFileSync(KEYSTILE_DB, "a text of another program ".repeat(20))
      assert.deepInclude((yield* check({ ...environment, KEYSTILE_DB })).outcomes, { database: "failed" })
    }).pipe(Effect.scoped)
  )

  it.live("prints the mistakes of a configuration as JSON", () =>
    Effect.gen(function* () {
      const environment = { ...(yield* required), KEYSTILE_PORT: "cAnArY" }
      const { code, stderr, stdout } = yield* Effect.flatMap(
        start(["serve", "--check", "--json"], environment),
        ({ ended }) => ended
      )
      assert.strictEqual(code, 1)
      assert.deepStrictEqual(JSON.parse(stdout), {
        ok: false,
        problems: ["KEYSTILE_PORT has to be a whole number from 0 to 65535."]
      })
      assert.notInclude(stderr, "cAnArY")
    }).pipe(Effect.scoped)
  )
})
