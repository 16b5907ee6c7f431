/** Connections that are broken by an injected fault or by the caller. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { connect } from "node:net"
import { type Fault, Faults, listen, makeWebHandler, RequestLog } from "../../../service/index.ts"
import * as Client from "../../../tiers/client.ts"
import { ada, seedWith, service } from "../fixture.ts"
import { clientAt } from "../http/sdk.ts"

const add = (fault: Fault) => Effect.flatMap(Faults, ({ add }) => add(fault))
const text = (url: string) => Effect.tryPromise(() => fetch(url).then((response) => response.text()))

/** Writes raw bytes and reads until the connection ends. */
const raw = (port: number, request: string | Buffer) =>
  Effect.callback<string>((resume) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(request))
    let response = ""
    socket.on("data", (chunk: Buffer) => {
      response += chunk.toString("latin1")
    })
    socket.on("close", () => resume(Effect.succeed(response)))
    socket.on("error", () => resume(Effect.succeed(response)))
  })

const close = "host: localhost\r\nconnection: close\r\n"

describe("an injected fault of a served connection", () => {
  it.live("resets the connection without a response byte", () =>
    Effect.gen(function* () {
      const { port, url } = yield* listen({ port: 0 })
      yield* add({ kind: "reset", times: 1 })
      assert.strictEqual(yield* raw(port, `GET /health HTTP/1.1\r\n${close}\r\n`), "")
      assert.strictEqual(yield* text(`${url}/health`), `{"status":"ok"}`)
    }).pipe(Effect.provide(service()))
  )

  it.live("truncates a response within its body", () =>
    Effect.gen(function* () {
      const { port, url } = yield* listen({ port: 0 })
      yield* add({ kind: "truncate", times: 2 })
      const [head = "", body] = (yield* raw(port, `GET /health HTTP/1.1\r\n${close}\r\n`)).split("\r\n\r\n")
      assert.match(head, /^HTTP\/1\.1 200 /)
      assert.match(head, /content-length: 15/)
      assert.strictEqual(body, `{"statu`)
      assert.strictEqual((yield* Effect.exit(text(`${url}/health`)))._tag, "Failure")
      assert.strictEqual(yield* text(`${url}/health`), `{"status":"ok"}`)
    }).pipe(Effect.provide(service()))
  )

  it.live("is a connection failure for the SDK", () =>
    Effect.gen(function* () {
      const { url } = yield* listen({ port: 0 })
      const client = clientAt(url)
      yield* Effect.gen(function* () {
        const { signInWithCredential } = yield* Client.Client
        for (const kind of ["reset", "truncate"] as const) {
          yield* add({ kind, path: "*/sign-in", times: 1 })
          const error = yield* Effect.flip(signInWithCredential(ada))
          assert.strictEqual(error._tag === "RequestError" ? error.reason._tag : error._tag, "NoConnection")
        }
        // The requests may have arrived, so they were not retried.
        assert.strictEqual(yield* (yield* RequestLog).count("POST /api/v1/auth/password/sign-in"), 2)
        yield* signInWithCredential(ada)
      }).pipe(Effect.provide(client))
    }).pipe(Effect.provide(service()))
  )

  it("breaks the response of a web handler", async () => {
    const { dispose, handler } = makeWebHandler({ seed: seedWith() })
    const control = (body: object) =>
      handler(
        new Request("http://localhost/_keystile/faults", {
          method: "POST",
          headers: { "content-type": "application/json", "x-keystile-control": "1" },
          body: JSON.stringify(body)
        }),
        { address: "127.0.0.1" }
      )
    const health = () => handler(new Request("http://localhost/health"))
    const outcome = (promise: Promise<unknown>) =>
      promise.then(
        () => "fine",
        () => "broken"
      )
    await control({ kind: "reset", times: 1 })
    assert.strictEqual(await outcome(health()), "broken")
    await control({ kind: "truncate", times: 1 })
    const cut = await health()
    assert.strictEqual(cut.status, 200)
    assert.strictEqual(await outcome(cut.text()), "broken")
    assert.strictEqual(await outcome(health()), "fine")
    await dispose()
  })
})

