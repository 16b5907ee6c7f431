/** Mail delivery by real SMTP servers. */
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Layer, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { isOverNetwork } from "../../postgres/server.ts"
import { SharedMail } from "../../../service/mail/shared-mail.ts"
import { asAdmin, send, service, signUp } from "../fixture.ts"
import { configure } from "../requests.ts"
import { mailTo } from "../mails.ts"
import { credentials, rawServer, type SmtpRefusal, smtpServer } from "../smtp-servers.ts"
import { cert, key, trustCertificate } from "../tls-certificate.ts"
import {
  attempts,
  copy,
  mailLayer,
  nextAttempt,
  outgoing,
  sendOne,
  withProject,
  withSharedProject
} from "./mail-fixture.ts"
import { until } from "../until.ts"
import { collectLog } from "../collect-log.ts"

/** An SMTP server that records what it receives and closes the first connections within DATA. */
const disconnectingServer = Effect.fnUntraced(function* (disconnects: number) {
  const received: Array<string> = []
  const server = yield* rawServer((socket) => {
    let text = ""
    let isData = false
    socket.write("220 hello\r\n")
    socket.on("data", (chunk: Buffer) => {
      text += chunk.toString()
      if (isData) {
        if (received.length < disconnects) {
          received.push(text)
          socket.destroy()
        } else if (text.endsWith("\r\n.\r\n")) {
          received.push(text)
          isData = false
          socket.write("250 accepted\r\n")
        }
        return
      }
      isData = text.startsWith("DATA")
      socket.write(
        text.startsWith("EHLO") ? "250-hello\r\n250 AUTH PLAIN\r\n" : isData ? "354 go on\r\n" : replyTo(text)
      )
      text = ""
    })
  })
  return { received, server }
})

const replyTo = (line: string) => (line.startsWith("AUTH") ? "235 welcome\r\n" : "250 ok\r\n")

const messageIdIn = (raw: string | undefined) => /^Message-ID: (<.*>)\r?$/im.exec(raw ?? "")?.[1]

