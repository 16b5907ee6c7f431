/** One webhook request, and forbidden targets. */
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Redacted, Schema } from "effect"
import type { LookupAllOptions } from "node:dns"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { createServer as createTcpServer, type Server, type Socket } from "node:net"
import { Webhook } from "svix"
import { vi } from "vitest"
import { WebhookSecret, WebhookUrl } from "../../../core/schema/webhook.ts"
import { newTargetSecret } from "../../../service/webhooks/target.ts"
import { layer as layerPost, WebhookPost } from "../../../service/webhooks/webhook-post.ts"
import { PROJECT_ID, send, service } from "../fixture.ts"
import { messageById, messages, SECRET, webhooks } from "./fixture.ts"

/** A name that the check of the address resolves to this machine. Every other lookup of it fails (RFC 6761). */
const CHECKED_NAME = "checked.invalid"

vi.mock("node:dns/promises", async (load) => {
  const original = await load<typeof import("node:dns/promises")>()
  const lookup = (host: string, options: LookupAllOptions) =>
    host === CHECKED_NAME ? Promise.resolve([{ address: "127.0.0.1", family: 4 }]) : original.lookup(host, options)
  return { ...original, lookup }
})

const listening = (server: Server, sockets: Set<Socket>) =>
  Effect.acquireRelease(
    Effect.promise(
      () =>
        new Promise<string>((resolve) => {
          server.on("connection", (socket: Socket) => {
            sockets.add(socket)
            socket.on("error", () => {})
          })
          server.listen(0, "127.0.0.1", () => {
            const address = server.address()
            resolve(`http://127.0.0.1:${typeof address === "object" ? address?.port : 0}/webhooks`)
          })
        })
    ),
    () =>
      Effect.sync(() => {
        sockets.forEach((socket) => socket.destroy())
        server.close()
      })
  )

const httpTarget = (handle: (request: IncomingMessage, response: ServerResponse) => void) =>
  listening(createServer(handle), new Set())

/** Runs a TCP server with a handler for each connection. */
const rawTarget = (speak: (socket: Socket) => void) =>
  listening(
    createTcpServer((socket) => void socket.once("data", () => speak(socket))),
    new Set()
  )

const post = (url: string, body = "{}") =>
  Effect.flatMap(WebhookPost, (network) => network.post({ url, headers: { "content-type": "application/json" }, body }))
const failure = (url: string) => Effect.map(Effect.flip(post(url)), ({ problem }) => problem)

describe("a service that sends to public addresses only", () => {
  it.live("does not connect to its own machine and network, whatever they are called", () =>
    Effect.gen(function* () {
      let visits = 0
      const url = yield* httpTarget((_, response) => {
        visits++
        response.end()
      })
      const port = new URL(url).port
      const names = ["127.0.0.1", "localhost", "2130706433", "0x7f.1", "[::ffff:127.0.0.1]", "[::1]", "169.254.169.254"]
      for (const name of [...names, "10.0.0.1", "0.0.0.0"]) {
        for (const scheme of ["http", "https"]) {
          const problem = yield* failure(`${scheme}://${name}:${port}/`)
          assert.strictEqual(problem, "The host has no address that is allowed.", name)
        }
      }
      assert.strictEqual(visits, 0)
    }).pipe(Effect.provide(layerPost("public")))
  )

  it.live("sends to public addresses over https only, and reports a host that does not exist", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* failure("http://8.8.8.8/"), "Webhooks are sent to public addresses over https only.")
      assert.match(yield* failure("https://keystile.invalid/"), /no host of this name|could not be looked up/)
    }).pipe(Effect.provide(layerPost("public")))
  )

  it.live("sends to private networks when they are allowed, but to no link-local address", () =>
    Effect.gen(function* () {
      const url = yield* httpTarget((_, response) => response.end("taken"))
      assert.deepStrictEqual(yield* post(url), { status: 200, text: "taken" })
      assert.strictEqual(yield* failure("http://169.254.169.254/"), "The host has no address that is allowed.")
    }).pipe(Effect.provide(layerPost("private")))
  )
})

describe("a service with a target that has a name", () => {
  it.live("connects to the address that was checked, without another lookup (DNS rebinding)", () =>
    Effect.gen(function* () {
      const hosts: Array<string | undefined> = []
      const url = new URL(
        yield* httpTarget(({ headers }, response) => {
          hosts.push(headers.host)
          response.end("taken")
        })
      )
      url.hostname = CHECKED_NAME
      assert.deepStrictEqual(yield* post(url.href), { status: 200, text: "taken" })
      assert.deepStrictEqual(hosts, [url.host])
    }).pipe(Effect.provide(layerPost("loopback")))
  )
})

