/** The test email of a mail server, and the reported errors. */
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Redacted, Schema } from "effect"
import { TestClock } from "effect/testing"
import { vi } from "vitest"
import { Mailbox } from "../../../service/index.ts"
import { addressKind } from "../../../service/network/remote-address.ts"
import { layer, Smtp } from "../../../service/mail/smtp.ts"
import { asAdmin, asClient, asServer, type Headers, service } from "../fixture.ts"
import { post } from "../requests.ts"
import { credentials, rawServer, type SmtpRefusal, smtpServer } from "../smtp-servers.ts"

const sender = { sender_name: 'Fern "Hill" <Orchards>', sender_email: "mail@fernhill.example" }
const sendTest = (settings: object, more: object = {}, headers: Headers = asAdmin) =>
  post("/internal/send-test-email", headers, {
    recipient_email: "ada@example.com",
    email_config: { ...settings, ...sender, ...more }
  })

const readResult = Schema.decodeUnknownEffect(
  Schema.Struct({ success: Schema.Boolean, error_message: Schema.optionalKey(Schema.String) })
)
/** Returns the reported error. The status is always 200. */
const failureOf = Effect.fnUntraced(function* (settings: object) {
  const response = yield* sendTest(settings)
  assert.strictEqual(response.status, 200)
  const { error_message, success } = yield* readResult(response.json)
  assert.isFalse(success)
  assert.notInclude(response.text, credentials.password)
  return error_message ?? ""
})

