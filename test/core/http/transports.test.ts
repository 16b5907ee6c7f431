/** Both transports against a real server, with equal results. */
import { assert, describe, layer } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Tracer from "effect/Tracer"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import * as UsersApi from "../../../core/api/users/index.ts"
import { call } from "../../../core/call/call.ts"
import { ResponseTooLarge } from "../../../core/errors/request-error.ts"
import { Transport, type TransportRequest } from "../../../core/http/transport.ts"
import * as FetchTransport from "../../../core/http/transport-fetch.ts"
import * as HttpClientTransport from "../../../core/http/transport-http-client.ts"
import { jwt, layerCalling, userBody } from "../calling.ts"

interface ReceivedRequest {
  readonly method: string | undefined
  readonly url: string | undefined
  readonly headers: IncomingMessage["headers"]
  readonly body: string
}

interface ServerUnderTest {
  readonly url: string
  readonly received: Array<ReceivedRequest>
  /** Completes when a request for `/hangs` arrives, and when it is aborted. */
  readonly hanging: { arrived: Deferred.Deferred<void>; closed: Deferred.Deferred<void> }
}

class Server extends Context.Service<Server, ServerUnderTest>()("test/Server") {}

const responses: Readonly<Record<string, (response: ServerResponse) => void>> = {
  "/json": (response) => response.writeHead(200, { "content-type": "application/json", "X-Some": "thing" }).end("{}"),
  "/empty": (response) => response.writeHead(204).end(),
  "/umlauts": (response) => response.writeHead(200, { "content-type": "text/plain; charset=utf-8" }).end("Grüße 👋"),
  "/broken-utf8": (response) => response.writeHead(200).end(Buffer.from([0x61, 0xff, 0x62])),
  "/missing": (response) => response.writeHead(404).end("Not Found"),
  "/broken": (response) => response.writeHead(500).end("no"),
  "/limited": (response) => response.writeHead(429, { "Retry-After": "7" }).end(),
  "/redirect": (response) => response.writeHead(302, { Location: "/json" }).end("elsewhere"),
  "/redirect-away": (response) => response.writeHead(307, { Location: "http://127.0.0.1:1/" }).end(),
  "/known": (response) =>
    response.writeHead(200, { "X-Stack-Known-Error": "A", "X-Stack-Actual-Status": "400" }).end('{"code":"A"}'),
  "/cut": (response) => {
    response.writeHead(200, { "content-length": "100" })
    response.write("half", () => response.destroy())
  },
  "/exactly-1000": (response) => response.writeHead(200).end("x".repeat(1000)),
  "/exactly-1001": (response) => response.writeHead(200).end("x".repeat(1001)),
  "/1001-bytes-of-umlauts": (response) => response.writeHead(200).end(`${"ü".repeat(500)}x`),
  "/reset": (response) => response.destroy(),
  "/api/v1/users/me": (response) => response.writeHead(200).end(JSON.stringify(userBody()))
}

const layerServer = Layer.effect(
  Server,
  Effect.gen(function* () {
    const received: Array<ReceivedRequest> = []
    const hanging = { arrived: yield* Deferred.make<void>(), closed: yield* Deferred.make<void>() }
    const server = createServer((request, response) => {
      const chunks: Array<Buffer> = []
      request.on("data", (chunk: Buffer) => chunks.push(chunk))
      request.on("end", () => {
        const { headers, method, url = "" } = request
        received.push({ method, url, headers, body: Buffer.concat(chunks).toString() })
        if (url === "/endless") {
          const more = () => void response.write("x".repeat(100_000), () => !response.destroyed && more())
          response.on("close", () => Deferred.doneUnsafe(hanging.closed, Effect.void))
          return more()
        }
        if (url === "/hangs") {
          response.on("close", () => Deferred.doneUnsafe(hanging.closed, Effect.void))
          Deferred.doneUnsafe(hanging.arrived, Effect.void)
          return
        }
        responses[url.replace(/\?.*$/, "")]?.(response)
      })
    })
    yield* Effect.acquireRelease(
      Effect.promise(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()))),
      () =>
        Effect.sync(() => {
          server.closeAllConnections()
          server.close()
        })
    )
    const { port } = server.address() as AddressInfo
    return Server.of({ url: `http://127.0.0.1:${port}`, received, hanging })
  })
)