describe("a forbidden target", () => {
  it.live("is not followed by a redirect", () =>
    Effect.gen(function* () {
      let visits = 0
      const elsewhere = yield* httpTarget((_, response) => {
        visits++
        response.end()
      })
      const url = yield* httpTarget((_, response) => response.writeHead(307, { location: elsewhere }).end())
      assert.deepInclude(yield* post(url), { status: 307 })
      assert.strictEqual(visits, 0)
    })
  )

  it.live("is read up to a limit of size and time", () =>
    Effect.gen(function* () {
      let sent = 0
      const endless = yield* httpTarget((_, response) => {
        const chunk = "x".repeat(65_536)
        const more = () => {
          while (!response.destroyed && response.write(chunk)) sent += chunk.length
        }
        response.on("drain", more)
        more()
      })
      const posted = yield* post(endless)
      assert.deepStrictEqual([posted.status, posted.text.length], [200, 1000])
      assert.isBelow(sent, 50_000_000)
      const slow = yield* httpTarget((_, response) => void response.writeHead(200).write("as far as it goes"))
      assert.deepStrictEqual(yield* post(slow), { status: 200, text: "as far as it goes" })
    })
  )

  it.live("is reported with a reason when it does not respond", () =>
    Effect.gen(function* () {
      const closed = yield* Effect.scoped(httpTarget(() => {}))
      assert.strictEqual(yield* failure(closed), "Nothing listens at this address.")
      const reset = yield* rawTarget((socket) => socket.resetAndDestroy())
      assert.strictEqual(yield* failure(reset), "The connection was closed without a response.")
      const silent = yield* rawTarget((socket) => socket.end())
      assert.strictEqual(yield* failure(silent), "The connection was closed without a response.")
      const babble = yield* rawTarget((socket) => socket.end("220 mail.example ESMTP\r\n"))
      assert.strictEqual(yield* failure(babble), "The server does not speak HTTP.")
      const wide = yield* rawTarget((socket) => socket.end(`HTTP/1.1 200 OK\r\nx: ${"x".repeat(100_000)}\r\n\r\n`))
      assert.strictEqual(yield* failure(wide), "The server does not speak HTTP.")
      const upgrade = yield* rawTarget((socket) =>
        socket.write("HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n")
      )
      assert.strictEqual(yield* failure(upgrade), "The connection was closed without a response.")
      assert.strictEqual(
        yield* failure(reset.replace("http:", "https:")),
        "The connection was closed without a response."
      )
    })
  )

  it.live("may break off the response after its status", () =>
    Effect.gen(function* () {
      const url = yield* rawTarget((socket) => {
        socket.write("HTTP/1.1 201 Created\r\ncontent-length: 100\r\n\r\nbeg\0in")
        setImmediate(() => socket.destroy())
      })
      assert.deepStrictEqual(yield* post(url), { status: 201, text: "begin" })
    })
  )

  it.live("is disconnected when the caller is interrupted", () =>
    Effect.gen(function* () {
      const gone = Deferred.makeUnsafe<void>()
      const url = yield* rawTarget((socket) => socket.on("close", () => Deferred.doneUnsafe(gone, Effect.void)))
      assert.strictEqual((yield* Effect.timeoutOption(post(url), 100))._tag, "None")
      yield* Deferred.await(gone)
    })
  )
})

describe("a webhook to a real server", () => {
  it.live("has a signature of the received bytes", () =>
    Effect.gen(function* () {
      const received = Deferred.makeUnsafe<{ readonly headers: Record<string, string>; readonly body: string }>()
      const url = yield* httpTarget((request, response) => {
        let body = ""
        request
          .setEncoding("utf8")
          .on("data", (chunk: string) => (body += chunk))
          .on("end", () => {
            response.end("thanks")
            const headers = Object.fromEntries(
              Object.entries(request.headers).map(([name, value]) => [name, String(value)])
            )
            Deferred.doneUnsafe(received, Effect.succeed({ headers, body }))
          })
      })
      yield* webhooks("POST", "/targets", { url, secret: SECRET })
      yield* send("POST", "/api/v1/users", {
        headers: {
          "x-stack-project-id": PROJECT_ID,
          "x-stack-access-type": "server",
          "x-stack-secret-server-key": "ssk_of_the_project"
        },
        json: { display_name: "Noël 🌲" }
      })
      const { body, headers } = yield* Deferred.await(received)
      assert.deepInclude(new Webhook(SECRET).verify(body, headers), { type: "user.created" })
      assert.include(body, "Noël 🌲")
      let message = (yield* messages())[0]
      while (message?.deliveries[0]?.state === "pending")
        message = yield* Effect.delay(
          Effect.map(messages(), ([one]) => one),
          5
        )
      assert.deepInclude(message?.deliveries[0], { state: "delivered", last_status: 200, attempts: 1 })
      assert.deepInclude((yield* messageById(message?.id ?? "")).attempts[0], { answer: "thanks", problem: null })
    }).pipe(Effect.provide(service()))
  )
})

describe("targets", () => {
  const isUrl = Schema.is(WebhookUrl)
  const accepts = (secret: string) => Schema.decodeUnknownResult(WebhookSecret)(secret)._tag === "Success"

  it("are http and https URLs, also of this machine", () => {
    for (const url of [
      "http://localhost:3000/hooks",
      "https://app.example/a?b=c",
      "http://[::1]:8080/",
      "http://127.0.0.1"
    ]) {
      assert.isTrue(isUrl(url), url)
    }
    const bad = [
      "",
      "app.example",
      "/hooks",
      "ftp://app.example/",
      "file:///etc/passwd",
      "javascript:alert(1)",
      "http://user:secret@app.example/",
      "http://app.example/#part",
      "http://",
      `http://app.example/${"x".repeat(2000)}`
    ]
    for (const url of bad) assert.isFalse(isUrl(url), url)
  })

  it("have secrets that cannot be guessed", () => {
    assert.isTrue(accepts(SECRET))
    const made = new Set(Array.from({ length: 50 }, () => Redacted.value(newTargetSecret())))
    assert.strictEqual(made.size, 50)
    for (const secret of made) assert.isTrue(accepts(secret))
    for (const secret of ["", "whsec_", "whsec_c2hvcnQ=", SECRET.slice(6), `${SECRET}!`, `whsec_${"A".repeat(200)}`]) {
      assert.isFalse(accepts(secret), secret)
    }
  })
})
