/** Slow, idle and numerous connections. Node's own timers close them, so the limits are short. */
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer, Queue } from "effect"
import { connect, type Socket } from "node:net"
import { type ConnectionLimits, listen, Service } from "../../../service/index.ts"
import { asClient, service } from "../fixture.ts"

const short = {
  headersTimeout: "50 millis",
  requestTimeout: "100 millis",
  keepAliveTimeout: "50 millis",
  responseTimeout: "50 millis"
} as const

/** For requests that arrive whole: on a busy machine they may take longer than the limits above. */
const shortAfterResponse = { keepAliveTimeout: "50 millis" } as const

const startService = (limits: ConnectionLimits) => Effect.map(listen({ port: 0, limits }), ({ port }) => port)

/** Opens a connection without a timeout. */
const opened = (port: number) =>
  Effect.acquireRelease(
    Effect.callback<Socket>((resume) => {
      const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true }, () => resume(Effect.succeed(socket)))
      socket.on("error", () => {})
    }),
    (socket) => Effect.sync(() => socket.destroy())
  )

const opening = (port: number, text: string) =>
  Effect.tap(opened(port), (socket) => Effect.sync(() => socket.write(text)))

/** Counts the sockets of this process, where each connection has two ends. */
const ends = Effect.sync(() => process.getActiveResourcesInfo().filter((name) => name === "TCPSocketWrap").length)

/** Waits until this number of sockets is left. */
const left = (count: number): Effect.Effect<void> =>
  Effect.flatMap(ends, (now) => (now <= count ? Effect.void : Effect.andThen(Effect.sleep("10 millis"), left(count))))

/** Waits until the other end has closed the connection. Returns the received bytes. */
const readUntilClosed = (socket: Socket) =>
  Effect.callback<string>((resume) => {
    let received = ""
    socket.on("data", (chunk: Buffer) => {
      received += chunk.toString("latin1")
    })
    socket.on("end", () => resume(Effect.succeed(received)))
    socket.on("error", () => resume(Effect.succeed(received)))
  })

const head =
  `POST /api/v1/auth/password/sign-in HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n` +
  Object.entries(asClient)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("")
const health = "GET /health HTTP/1.1\r\nhost: localhost\r\n\r\n"
const firstChunk = (socket: Socket) =>
  Effect.callback<string>((resume) => {
    socket.once("data", (chunk: Buffer) => resume(Effect.succeed(chunk.toString("latin1"))))
    socket.once("error", () => resume(Effect.succeed("")))
    socket.once("end", () => resume(Effect.succeed("")))
  })

describe("a connection is closed", () => {
  const cases: ReadonlyArray<readonly [string, string, RegExp, ConnectionLimits?]> = [
    ["sends nothing", "", /^HTTP\/1\.1 408 /],
    ["sends half of its headers", "GET /health HTTP/1.1\r\nhost: loc", /^HTTP\/1\.1 408 /],
    ["sends half of a request line", "GE", /^HTTP\/1\.1 408 /],
    ["sends half of a body", `${head}content-length: 50\r\n\r\n{"em`, /^HTTP\/1\.1 408 /],
    ["sends chunks without an end", `${head}transfer-encoding: chunked\r\n\r\n5\r\n{"em`, /^HTTP\/1\.1 408 /],
    ["sends malformed HTTP", "hello\r\n\r\n", /^HTTP\/1\.1 400 /, shortAfterResponse],
    ["stays open after its response", health, /^HTTP\/1\.1 200 /, shortAfterResponse]
  ]
  it.live.each(cases)("when its client %s", ([, text, response, limits = short]) =>
    Effect.gen(function* () {
      const port = yield* startService(limits)
      const before = yield* ends
      assert.match(yield* readUntilClosed(yield* opening(port, text)), response)
      yield* left(before + 1)
    }).pipe(Effect.provide(service()))
  )

  it.live("when its body does not follow an early error response, which is the only response", () =>
    Effect.gen(function* () {
      const port = yield* startService(shortAfterResponse)
      const keyless =
        "POST /api/v1/auth/password/sign-in HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"
      const received = yield* readUntilClosed(yield* opening(port, `${keyless}content-length: 100000\r\n\r\n{`))
      assert.match(received, /^HTTP\/1\.1 400 [^]*ACCESS_TYPE_REQUIRED/)
      assert.strictEqual(received.match(/HTTP\/1\.1/g)?.length, 1)
    }).pipe(Effect.provide(service()))
  )

  it.live("when its client does not read the response", () =>
    Effect.gen(function* () {
      const begun = yield* Deferred.make<void>()
      // More than the socket buffers hold.
      const body = "x".repeat(50_000_000)
      const long = Service.of({
        handle: () => Effect.as(Deferred.succeed(begun, undefined), { status: 200, headers: {}, body })
      })
      const port = yield* Effect.provide(startService(short), Layer.succeed(Service, long))
      const before = yield* ends
      const socket = yield* opened(port)
      socket.pause()
      socket.write(health)
      yield* Deferred.await(begun)
      yield* left(before + 1)
    })
  )
})

