/** The service on a port and as a web handler. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { connect, createServer } from "node:net"
import { listen, makeWebHandler, RequestLog } from "../../../service/index.ts"
import * as Client from "../../../tiers/client.ts"
import { ada, asClient, seedWith, service } from "../fixture.ts"
import { clientAt } from "../http/sdk.ts"

const call = (url: string, init: RequestInit = {}) =>
  Effect.promise(() => fetch(url, init).then(async (response) => ({ response, text: await response.text() })))

/** Writes raw bytes and reads until the connection ends. */
const raw = (port: number, text: string) =>
  Effect.callback<string>((resume) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(text))
    let response = ""
    socket.on("data", (chunk: Buffer) => {
      response += chunk.toString()
    })
    socket.on("close", () => resume(Effect.succeed(response)))
    socket.on("error", () => resume(Effect.succeed(response)))
  })

const post = "POST /api/v1/auth/password/sign-in HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"
const key = Object.entries(asClient)
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join("")

describe("a service on a port", () => {
  it.live("listens on both loopback addresses and localhost", () =>
    Effect.gen(function* () {
      const { port, url } = yield* listen({ port: 0 })
      assert.strictEqual(url, `http://localhost:${port}`)
      for (const host of ["localhost", "127.0.0.1", "[::1]"]) {
        const { response, text } = yield* call(`http://${host}:${port}/health`)
        assert.deepStrictEqual([response.status, text], [200, `{"status":"ok"}`], host)
      }
    }).pipe(Effect.provide(service()))
  )

  it.live("serves the SDK", () =>
    Effect.gen(function* () {
      const { url } = yield* listen({ port: 0 })
      const client = clientAt(url)
      yield* Effect.gen(function* () {
        const { getUser, signInWithCredential, signOut, updateUser } = yield* Client.Client
        yield* signInWithCredential(ada)
        yield* updateUser({ displayName: "Ada" })
        assert.strictEqual((yield* getUser)?.displayName, "Ada")
        yield* signOut
        assert.isNull(yield* getUser)
      }).pipe(Effect.provide(client))
      const log = yield* RequestLog
      assert.strictEqual(yield* log.count("DELETE /api/v1/auth/sessions/current"), 1)
    }).pipe(Effect.provide(service()))
  )

  it.live("names the port when it is in use", () =>
    Effect.gen(function* () {
      const { port } = yield* listen({ port: 0 })
      const error = yield* Effect.flip(listen({ port }))
      assert.strictEqual(error.message, `Cannot listen on port ${port}: something else listens there already.`)
    }).pipe(Effect.provide(service()))
  )

  it.live("refuses to start when another program has the port on the other loopback address", () =>
    Effect.gen(function* () {
      const other = createServer()
      const port = yield* Effect.callback<number>((resume) => {
        other.listen(0, "::1", () => {
          const address = other.address()
          resume(Effect.succeed(typeof address === "object" && address !== null ? address.port : 0))
        })
      })
      const error = yield* Effect.ensuring(
        Effect.flip(listen({ port })),
        Effect.sync(() => other.close())
      )
      assert.strictEqual(error._tag, "CannotListen")
    }).pipe(Effect.provide(service()))
  )

  it.live("responds to pipelined requests in order", () =>
    Effect.gen(function* () {
      const { port } = yield* listen({ port: 0 })
      const get = "GET /health HTTP/1.1\r\nhost: localhost\r\n"
      const head =
        "POST /api/v1/auth/password/sign-in HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"
      const post = `${head}content-length: 2\r\n\r\n{}`
      const responses = yield* raw(port, `${get}\r\n${get}\r\n${post}${get}connection: close\r\n\r\n`)
      assert.strictEqual(responses.match(/HTTP\/1\.1 \d/g)?.length, 4)
      assert.strictEqual(responses.match(/^connection: close\r$/gim)?.length, 1)
      assert.strictEqual(responses.match(/^content-length: 15\r$/gim)?.length, 3)
      assert.notMatch(responses, /transfer-encoding/i)
    }).pipe(Effect.provide(service()))
  )

  it.live("rejects a body that is too long, or has no valid key, before reading it", () =>
    Effect.gen(function* () {
      const { port } = yield* listen({ port: 0 })
      const target = `http://127.0.0.1:${port}/api/v1/auth/password/sign-in`
      const headers = { ...asClient, "content-type": "application/json" }
      const declaring = (lines: string) => raw(port, `${post}${lines}content-length: 9999999999\r\n\r\n{`)
      assert.match(yield* declaring(key), /^HTTP\/1\.1 413 /)
      assert.match(yield* declaring(""), /^HTTP\/1\.1 400 [^]*ACCESS_TYPE_REQUIRED/)
      const small = yield* call(target, { method: "POST", headers, body: JSON.stringify(ada) })
      assert.strictEqual(small.response.status, 200)
    }).pipe(Effect.provide(service()))
  )

  it.live("rejects an endless chunked body", () =>
    Effect.gen(function* () {
      const { port } = yield* listen({ port: 0 })
      const chunk = `${(100_000).toString(16)}\r\n${"x".repeat(100_000)}\r\n`
      const chunks = (lines: string) =>
        raw(port, `${post}${lines}transfer-encoding: chunked\r\n\r\n${chunk.repeat(12)}`)
      assert.match(yield* chunks(key), /^HTTP\/1\.1 413 /)
      assert.match(yield* chunks(""), /^HTTP\/1\.1 400 [^]*ACCESS_TYPE_REQUIRED/)
    }).pipe(Effect.provide(service()))
  )

  it.live("rejects malformed HTTP and headers that are too long", () =>
    Effect.gen(function* () {
      const { port } = yield* listen({ port: 0 })
      assert.match(yield* raw(port, "hello\r\n\r\n"), /^HTTP\/1\.1 400 /)
      const long = `GET /health HTTP/1.1\r\nhost: localhost\r\nx-long: ${"x".repeat(100_000)}\r\n\r\n`
      assert.match(yield* raw(port, long), /^HTTP\/1\.1 431 /)
      assert.strictEqual((yield* call(`http://127.0.0.1:${port}/health`)).response.status, 200)
    }).pipe(Effect.provide(service()))
  )

  it.live("rejects foreign host names", () =>
    Effect.gen(function* () {
      const { port } = yield* listen({ port: 0 })
      const response = yield* raw(port, "GET /health HTTP/1.1\r\nhost: evil.example\r\nconnection: close\r\n\r\n")
      assert.match(response, /^HTTP\/1\.1 403 /)
    }).pipe(Effect.provide(service({}, { allowedHosts: [] })))
  )

  it.live("closes its port with its scope, even with open connections", () =>
    Effect.gen(function* () {
      const { port } = yield* Effect.scoped(
        Effect.tap(listen({ port: 0 }), ({ port }) => call(`http://127.0.0.1:${port}/health`))
      )
      const refused = yield* Effect.exit(Effect.tryPromise(() => fetch(`http://127.0.0.1:${port}/health`)))
      assert.strictEqual(refused._tag, "Failure")
    }).pipe(Effect.provide(service()))
  )

  it.live("completes a request whose client has disconnected", () =>
    Effect.gen(function* () {
      const { port } = yield* listen({ port: 0 })
      const log = yield* RequestLog
      const done = yield* Effect.forkChild(
        Effect.callback<void>((resume) => {
          log.subscribe(() => resume(Effect.void))
        }),
        { startImmediately: true }
      )
      const socket = connect(port, "127.0.0.1", () => {
        socket.write("GET /health HTTP/1.1\r\nhost: localhost\r\n\r\n", () => socket.destroy())
      })
      yield* Fiber.join(done)
      const entries = yield* log.entries
      assert.deepStrictEqual(
        entries.map(({ route, status }) => [route, status]),
        [["/health", 200]]
      )
    }).pipe(Effect.provide(service()))
  )
})

describe("a service as a web handler", () => {
  it("handles web requests", async () => {
    const { dispose, handler } = makeWebHandler({ seed: seedWith() })
    const health = await handler(new Request("http://service.test/health?db=1"))
    assert.deepStrictEqual([health.status, await health.json()], [200, { status: "ok" }])
    const preflight = await handler(new Request("http://service.test/api/v1/users/me", { method: "OPTIONS" }))
    assert.deepStrictEqual([preflight.status, preflight.headers.get("access-control-allow-origin")], [204, "*"])
    const post = (body: string) =>
      handler(
        new Request("http://service.test/api/v1/auth/password/sign-in", {
          method: "POST",
          headers: { ...asClient, "content-type": "application/json" },
          body
        })
      )
    assert.strictEqual((await post(JSON.stringify(ada))).status, 200)
    assert.strictEqual((await post("x".repeat(1_000_001))).status, 413)
    await dispose()
  })
})