const layerHttpClient = HttpClientTransport.layer.pipe(Layer.provide(FetchHttpClient.layer))
const transports = [
  { name: "fetch", transport: FetchTransport.layer },
  { name: "HttpClient", transport: layerHttpClient }
]

const send = (request: Partial<TransportRequest> & { readonly url: string }) =>
  Transport.use((transport) =>
    transport.send({ method: "GET", headers: {}, body: undefined, maxResponseBytes: 1000, ...request })
  )

const watched = ["x-some", "retry-after", "location", "x-stack-known-error", "x-stack-actual-status", "x-absent"]

/** Converts the result of a transport to a value that can be compared. */
const outcome = (path: string, transport: Layer.Layer<Transport>) =>
  Effect.flatMap(Server, ({ url }) => send({ url: `${url}${path}` })).pipe(
    Effect.map(({ body, header, status }) => ({
      body,
      status,
      headers: watched.map(header)
    })),
    Effect.catch(({ _tag }) => Effect.succeed(_tag)),
    Effect.provide(transport)
  )

describe("Over a real server", () => {
  layer(layerServer, { excludeTestServices: true })((it) => {
    it.effect.each(Object.keys(responses))("both transports return the same result for %s", (path) =>
      Effect.gen(function* () {
        const one = yield* outcome(path, FetchTransport.layer)
        const other = yield* outcome(path, layerHttpClient)
        assert.deepStrictEqual(other, one)
      })
    )

    it.effect.each([...transports])("$name returns a redirect as a response and does not follow it", ({ transport }) =>
      Effect.gen(function* () {
        const { received } = yield* Server
        const before = received.length
        const response = yield* outcome("/redirect", transport)
        assert.deepInclude(response, { status: 302 })
        assert.deepStrictEqual(
          received.slice(before).map(({ url }) => url),
          ["/redirect"]
        )
      })
    )

    it.effect("redirects are not followed even if the application's own client would follow them", () =>
      Effect.gen(function* () {
        const response = yield* outcome("/redirect", layerHttpClient).pipe(
          Effect.provideService(FetchHttpClient.RequestInit, { redirect: "follow", keepalive: true })
        )
        assert.deepInclude(response, { status: 302 })
      })
    )

    it.effect.each([...transports])("$name sends method, headers and body", ({ transport }) =>
      Effect.gen(function* () {
        const { received, url } = yield* Server
        const headers = { "content-type": "application/json", "x-stack-project-id": "p" }
        for (const method of ["POST", "PATCH", "PUT", "DELETE"]) {
          const body = method === "DELETE" ? undefined : '{"ü":1}'
          yield* send({ url: `${url}/json?q=${method}`, method, headers, body }).pipe(Effect.provide(transport))
          const arrived = received.find((request) => request.url === `/json?q=${method}` && request.method === method)
          assert.strictEqual(arrived?.body, body ?? "")
          assert.deepInclude(arrived?.headers, headers)
          received.length = 0
        }
      })
    )

    it.effect.each([...transports])("$name fails with a description when the connection is refused", ({ transport }) =>
      Effect.gen(function* () {
        const failure = yield* Effect.flip(send({ url: "http://127.0.0.1:1/" }).pipe(Effect.provide(transport)))
        assert.isTrue(failure._tag === "TransportFailure" && /^[A-Z]\w+$/.test(failure.description))
      })
    )

    it.effect.each([...transports])("$name fails with a typed error for a call that cannot be sent", ({ transport }) =>
      Effect.gen(function* () {
        const { url } = yield* Server
        const good = { url: `${url}/json` }
        const bad = [{ url: "no address" }, { ...good, headers: { "x-a": "a\nb" } }, { ...good, method: "NO METHOD" }]
        for (const request of bad) {
          const exit = yield* Effect.exit(send(request).pipe(Effect.provide(transport)))
          assert.isTrue(exit._tag === "Failure" && exit.cause.reasons.every((reason) => reason._tag === "Fail"))
        }
      })
    )

    it.effect.each([...transports])("$name sends no tracing headers, even inside a span", ({ transport }) =>
      Effect.gen(function* () {
        const { received, url } = yield* Server
        received.length = 0
        yield* send({ url: `${url}/json` }).pipe(Effect.withSpan("outer"), Effect.provide(transport))
        const names = Object.keys(received[0]?.headers ?? {})
        assert.deepStrictEqual(
          names.filter((name) => /^(?:traceparent|tracestate|b3|x-b3|baggage)/.test(name)),
          []
        )
      })
    )

    it.effect.each([...transports])("$name closes the connection when a call is interrupted", ({ transport }) =>
      Effect.gen(function* () {
        const { hanging, url } = yield* Server
        hanging.arrived = yield* Deferred.make<void>()
        hanging.closed = yield* Deferred.make<void>()
        const fiber = yield* Effect.forkChild(send({ url: `${url}/hangs` }).pipe(Effect.provide(transport)))
        yield* Deferred.await(hanging.arrived)
        yield* Fiber.interrupt(fiber)
        yield* Deferred.await(hanging.closed)
      })
    )

    it.effect.each([...transports])("$name cancels a response above the byte limit", ({ transport }) =>
      Effect.gen(function* () {
        const { hanging, url } = yield* Server
        hanging.closed = yield* Deferred.make<void>()
        const failure = yield* Effect.flip(
          send({ url: `${url}/endless`, maxResponseBytes: 300_000 }).pipe(Effect.provide(transport))
        )
        assert.deepStrictEqual(failure, new ResponseTooLarge({ limitBytes: 300_000 }))
        yield* Deferred.await(hanging.closed)
      })
    )

    it.effect.each([...transports])("the limit counts bytes and allows exactly as many, by $name", ({ transport }) =>
      Effect.gen(function* () {
        assert.deepInclude(yield* outcome("/exactly-1000", transport), { status: 200, body: "x".repeat(1000) })
        for (const path of ["/exactly-1001", "/1001-bytes-of-umlauts"]) {
          assert.strictEqual(yield* outcome(path, transport), "ResponseTooLarge")
        }
      })
    )

    it.effect.each([...transports])("$name returns a user to a complete call", ({ transport }) =>
      Effect.gen(function* () {
        const { url } = yield* Server
        const user = yield* call(UsersApi.getMe).pipe(
          Effect.provide(
            layerCalling(
              { layer: transport },
              {
                config: { baseUrl: url },
                tokens: { refreshToken: "refresh", accessToken: jwt({ exp: 4e9 }) }
              }
            )
          )
        )
        assert.strictEqual(user.displayName, "Ada")
      })
    )
  })
})

