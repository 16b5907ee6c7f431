/** The options of a mounted service: mistakes, defaults and failed starts. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { existsSync, mkdirSync } from "node:fs"
import { type MountOptions, readOptions } from "../../../service/production/options.ts"
import { ConfigurationInvalid, createService, DatabaseUnusable } from "../../../service/production-entry.ts"
import { temporaryFolder } from "../temporary-folder.ts"
import { Agent, createServer, get } from "node:http"
import type { AddressInfo } from "node:net"

const options: MountOptions = {
  publicUrl: "https://app.example.com/api/auth",
  database: "keystile.db",
  secrets: "8ebf9b8c1d0a4f7e92b3c6d5e4f3a2b1c0d9e8f7",
  mail: "log"
}

const problemsOf = (given: object) =>
  Effect.match(readOptions(given as MountOptions), {
    onFailure: ({ problems }) => problems,
    onSuccess: () => []
  })

const databaseOf = (given: Partial<MountOptions>) =>
  Effect.map(readOptions({ ...options, ...given }), ({ database }) => Redacted.value(database))

describe("the options of a mounted service", () => {
  it.effect("report all mistakes at once, each with its option", () =>
    Effect.gen(function* () {
      const problems = yield* problemsOf({
        publicUrl: "http://app.example.com/api/auth",
        database: "postgres://localhost/app",
        databaseSchema: "public",
        secrets: ["short"],
        port: 8102,
        trustedProxy: 1
      })
      const patterns = [
        /^port is an option of keystile serve only/,
        /^"trustedProxy" is no option\. Did you mean trustedProxies\?$/,
        /^databaseSchema has to be a schema of the service's own/,
        /^publicUrl has to start with https/,
        /^secrets is too weak/,
        /^mail is missing\. .* Example: smtp:/
      ]
      assert.lengthOf(problems, patterns.length, problems.join("\n"))
      for (const [index, pattern] of patterns.entries()) assert.match(problems[index] ?? "", pattern)
    })
  )

  it("are refused when the service is created", () => {
    assert.throws(() => createService({ ...options, publicUrl: "https://app.example.com" }), ConfigurationInvalid)
  })

  it.effect.each([
    ["https://app.example.com", /has to end with the path under which the application mounts/],
    ["https://app.example.com/handler", /is the path of the application's screens/],
    ["https://app.example.com/handler/auth", /is the path of the application's screens/]
  ] as const)("refuse the mount path of %s", ([publicUrl, pattern]) =>
    Effect.gen(function* () {
      const [problem = "", ...others] = yield* problemsOf({ ...options, publicUrl })
      assert.match(problem, pattern)
      assert.deepStrictEqual(others, [])
    })
  )

  it.effect("use the schema keystile on PostgreSQL, unless another one is named", () =>
    Effect.gen(function* () {
      const database = "postgres://user@localhost/app"
      assert.strictEqual(yield* databaseOf({ database }), `${database}?schema=keystile`)
      assert.strictEqual(yield* databaseOf({ database, databaseSchema: "auth" }), `${database}?schema=auth`)
      assert.strictEqual(yield* databaseOf({ database: `${database}?schema=auth` }), `${database}?schema=auth`)
      assert.strictEqual(yield* databaseOf({ database: `${database}?pgbouncer=true` }), `${database}?pgbouncer=true`)
      assert.strictEqual(yield* databaseOf({}), "keystile.db")
    })
  )

  it.effect.each([
    [{ databaseSchema: "auth" }, /is for PostgreSQL only/],
    [{ database: "postgres://localhost/app", databaseSchema: "Auth" }, /lower-case letters/],
    [{ database: "postgres://localhost/app", databaseSchema: 'a"; DROP SCHEMA b' }, /lower-case letters/],
    [{ database: "postgres://localhost/app?schema=a", databaseSchema: "b" }, /differs from the schema in the URL/],
    [{ database: "postgres://localhost/app?pgbouncer=true", databaseSchema: "b" }, /ALTER ROLE/]
  ] as const)("refuse the schema of %j", ([given, pattern]) =>
    Effect.gen(function* () {
      const [problem = "", ...others] = yield* problemsOf({ ...options, ...given })
      assert.match(problem, pattern)
      assert.deepStrictEqual(others, [])
    })
  )

  it.live("let a start fail that can succeed later", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const { close, handler, start } = createService({ ...options, database: folder.path("later/keystile.db") })
      yield* Effect.addFinalizer(() => Effect.promise(close))
      const health = Effect.promise(() => handler(new Request(`${options.publicUrl}/health`)))
      const failed = yield* Effect.promise(() =>
        start().then(
          () => null,
          (error: unknown) => error
        )
      )
      assert.instanceOf(failed, DatabaseUnusable)
      assert.deepStrictEqual([(yield* health).status, (yield* health).headers.get("retry-after")], [503, "1"])
      mkdirSync(folder.path("later"))
      assert.strictEqual((yield* health).status, 200)
    }).pipe(Effect.scoped)
  )

  it.live("close the service, which then refuses requests", () =>
    Effect.gen(function* () {
      const { close, handler } = createService({ ...options, database: (yield* temporaryFolder).path("keystile.db") })
      const health = Effect.promise(() => handler(new Request(`${options.publicUrl}/health`)))
      assert.strictEqual((yield* health).status, 200)
      yield* Effect.promise(close)
      assert.strictEqual((yield* health).status, 503)
    }).pipe(Effect.scoped)
  )

  it.live("do not let a closed service start again", () =>
    Effect.gen(function* () {
      const database = (yield* temporaryFolder).path("keystile.db")
      const { close, start } = createService({ ...options, database })
      yield* Effect.promise(close)
      const exit = yield* Effect.exit(Effect.tryPromise(start))
      assert.include(String(exit), "This service is closed.")
      assert.isFalse(existsSync(database))
    }).pipe(Effect.scoped)
  )

  it.live("close the connections of clients that send requests after that, so that the server can stop", () =>
    Effect.gen(function* () {
      const database = (yield* temporaryFolder).path("keystile.db")
      const { close, nodeListener } = createService({ ...options, database })
      const server = createServer(nodeListener)
      yield* Effect.promise(() => new Promise<void>((done) => server.listen(0, "127.0.0.1", done)))
      const { port } = server.address() as AddressInfo
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      const headers = { host: new URL(options.publicUrl).host }
      const connectionOf = Effect.callback<string | undefined>((resume) => {
        get({ port, host: "127.0.0.1", path: "/api/auth/health", agent, headers }, (response) => {
          response.resume().on("end", () => resume(Effect.succeed(response.headers.connection)))
        })
      })
      assert.strictEqual(yield* connectionOf, "keep-alive")
      yield* Effect.promise(close)
      assert.strictEqual(yield* connectionOf, "close")
      yield* Effect.promise(() => new Promise((done) => server.close(done)))
    }).pipe(Effect.scoped)
  )

  it.live("reject the promise of a request that the application aborts", () =>
    Effect.gen(function* () {
      const { close, handler } = createService({ ...options, database: (yield* temporaryFolder).path("keystile.db") })
      yield* Effect.addFinalizer(() => Effect.promise(close))
      const controller = new AbortController()
      const body = new ReadableStream<Uint8Array>({ pull: () => controller.abort() })
      const request = new Request(`${options.publicUrl}/api/v1/auth/password/sign-in`, {
        method: "POST",
        body,
        duplex: "half",
        signal: controller.signal
      } as RequestInit)
      const outcome = yield* Effect.promise(() =>
        handler(request).then(
          () => "a response",
          () => "rejected"
        )
      )
      assert.strictEqual(outcome, "rejected")
      const next = yield* Effect.promise(() => handler(new Request(`${options.publicUrl}/health`)))
      assert.strictEqual(next.status, 200)
    }).pipe(Effect.scoped)
  )

  it.live("tell an application that reads bodies before the service", () =>
    Effect.gen(function* () {
      const { close, handler } = createService({ ...options, database: (yield* temporaryFolder).path("keystile.db") })
      yield* Effect.addFinalizer(() => Effect.promise(close))
      const request = new Request(`${options.publicUrl}/health`, { method: "POST", body: "{}" })
      yield* Effect.promise(() => request.text())
      const response = yield* Effect.promise(() => handler(request))
      assert.include(yield* Effect.promise(() => response.text()), "Mount the service before any body parser.")
    }).pipe(Effect.scoped)
  )
})
