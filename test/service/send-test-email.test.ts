/** A mail that tries out a mail server, and what is wrong with the server. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Schema } from "effect"
import { TestClock } from "effect/testing"
import { Mailbox } from "../../service/index.ts"
import { asAdmin, asClient, asServer, type Headers, service } from "./fixture.ts"
import { post } from "./mails.ts"
import { credentials, rawServer, type Refusal, smtpServer } from "./smtp-servers.ts"
import { isOverNetwork } from "../postgres/server.ts"

const sender = { sender_name: "Fern \"Hill\" <Orchards>", sender_email: "mail@fernhill.example" }
const sendTest = (settings: object, more: object = {}, headers: Headers = asAdmin) =>
  post("/internal/send-test-email", { recipient_email: "ada@example.com", email_config: { ...settings, ...sender, ...more } }, headers)

const readAnswer = Schema.decodeUnknownEffect(
  Schema.Struct({ success: Schema.Boolean, error_message: Schema.optionalKey(Schema.String) })
)
/** What went wrong, in the words of the service. It always answers with 200. */
const failureOf = Effect.fnUntraced(function*(settings: object) {
  const answer = yield* sendTest(settings)
  assert.strictEqual(answer.status, 200)
  const { error_message, success } = yield* readAnswer(answer.json)
  assert.isFalse(success)
  assert.notInclude(answer.text, credentials.password)
  return error_message ?? ""
})

describe("a test e-mail", () => {
  it.live("is really sent", () =>
    Effect.gen(function*() {
      const { received, settings } = yield* smtpServer()
      const answer = yield* sendTest(settings)
      assert.deepStrictEqual([answer.status, answer.json], [200, { success: true }])
      const [mail] = received
      assert.deepInclude(mail, { from: "mail@fernhill.example", to: ["ada@example.com"] })
      assert.match(mail?.raw ?? "", /^From: "Fern \\"Hill\\" <Orchards>" <mail@fernhill\.example>\r$/m)
      assert.match(mail?.raw ?? "", /^To: ada@example\.com\r$/m)
      assert.match(mail?.raw ?? "", /^Subject: A test mail from Test\r$/m)
      assert.match(mail?.raw ?? "", /^Content-Type: multipart\/alternative;/m)
      assert.deepStrictEqual(yield* Mailbox.use(({ list }) => list()), [], "it is for that server alone")
    }).pipe(Effect.scoped, Effect.provide(service())))

  it.live.each<[string, Refusal, RegExp]>([
    ["the user name and password are wrong", { at: "login", code: 535 }, /user name and password.*no 535/],
    ["the server is busy", { at: "recipient", code: 450 }, /at the moment.*no 450/],
    ["the server is too busy to listen at all", { at: "sender", code: 421 }, /at the moment/],
    ["the recipient's address is refused", { at: "recipient", code: 553 }, /refuses the address.*no 553/],
    ["the sender's address is refused", { at: "sender", code: 553 }, /refuses the address/],
    ["the mailbox is not there", { at: "recipient", code: 550 }, /refuses the address/],
    ["the mail is rejected", { at: "data", code: 554 }, /rejected the mail.*no 554/]
  ])("tells that %s", ([, refusal, expected]) =>
    Effect.gen(function*() {
      const { received, settings } = yield* smtpServer({}, [refusal])
      assert.match(yield* failureOf(settings), expected)
      assert.deepStrictEqual(received, [])
    }).pipe(Effect.scoped, Effect.provide(service())))

  it.live("tells that the password is wrong, without repeating it", () =>
    Effect.gen(function*() {
      const { settings } = yield* smtpServer()
      const wrong = "another s3cret"
      const failure = yield* failureOf({ ...settings, password: wrong })
      assert.match(failure, /user name and password/)
      assert.notInclude(failure, wrong)
    }).pipe(Effect.scoped, Effect.provide(service())))

  it.live("tells that there is no such host", () =>
    Effect.gen(function*() {
      assert.match(yield* failureOf({ host: "nowhere.invalid", port: 25, ...credentials }), /was not found/)
    }).pipe(Effect.provide(service())))

  it.live("tells that nobody listens there", () =>
    Effect.gen(function*() {
      const settings = yield* Effect.scoped(rawServer(() => {}))
      assert.match(yield* failureOf(settings), /connection.*cannot be made/)
    }).pipe(Effect.provide(service())))

  it.live("tells that the server hung up", () =>
    Effect.gen(function*() {
      const settings = yield* rawServer((socket) => socket.end("220 hello\r\n"))
      assert.match(yield* failureOf(settings), /was closed.*unexpectedly/)
    }).pipe(Effect.scoped, Effect.provide(service())))

  it.live("tells that the server speaks another language", () =>
    Effect.gen(function*() {
      const settings = yield* rawServer((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"))
      assert.match(yield* failureOf(settings), /could not be sent.*HTTP/)
    }).pipe(Effect.scoped, Effect.provide(service())))

  it.live("tells that a certificate cannot be trusted", () =>
    Effect.gen(function*() {
      const { settings } = yield* smtpServer({ hideSTARTTLS: false })
      assert.match(yield* failureOf(settings), /connection.*cannot be made.*certificate/)
    }).pipe(Effect.scoped, Effect.provide(service())))

  it.effect.skipIf(isOverNetwork)("gives up after ten seconds", () =>
    Effect.gen(function*() {
      const settings = yield* rawServer(() => {})
      const call = yield* Effect.forkChild(failureOf(settings))
      yield* TestClock.adjust("9999 millis")
      assert.isUndefined(call.pollUnsafe())
      yield* TestClock.adjust("1 millis")
      assert.match(yield* Fiber.join(call), /did not answer in time/)
    }).pipe(Effect.scoped, Effect.provide(service())))

  it.effect("needs settings that could be right", () =>
    Effect.gen(function*() {
      const settings = { host: "127.0.0.1", port: 25, ...credentials }
      for (
        const wrong of [
          { port: -1 },
          { port: 65_536 },
          { port: 2.5 },
          { password: "x".repeat(71) },
          { sender_email: "nobody" },
          { type: "standard" },
          { host: [1] },
          { host: "a\0b" }
        ]
      ) {
        const answer = yield* sendTest(settings, wrong)
        assert.deepStrictEqual([answer.status, answer.code], [400, "SCHEMA_ERROR"], JSON.stringify(wrong))
      }
    }).pipe(Effect.provide(service())))

  it.effect("is for owners only", () =>
    Effect.gen(function*() {
      for (const headers of [asClient, asServer]) {
        assert.strictEqual((yield* sendTest({}, {}, headers)).code, "INSUFFICIENT_ACCESS_TYPE")
      }
    }).pipe(Effect.provide(service())))
})