// Attempts are timed by the test clock, which does not wait for a database over the network.
describe.skipIf(isOverNetwork)("a project with its own mail server", () => {
  it.effect("sends its mails there and keeps a copy of each", () =>
    Effect.gen(function* () {
      const { received, settings, whenReceived } = yield* smtpServer()
      yield* withProject(settings)
      yield* sendOne()
      const stored = yield* copy
      assert.deepInclude(stored, { from: "Orchards <mail@fernhill.example>", to: "ada@example.com" })
      yield* whenReceived(1)
      const [mail] = received
      assert.deepInclude(mail, { from: "mail@fernhill.example", to: ["ada@example.com"] })
      assert.match(mail?.raw ?? "", /^From: Orchards <mail@fernhill\.example>\r$/m)
      assert.include(mail?.raw ?? "", `Subject: ${stored?.subject}\r\n`)
      assert.include(mail?.raw ?? "", "\r\nABC123\r\n")
      yield* until(Effect.map(copy, (mail) => mail?.delivery === "delivered"))
    }).pipe(Effect.scoped, Effect.provide(mailLayer()))
  )

  it.live("sends mails with the headers of automatic mails", () =>
    Effect.gen(function* () {
      const { received, settings, whenReceived } = yield* smtpServer()
      yield* withProject(settings)
      yield* sendOne()
      yield* whenReceived(1)
      const raw = received[0]?.raw ?? ""
      assert.match(messageIdIn(raw) ?? "", /^<[\da-f-]{36}@fernhill\.example>$/)
      const date = /^Date: (.*)\r$/m.exec(raw)?.[1] ?? ""
      assert.strictEqual(Math.floor(((yield* copy)?.at.getTime() ?? 0) / 1000), Date.parse(date) / 1000)
      assert.match(raw, /^Auto-Submitted: auto-generated\r$/m)
      assert.notMatch(raw, /^List-Unsubscribe/im)
    }).pipe(Effect.scoped, Effect.provide(mailLayer()))
  )

  it.live("sends mails over TLS to a server with a trusted certificate", () =>
    Effect.gen(function* () {
      yield* trustCertificate
      const secured: Array<boolean> = []
      const { received, settings, whenReceived } = yield* smtpServer({
        hideSTARTTLS: false,
        allowInsecureAuth: false,
        key,
        cert,
        onMailFrom: (_, { secure }, done) => {
          secured.push(secure)
          done()
        }
      })
      yield* withProject(settings)
      yield* sendOne()
      yield* whenReceived(1)
      assert.lengthOf(received, 1)
      assert.deepStrictEqual(secured, [true])
    }).pipe(Effect.scoped, Effect.provide(mailLayer()))
  )

  it.effect("does not send a mail to a server without a trusted certificate", () =>
    Effect.gen(function* () {
      const { received, settings } = yield* smtpServer({ hideSTARTTLS: false, key, cert })
      yield* withProject(settings)
      yield* sendOne()
      yield* attempts(1)
      assert.match((yield* outgoing)[0]?.problem ?? "", /certificate is not trusted/)
      assert.deepStrictEqual(received, [])
    }).pipe(Effect.scoped, Effect.provide(mailLayer()))
  )

  it.live("is configured by its owner, and can return to the shared server", () =>
    Effect.gen(function* () {
      const { received, settings, whenReceived } = yield* smtpServer()
      const sender = { sender_name: "Orchards", sender_email: "mail@fernhill.example" }
      assert.strictEqual((yield* configure({ email_config: { type: "standard", ...settings, ...sender } })).status, 200)
      assert.strictEqual((yield* signUp("new@example.com")).status, 200)
      yield* whenReceived(1)
      const copy = yield* mailTo("new@example.com")
      assert.strictEqual(copy.from, "Orchards <mail@fernhill.example>")
      assert.deepInclude(received[0], { from: "mail@fernhill.example", to: ["new@example.com"] })
      yield* configure({ email_config: { type: "shared" } })
      yield* signUp("newer@example.com")
      assert.deepInclude(yield* mailTo("newer@example.com"), {
        from: "Test <noreply@keystile.test>",
        delivery: "mailbox"
      })
      assert.strictEqual(received.length, 1)
    }).pipe(Effect.scoped, Effect.provide(service()))
  )

  it.effect("completes a call whose mail cannot be delivered", () =>
    Effect.gen(function* () {
      const { host, port } = yield* Effect.scoped(rawServer(() => {}))
      const config = {
        type: "standard",
        host,
        port,
        username: "u",
        password: "p",
        sender_name: "x",
        sender_email: "x@example.com"
      }
      yield* send("PATCH", "/api/v1/projects/current", { headers: asAdmin, json: { config: { email_config: config } } })
      assert.strictEqual((yield* signUp("new@example.com")).status, 200)
      assert.strictEqual((yield* mailTo("new@example.com")).delivery, "pending")
    }).pipe(Effect.provide(service()))
  )

  it.effect.each<SmtpRefusal>([
    { at: "login", code: 454 },
    { at: "login", code: 535 },
    { at: "sender", code: 421 },
    { at: "sender", code: 530 },
    { at: "sender", code: 550 },
    { at: "sender", code: 554 },
    { at: "recipient", code: 450 },
    { at: "data", code: 451 }
  ])("sends a mail again after a refusal that is not about the mail: $at $code", (refusal) =>
    Effect.gen(function* () {
      const { received, settings } = yield* smtpServer({}, [refusal])
      yield* withProject(settings)
      yield* sendOne()
      yield* attempts(1)
      assert.deepInclude((yield* outgoing)[0], { state: "pending" })
      assert.match((yield* copy)?.deliveryProblem ?? "", new RegExp(`\\(${refusal.code}\\)$|in time|was closed`))
      yield* nextAttempt(2)
      assert.deepInclude((yield* outgoing)[0], { state: "delivered", problem: null })
      assert.lengthOf(received, 1)
    }).pipe(Effect.scoped, Effect.provide(mailLayer()))
  )

  it.effect.each<SmtpRefusal>([
    { at: "sender", code: 552 },
    { at: "recipient", code: 550 },
    { at: "data", code: 554 }
  ])("does not send a mail again that the server refuses for good: $at $code", (refusal) =>
    Effect.gen(function* () {
      const { received, settings } = yield* smtpServer({}, [refusal])
      yield* withProject(settings)
      yield* sendOne()
      yield* attempts(1)
      assert.deepInclude((yield* outgoing)[0], { state: "failed" })
      assert.deepInclude(yield* copy, { delivery: "failed" })
      yield* TestClock.adjust("2 days")
      assert.deepStrictEqual(received, [])
    }).pipe(Effect.scoped, Effect.provide(mailLayer()))
  )

  it.effect("reports a server that refuses the sender once, and not with each mail", () => {
    const { lines, logger } = collectLog()
    return Effect.gen(function* () {
      const refusal: SmtpRefusal = { at: "sender", code: 550 }
      const { settings } = yield* smtpServer({}, [refusal, refusal])
      yield* withProject(settings)
      yield* sendOne()
      yield* attempts(1)
      yield* nextAttempt(2)
      yield* nextAttempt(3)
      assert.deepInclude((yield* outgoing)[0], { state: "delivered", problem: null })
      const server = `The mail server 127.0.0.1:${settings.port} with the sender mail@fernhill.example`
      assert.deepStrictEqual(lines, [
        `${server} fails. Its mails are retried for a day. The mail server does not accept the sender. ` +
          "Check the sender's address and domain, and the account there. (550)",
        `${server} works again.`
      ])
    }).pipe(Effect.scoped, Effect.provide(mailLayer()), Effect.provide(logger))
  })

  it.effect.each([
    ["its greeting", 554, (line: string) => (line === "" ? "554 no service here" : "221 bye")],
    ["its greeting", 421, (line: string) => (line === "" ? "421 too many connections" : "221 bye")],
    ["EHLO and HELO", 550, (line: string) => (line === "" ? "220 hello" : "550 unknown host")],
    [
      "STARTTLS",
      554,
      (line: string) =>
        line === "" ? "220 hello" : line.startsWith("EHLO") ? "250-hello\r\n250 STARTTLS" : "554 no TLS"
    ]
  ] as const)("sends a mail again after a server refuses the session: %s %i", ([, code, reply]) => {
    const { lines, logger } = collectLog()
    return Effect.gen(function* () {
      const server = yield* rawServer((socket) => {
        socket.write(`${reply("")}\r\n`)
        socket.on("data", (chunk: Buffer) => socket.write(`${reply(chunk.toString())}\r\n`))
      })
      yield* withProject(server)
      yield* sendOne()
      yield* attempts(1)
      const [mail] = yield* outgoing
      assert.strictEqual(mail?.state, "pending")
      assert.include(mail?.problem ?? "", `(${code})`)
      assert.lengthOf(
        lines.filter((line) => line.startsWith(`The mail server 127.0.0.1:${server.port} fails.`)),
        1
      )
    }).pipe(Effect.scoped, Effect.provide(mailLayer()), Effect.provide(logger))
  })

  it.effect("bounds an attempt at a server that accepts the connection and never responds", () =>
    Effect.gen(function* () {
      const connected = yield* Deferred.make<void>()
      yield* withProject(yield* rawServer(() => Deferred.doneUnsafe(connected, Effect.void)))
      yield* sendOne()
      yield* Deferred.await(connected)
      yield* TestClock.adjust("9999 millis")
      assert.deepInclude((yield* outgoing)[0], { state: "pending", tries: 0 })
      yield* TestClock.adjust("1 millis")
      yield* attempts(1)
      assert.match((yield* outgoing)[0]?.problem ?? "", /did not respond in time/)
    }).pipe(Effect.scoped, Effect.provide(mailLayer()))
  )

  it.effect("sends a mail again with the same Message-ID when the connection breaks within the mail", () =>
    Effect.gen(function* () {
      const { received, server } = yield* disconnectingServer(1)
      yield* withProject(server)
      yield* sendOne()
      yield* attempts(1)
      yield* nextAttempt(2)
      assert.deepInclude((yield* outgoing)[0], { state: "delivered" })
      assert.lengthOf(received, 2)
      assert.isDefined(messageIdIn(received[1]))
      assert.strictEqual(messageIdIn(received[0]), messageIdIn(received[1]))
    }).pipe(Effect.scoped, Effect.provide(mailLayer()))
  )
})

describe.skipIf(isOverNetwork)("a project without a mail server", () => {
  it.live("sends its mails by the server of the installation, if there is one", () =>
    Effect.gen(function* () {
      const { received, settings, whenReceived } = yield* smtpServer()
      const server = { ...settings, password: Redacted.make(credentials.password), isTrusted: true }
      const shared = Layer.succeed(SharedMail, { address: "no-reply@auth.example.com", server })
      yield* Effect.gen(function* () {
        yield* withSharedProject
        yield* sendOne()
        yield* whenReceived(1)
      }).pipe(Effect.provide(Layer.provide(mailLayer(), shared)))
      assert.match(received[0]?.raw ?? "", /^From: Fernhill <no-reply@auth\.example\.com>\r$/m)
      assert.match(messageIdIn(received[0]?.raw) ?? "", /@auth\.example\.com>$/)
    }).pipe(Effect.scoped)
  )

  it.effect("stores its mails in the mailbox only", () =>
    Effect.gen(function* () {
      yield* withSharedProject
      yield* sendOne()
      assert.deepInclude(yield* copy, { delivery: "mailbox" })
      assert.deepStrictEqual(yield* outgoing, [])
    }).pipe(Effect.provide(mailLayer()))
  )
})