describe("a request on a port", () => {
  it.live("with a repeated single-value header is rejected", () =>
    Effect.gen(function* () {
      const { port } = yield* listen({ port: 0 })
      const headers = [
        "host: evil.example",
        "content-type: text/plain",
        "authorization: Basic x",
        "x-stack-project-id: 1\r\nx-stack-project-id: 2",
        "x-stack-access-token: 1\r\nX-Stack-Access-Token: 1",
        "origin: a\r\norigin: b"
      ]
      for (const header of headers) {
        const response = yield* raw(
          port,
          `POST /api/v1/auth/password/sign-in HTTP/1.1\r\n${close}content-type: application/json\r\n` +
            `authorization: Basic y\r\n${header}\r\ncontent-length: 2\r\n\r\n{}`
        )
        assert.match(response, /^HTTP\/1\.1 400 /, header)
        assert.include(response, "came more than once", header)
      }
      const list = yield* raw(
        port,
        `GET /health HTTP/1.1\r\n${close}accept: a/b\r\naccept: */*\r\nbaggage: a=1\r\nbaggage: b=2\r\n\r\n`
      )
      assert.match(list, /^HTTP\/1\.1 200 /)
    }).pipe(Effect.provide(service()))
  )

  it.live("of bytes that are not HTTP gets a 4xx response", () =>
    Effect.gen(function* () {
      const { port } = yield* listen({ port: 0 })
      const bytes = (...parts: ReadonlyArray<string | ReadonlyArray<number>>) =>
        Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : Buffer.from(part))))
      const requests = [
        bytes("GET /api/v1/", [0xff, 0xfe, 0x80], ` HTTP/1.1\r\n${close}\r\n`),
        bytes(`GET /api/v1/users/me?`, [0xc0, 0xaf], `=1 HTTP/1.1\r\n${close}\r\n`),
        bytes(
          `GET /api/v1/users/me HTTP/1.1\r\n${close}x-stack-project-id: `,
          [0xff, 0xe9],
          "\r\nx-stack-access-type: client\r\n\r\n"
        ),
        bytes(`GET /api/v1/users/me HTTP/1.1\r\n${close}content-type: `, [0xe9], "\r\n\r\n"),
        bytes(`GET /_keystile/`, [0xff], ` HTTP/1.1\r\n${close}\r\n`),
        bytes(`GET /%ff%fe HTTP/1.1\r\n${close}\r\n`),
        bytes(
          `POST /api/v1/auth/oauth/token HTTP/1.1\r\n${close}` +
            `content-type: application/x-www-form-urlencoded\r\ncontent-length: 2\r\n\r\n`,
          [0xff, 0xfe]
        ),
        bytes("GET /health HTTP/1.1\r\n\r\n"),
        bytes(`POST /health HTTP/1.1\r\n${close}content-length: 1\r\ncontent-length: 2\r\n\r\nab`),
        bytes(`POST /health HTTP/1.1\r\n${close}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`),
        bytes(`GET http://localhost/health HTTP/1.1\r\n${close}\r\n`),
        bytes(`GET /health HTTP/1.1\r\n${close}x-a: a\rb\r\n\r\n`)
      ]
      for (const request of requests) {
        assert.match(yield* raw(port, request), /^HTTP\/1\.1 4\d\d /, request.toString("latin1"))
      }
      const crashed = (yield* (yield* RequestLog).entries).filter(({ status }) => status >= 500)
      assert.deepStrictEqual(crashed, [])
    }).pipe(Effect.provide(service()))
  )

  it.live("with an incomplete body leaves no connection open", () =>
    Effect.gen(function* () {
      const { port, url } = yield* listen({ port: 0 })
      yield* Effect.callback<void>((resume) => {
        const socket = connect(port, "127.0.0.1", () => {
          socket.write(
            `POST /api/v1/auth/password/sign-in HTTP/1.1\r\nhost: localhost\r\n` +
              `content-type: application/json\r\ncontent-length: 50\r\n\r\n{"em`,
            () => {
              socket.destroy()
              resume(Effect.void)
            }
          )
        })
      })
      assert.strictEqual(yield* text(`${url}/health`), `{"status":"ok"}`)
    }).pipe(Effect.provide(service()))
  )
})