describe("a connection that is idle for less than its limit", () => {
  it.live("takes another request after the times for headers and for a request", () =>
    Effect.gen(function* () {
      const port = yield* startService({
        headersTimeout: "1 second",
        requestTimeout: "1 second",
        keepAliveTimeout: "620 seconds"
      })
      const idle = yield* opening(port, health)
      assert.match(yield* firstChunk(idle), /^HTTP\/1\.1 200 /)
      assert.match(yield* readUntilClosed(yield* opening(port, "GET /health HTTP/1.1\r\n")), /^HTTP\/1\.1 408 /)
      idle.write(health)
      assert.match(yield* firstChunk(idle), /^HTTP\/1\.1 200 /)
    }).pipe(Effect.provide(service()))
  )
})

describe("responses that their clients do not read", () => {
  it.live("are dropped beyond a capacity: of the largest network, the one that is unread the longest", () =>
    Effect.gen(function* () {
      // More than the socket buffers hold.
      const body = "x".repeat(40_000_000)
      const begun = yield* Queue.unbounded<void>()
      const long = Service.of({
        handle: () => Effect.as(Queue.offer(begun, undefined), { status: 200, headers: {}, body })
      })
      const port = yield* Effect.provide(startService({}), Layer.succeed(Service, long))
      const unread = Effect.fnUntraced(function* (localAddress: string) {
        const socket = yield* Effect.acquireRelease(
          Effect.sync(() => connect({ port, host: "127.0.0.1", localAddress }).on("error", () => {})),
          (socket) => Effect.sync(() => socket.destroy())
        )
        socket.pause().write(health)
        yield* Queue.take(begun)
        return socket
      })
      const received = (socket: Socket) =>
        Effect.callback<number>((resume) => {
          let length = 0
          socket.on("data", (chunk: Buffer) => {
            length += chunk.length
            if (length > body.length) resume(Effect.succeed(length))
          })
          socket.on("close", () => resume(Effect.succeed(length)))
          socket.resume()
        })
      const before = yield* ends
      const other = yield* unread("127.0.0.2")
      const first = yield* unread("127.0.0.1")
      const kept = [other, yield* unread("127.0.0.1"), yield* unread("127.0.0.1")]
      // One of the eight ends is closed.
      yield* left(before + 7)
      assert.isBelow(yield* received(first), body.length)
      for (const socket of kept) assert.isAbove(yield* received(socket), body.length)
    })
  )
})