describe("a test email", () => {
  it.live("is delivered", () =>
    Effect.gen(function* () {
      const { received, settings } = yield* smtpServer()
      const response = yield* sendTest(settings)
      assert.deepStrictEqual([response.status, response.json], [200, { success: true }])
      const [mail] = received
      assert.deepInclude(mail, { from: "mail@fernhill.example", to: ["ada@example.com"] })
      assert.match(mail?.raw ?? "", /^From: "Fern \\"Hill\\" <Orchards>" <mail@fernhill\.example>\r$/m)
      assert.match(mail?.raw ?? "", /^To: ada@example\.com\r$/m)
      assert.match(mail?.raw ?? "", /^Subject: Test email from Test\r$/m)
      assert.match(mail?.raw ?? "", /^Message-ID: <[\da-f-]{36}@fernhill\.example>\r$/m)
      assert.match(mail?.raw ?? "", /^Auto-Submitted: auto-generated\r$/m)
      assert.match(mail?.raw ?? "", /^Content-Type: multipart\/alternative;/m)
      assert.deepStrictEqual(yield* Mailbox.use(({ list }) => list()), [], "it was sent to this server only")
    }).pipe(Effect.scoped, Effect.provide(service()))
  )

  it.live.each<[string, SmtpRefusal, RegExp]>([
    ["the user name and password are wrong", { at: "login", code: 535 }, /user name and password.*\(535\)$/],
    ["the server is busy", { at: "recipient", code: 450 }, /at the moment.*\(450\)$/],
    ["the server is too busy to accept a connection", { at: "sender", code: 421 }, /at the moment/],
    ["the recipient's address is refused", { at: "recipient", code: 553 }, /refuses the address.*\(553\)$/],
    ["the sender's address is refused", { at: "sender", code: 553 }, /does not accept the sender.*\(553\)$/],
    ["the mailbox does not exist", { at: "recipient", code: 550 }, /refuses the address/],
    ["the mail is rejected", { at: "data", code: 554 }, /rejected the mail.*\(554\)$/]
  ])("reports that %s", ([, refusal, expected]) =>
    Effect.gen(function* () {
      const { received, settings } = yield* smtpServer({}, [refusal])
      assert.match(yield* failureOf(settings), expected)
      assert.deepStrictEqual(received, [])
    }).pipe(Effect.scoped, Effect.provide(service()))
  )

  it.live("reports a wrong password without repeating it", () =>
    Effect.gen(function* () {
      const { settings } = yield* smtpServer()
      const wrong = "another s3cret"
      const failure = yield* failureOf({ ...settings, password: wrong })
      assert.match(failure, /user name and password/)
      assert.notInclude(failure, wrong)
    }).pipe(Effect.scoped, Effect.provide(service()))
  )

  it.live("reports an unknown host", () =>
    Effect.gen(function* () {
      assert.match(yield* failureOf({ host: "nowhere.invalid", port: 25, ...credentials }), /was not found/)
    }).pipe(Effect.provide(service()))
  )

  it.live("reports a refused connection", () =>
    Effect.gen(function* () {
      const settings = yield* Effect.scoped(rawServer(() => {}))
      assert.match(yield* failureOf(settings), /connection.*cannot be made/)
    }).pipe(Effect.provide(service()))
  )

  it.live("reports a closed connection", () =>
    Effect.gen(function* () {
      const settings = yield* rawServer((socket) => socket.end("220 hello\r\n"))
      assert.match(yield* failureOf(settings), /was closed/)
    }).pipe(Effect.scoped, Effect.provide(service()))
  )

  it.live("does not repeat the greeting of another kind of server", () =>
    Effect.gen(function* () {
      const settings = yield* rawServer((socket) => socket.end("SSH-2.0-OpenSSH_9.6 secret-host\r\n"))
      assert.strictEqual(yield* failureOf(settings), "The mail could not be sent.")
    }).pipe(Effect.scoped, Effect.provide(service()))
  )

  it.live("reports an untrusted certificate", () =>
    Effect.gen(function* () {
      const { settings } = yield* smtpServer({ hideSTARTTLS: false })
      assert.match(yield* failureOf(settings), /connection.*cannot be made.*certificate/)
    }).pipe(Effect.scoped, Effect.provide(service()))
  )

  it.live("does not repeat responses of the mail server", () =>
    Effect.gen(function* () {
      const greeting = yield* rawServer((socket) => socket.end("554 internal-host-7 10.1.2.3 refuses you\r\n"))
      const failure = yield* failureOf(greeting)
      assert.notMatch(failure, /internal|10\.1/)
    }).pipe(Effect.scoped, Effect.provide(service()))
  )

  it.live("needs no TLS on this machine, and is not sent without TLS where it is required", () =>
    Effect.gen(function* () {
      const logins: Array<string> = []
      const { port } = yield* rawServer((socket) => {
        socket.write("220 hello\r\n")
        socket.on("data", (chunk: Buffer) => {
          const line = chunk.toString()
          if (line.startsWith("AUTH")) logins.push(line)
          socket.write(line.startsWith("EHLO") ? "250-hello\r\n250 AUTH PLAIN\r\n" : "502 no\r\n")
        })
      })
      const server = { host: "127.0.0.1", port, username: "mailer", password: Redacted.make(credentials.password) }
      const message = {
        messageId: "<x@example.com>",
        date: new Date(0),
        from: { name: "x", address: "x@example.com" },
        to: "ada@example.com",
        subject: "x",
        text: "x",
        html: "x"
      }
      const attempt = Effect.flip(Smtp.use(({ deliver }) => deliver(server, message)))
      assert.strictEqual((yield* Effect.provide(attempt, layer())).problem, "authentication")
      assert.strictEqual(logins.length, 1)
      assert.strictEqual((yield* Effect.provide(attempt, layer({ tls: "required" }))).problem, "tlsMissing")
      assert.strictEqual(logins.length, 1)
    }).pipe(Effect.scoped)
  )

  const unreachable = [
    "10.0.0.1",
    "172.16.0.1",
    "192.168.1.1",
    "100.64.0.1",
    "169.254.169.254",
    "0.0.0.0",
    "2852039166",
    "::ffff:10.0.0.1",
    "::ffff:a9fe:a9fe",
    "fd00::1",
    "fe80::1",
    "64:ff9b::a00:1",
    "2002:a00:1::"
  ]
  it.live.each(unreachable)("is not sent to %s", (host) =>
    Effect.gen(function* () {
      assert.match(yield* failureOf({ host, port: 25, ...credentials }), /has no public address/)
    }).pipe(Effect.provide(service()))
  )

  it.live.each(["127.0.0.1", "localhost", "::ffff:127.0.0.1"])(
    "is not sent to %s when only public addresses are allowed",
    (host) =>
      Effect.gen(function* () {
        const { received, settings } = yield* smtpServer()
        assert.match(yield* failureOf({ ...settings, host }), /has no public address/)
        assert.deepStrictEqual(received, [])
      }).pipe(Effect.scoped, Effect.provide(service({}, { smtp: { addresses: "public" } })))
  )

  it("is sent to private addresses when they are allowed, and never to reserved ones", () => {
    assert.deepStrictEqual(
      ["8.8.8.8", "2606:4700::1111", "127.8.9.1", "::1", "192.168.0.1", "fd12::1", "169.254.169.254", "224.0.0.1"].map(
        addressKind
      ),
      ["public", "public", "loopback", "loopback", "private", "private", "reserved", "reserved"]
    )
  })

  it.effect.each<[host: string, needsTls: boolean]>([
    ["127.0.0.1", false],
    ["::1", false],
    ["192.168.0.1", true],
    ["fd12::1", true],
    ["8.8.8.8", true]
  ])("is sent to %s without TLS only on this machine", ([host, needsTls]) =>
    Effect.gen(function* () {
      const createTransport = vi.fn((_: object) => ({ verify: () => Promise.resolve(true) }))
      vi.doMock("nodemailer", () => ({ createTransport }))
      vi.resetModules()
      const { username } = credentials
      yield* Smtp.use(({ verify }) => verify({ host, port: 25, username, password: Redacted.make("p") })).pipe(
        Effect.ensuring(Effect.sync(() => vi.doUnmock("nodemailer"))),
        Effect.ensuring(Effect.sync(() => vi.resetModules()))
      )
      assert.deepInclude(createTransport.mock.lastCall?.[0], { host, requireTLS: needsTls, secure: false })
    }).pipe(Effect.provide(layer({ addresses: "private" })))
  )

  it.each<[first: string, last: string, before: string, after: string]>([
    ["10.0.0.0", "10.255.255.255", "9.255.255.255", "11.0.0.0"],
    ["100.64.0.0", "100.127.255.255", "100.63.255.255", "100.128.0.0"],
    ["172.16.0.0", "172.31.255.255", "172.15.255.255", "172.32.0.0"],
    ["192.168.0.0", "192.168.255.255", "192.167.255.255", "192.169.0.0"]
  ])("is sent as to a private network from %s to %s, and as to a public one beside it", (...addresses) => {
    assert.deepStrictEqual(addresses.map(addressKind), ["private", "private", "public", "public"])
  })

  it.each([
    ["0.0.0.0", "0.255.255.255"],
    ["169.254.0.0", "169.254.255.255"],
    ["192.0.0.0", "192.0.0.255"],
    ["192.0.2.0", "192.0.2.255"],
    ["192.88.99.0", "192.88.99.255"],
    ["198.18.0.0", "198.19.255.255"],
    ["198.51.100.0", "198.51.100.255"],
    ["203.0.113.0", "203.0.113.255"],
    ["224.0.0.0", "255.255.255.255"],
    ["fe80::", "febf::1"],
    ["ff00::", "ff0f::1"],
    ["fec0::", "feff::1"],
    ["100::", "100::1"],
    ["2001::", "2001:1ff::1"],
    ["2001:db8::", "2001:db8:ffff::1"]
  ])("is not sent to the reserved addresses from %s to %s", (...addresses) => {
    assert.deepStrictEqual(addresses.map(addressKind), ["reserved", "reserved"])
  })

  it.each(["100.100.100.200", "168.63.129.16", "fd00:ec2::254", "fd20:ce::254", "::ffff:100.100.100.200"])(
    "is not sent to the metadata service of a cloud provider at %s, even if private networks are allowed",
    (address) => {
      assert.strictEqual(addressKind(address), "reserved")
    }
  )

  it("is not sent to an IPv4 address embedded in IPv6, or to an unassigned range", () => {
    const addresses = [
      "::127.0.0.1",
      "::ffff:0:127.0.0.1",
      "64:ff9b::10.0.0.1",
      "2002:7f00:1::",
      "3fff::1",
      "5f00::1",
      "4000::1"
    ]
    assert.deepStrictEqual(
      addresses.map(addressKind),
      addresses.map(() => "reserved")
    )
    assert.strictEqual(addressKind("::ffff:8.8.8.8"), "public")
  })

  it.effect("times out after ten seconds", () =>
    Effect.gen(function* () {
      const connected = yield* Deferred.make<void>()
      const settings = yield* rawServer(() => Deferred.doneUnsafe(connected, Effect.void))
      const call = yield* Effect.forkChild(failureOf(settings))
      yield* Deferred.await(connected)
      yield* TestClock.adjust("9999 millis")
      assert.isUndefined(call.pollUnsafe())
      yield* TestClock.adjust("1 millis")
      assert.match(yield* Fiber.join(call), /did not respond in time/)
    }).pipe(Effect.scoped, Effect.provide(service()))
  )

  it.effect("requires valid settings", () =>
    Effect.gen(function* () {
      const settings = { host: "127.0.0.1", port: 25, ...credentials }
      for (const wrong of [
        { port: -1 },
        { port: 65_536 },
        { port: 2.5 },
        { password: "x".repeat(71) },
        { sender_email: "not-an-email" },
        { type: "standard" },
        { host: [1] },
        { host: "a\0b" }
      ]) {
        const response = yield* sendTest(settings, wrong)
        assert.deepStrictEqual([response.status, response.code], [400, "SCHEMA_ERROR"], JSON.stringify(wrong))
      }
    }).pipe(Effect.provide(service()))
  )

  it.effect("is for owners only", () =>
    Effect.gen(function* () {
      for (const headers of [asClient, asServer]) {
        assert.strictEqual((yield* sendTest({}, {}, headers)).code, "INSUFFICIENT_ACCESS_TYPE")
      }
    }).pipe(Effect.provide(service()))
  )
})