describe("The transport over HttpClient", () => {
  layer(layerServer, { excludeTestServices: true })((it) => {
    it.effect("redacts tokens and keys in spans that record headers", () =>
      Effect.gen(function* () {
        const { url } = yield* Server
        const attributes: Array<unknown> = []
        const tracer = Tracer.make({
          span: (options) => {
            const span = new Tracer.NativeSpan(options)
            attributes.push(span.attributes)
            return span
          }
        })
        yield* call(UsersApi.getMe).pipe(
          Effect.provide(
            layerCalling(
              { layer: layerHttpClient },
              {
                config: { baseUrl: url },
                tokens: { refreshToken: "the-refresh-token", accessToken: jwt({ exp: 4e9, mark: "the-access-token" }) }
              }
            )
          ),
          Effect.provideService(HttpClient.TracerHeaderFilter, () => true),
          Effect.withTracer(tracer)
        )
        const recorded = JSON.stringify(attributes.map((map) => [...(map as Map<string, unknown>)]))
        assert.include(recorded, "x-stack-project-id")
        assert.notInclude(recorded, "the-refresh-token")
        assert.notInclude(recorded, jwt({ exp: 4e9, mark: "the-access-token" }))
        assert.notInclude(recorded, "pck_test")
      })
    )
  })
})