describe("at the connection limit", () => {
  it.live("a new connection replaces the one that has been idle the longest", () =>
    Effect.gen(function* () {
      const port = yield* startService({ maxConnections: 3 })
      const idle = yield* opened(port)
      const idleEnd = yield* Effect.forkChild(readUntilClosed(idle), { startImmediately: true })
      yield* firstChunk(yield* opening(port, health))
      const half = yield* opening(port, "GET /health HTTP/1.1\r\n")
      const halfEnd = yield* Effect.forkChild(readUntilClosed(half), { startImmediately: true })
      const newcomers = []
      for (let count = 0; count < 3; count++) {
        const newcomer = yield* opening(port, health)
        assert.match(yield* firstChunk(newcomer), /^HTTP\/1\.1 200 /)
        newcomers.push(newcomer)
      }
      assert.strictEqual(yield* Fiber.join(idleEnd), "")
      assert.strictEqual(yield* Fiber.join(halfEnd), "")
      for (const newcomer of newcomers) {
        newcomer.write(health)
        assert.match(yield* firstChunk(newcomer), /^HTTP\/1\.1 200 /, "is still open")
      }
    }).pipe(Effect.provide(service()))
  )

  it.live("a connection with a pending response is kept, and a new one gets 503 with Retry-After", () =>
    Effect.gen(function* () {
      const begun = yield* Deferred.make<void>()
      const finish = yield* Deferred.make<void>()
      const working = Service.of({
        handle: () =>
          Effect.gen(function* () {
            yield* Deferred.succeed(begun, undefined)
            yield* Deferred.await(finish)
            return { status: 200, headers: {}, body: "done" }
          })
      })
      const port = yield* Effect.provide(startService({ maxConnections: 1 }), Layer.succeed(Service, working))
      const response = yield* Effect.forkChild(firstChunk(yield* opening(port, health)), { startImmediately: true })
      yield* Deferred.await(begun)
      assert.match(yield* readUntilClosed(yield* opened(port)), /^HTTP\/1\.1 503 [^]*retry-after: 1\r\n/)
      yield* Deferred.succeed(finish, undefined)
      assert.match(yield* Fiber.join(response), /^HTTP\/1\.1 200 /)
    })
  )

  it.live("one remote address does not displace others", () =>
    Effect.gen(function* () {
      const port = yield* startService({ maxConnectionsPerAddress: 2 })
      const other = yield* Effect.acquireRelease(
        Effect.callback<Socket>((resume) => {
          const socket = connect({ port, host: "127.0.0.1", localAddress: "127.0.0.2" }, () =>
            resume(Effect.succeed(socket))
          )
        }),
        (socket) => Effect.sync(() => socket.destroy())
      )
      const first = yield* opened(port)
      const firstEnd = yield* Effect.forkChild(readUntilClosed(first), { startImmediately: true })
      for (let count = 0; count < 5; count++) {
        assert.match(yield* firstChunk(yield* opening(port, health)), /^HTTP\/1\.1 200 /)
      }
      assert.strictEqual(yield* Fiber.join(firstEnd), "")
      other.write(health)
      assert.match(yield* firstChunk(other), /^HTTP\/1\.1 200 /)
    }).pipe(Effect.provide(service()))
  )

  it.live("loopback addresses have no limit of their own", () =>
    Effect.gen(function* () {
      const port = yield* startService({})
      const sockets = []
      for (let count = 0; count < 300; count++) sockets.push(yield* opened(port))
      const [first] = sockets
      first?.write(health)
      assert.match(first === undefined ? "" : yield* firstChunk(first), /^HTTP\/1\.1 200 /)
    }).pipe(Effect.provide(service()))
  )
})

describe("a limit", () => {
  it.live.each([
    [{ maxConnections: 0 }, "maxConnections has to be a whole number, at least 1"],
    [{ maxConnectionsPerAddress: 1.5 }, "maxConnectionsPerAddress has to be a whole number"],
    [{ headersTimeout: "0 millis" }, "headersTimeout has to be from 1 millisecond"],
    [{ requestTimeout: "30 days" }, "requestTimeout has to be from 1 millisecond to 24 days"],
    [{ keepAliveTimeout: Number.NaN }, "keepAliveTimeout has to be"],
    [{ headersTimeout: "2 minutes", requestTimeout: "1 minute" }, "headersTimeout has to be at most requestTimeout"]
  ] as ReadonlyArray<readonly [ConnectionLimits, string]>)(
    "is named when its value is invalid: %j",
    ([limits, problem]) =>
      Effect.gen(function* () {
        const error = yield* Effect.flip(listen({ port: 0, limits }))
        assert.strictEqual(error._tag, "CannotListen")
        assert.include(error.message, problem)
      }).pipe(Effect.provide(service()))
  )
})
