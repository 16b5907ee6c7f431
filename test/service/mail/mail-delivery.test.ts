/** Mail delivery by SMTP, and failed deliveries. */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Layer, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { isOverNetwork } from "../../postgres/server.ts"
import * as Mailbox from "../../../service/mail/mailbox.ts"
import * as Mailer from "../../../service/resources/emails/mailer.ts"
import * as MailStore from "../../../service/mail/mail-store.ts"
import * as Smtp from "../../../service/mail/smtp.ts"
import * as TemplateStore from "../../../service/resources/emails/template-store.ts"
import * as EmailConfigStore from "../../../service/resources/projects/email-config-store.ts"
import * as ProjectStore from "../../../service/resources/projects/project-store.ts"
import * as Database from "../../../service/sql/database.ts"
import { asAdmin, PROJECT_ID, send, service, signUp } from "../fixture.ts"
import { mailTo } from "../mails.ts"
import { rawServer, smtpServer } from "../smtp-servers.ts"

const mailing = (smtp: Layer.Layer<Smtp.Smtp>) =>
  Mailer.layer.pipe(
    Layer.provideMerge(Layer.merge(Mailbox.layer, smtp)),
    Layer.provideMerge(
      Layer.mergeAll(MailStore.layer, EmailConfigStore.layer, ProjectStore.layer, TemplateStore.layer)
    ),
    Layer.provideMerge(Database.layer(Database.MEMORY))
  )

/** A server that answers each attempt as scripted, and records the times of the attempts. */
const scripted = (outcomes: ReadonlyArray<Smtp.DeliveryProblem | null>) => {
  const tries: Array<number> = []
  const layer = Layer.succeed(Smtp.Smtp, {
    verify: () => Effect.void,
    deliver: () =>
      Effect.flatMap(Clock.currentTimeMillis, (now) => {
        const problem = outcomes[tries.length] ?? null
        tries.push(now)
        return problem === null ? Effect.void : Effect.fail(new Smtp.DeliveryFailed({ problem, reply: null }))
      })
  })
  return { tries, layer: mailing(layer) }
}

const withProject = Effect.fnUntraced(function* (server: {
  readonly host: string
  readonly port: number
  readonly username: string
  readonly password: string
}) {
  const projects = yield* ProjectStore.ProjectStore
  const emailConfigs = yield* EmailConfigStore.EmailConfigStore
  yield* projects.save({
    id: PROJECT_ID,
    displayName: "Fernhill",
    description: "",
    isProductionMode: false,
    logoUrl: null,
    logoDarkModeUrl: null,
    createdAt: new Date(0),
    configId: "config",
    signUpEnabled: true,
    credentialEnabled: true,
    magicLinkEnabled: true,
    passkeyEnabled: false,
    clientTeamCreationEnabled: false,
    clientUserDeletionEnabled: false,
    createTeamOnSignUp: false,
    allowLocalhost: true
  })
  const sender = { senderName: "Orchards", senderEmail: "mail@fernhill.example" }
  yield* emailConfigs.set(PROJECT_ID, {
    type: "standard",
    ...server,
    ...sender,
    password: Redacted.make(server.password)
  })
})

const mailServer = { host: "127.0.0.1", port: 25, username: "u", password: "p" }

const sendOne = Mailer.Mailer.use(({ send }) =>
  send({
    projectId: PROJECT_ID,
    type: "magic_link",
    to: "ada@example.com",
    variables: { magicLink: "http://localhost/?code=x", otp: "ABC123" }
  })
)
const copy = Effect.flatMap(Mailbox.Mailbox, ({ list }) => Effect.map(list(), (mails) => mails[0]))

// Attempts are timed by the test clock, which does not wait for a database over the network.
describe.skipIf(isOverNetwork)("a project with its own mail server", () => {
  it.live("sends its mails there and keeps a copy of each", () =>
    Effect.gen(function* () {
      const { received, settings, whenReceived } = yield* smtpServer()
      yield* withProject(settings)
      yield* sendOne
      const stored = yield* copy
      assert.deepInclude(stored, { from: "Orchards <mail@fernhill.example>", to: "ada@example.com" })
      yield* whenReceived(1)
      const [mail] = received
      assert.deepInclude(mail, { from: "mail@fernhill.example", to: ["ada@example.com"] })
      assert.match(mail?.raw ?? "", /^From: Orchards <mail@fernhill\.example>\r$/m)
      assert.include(mail?.raw ?? "", `Subject: ${stored?.subject}\r\n`)
      assert.include(mail?.raw ?? "", "\r\nABC123\r\n")
    }).pipe(Effect.scoped, Effect.provide(mailing(Smtp.layer())))
  )

  it.live("is configured by its owner, and can return to the shared server", () =>
    Effect.gen(function* () {
      const { received, settings, whenReceived } = yield* smtpServer()
      const configure = (email_config: object) =>
        send("PATCH", "/api/v1/projects/current", { headers: asAdmin, json: { config: { email_config } } })
      const sender = { sender_name: "Orchards", sender_email: "mail@fernhill.example" }
      assert.strictEqual((yield* configure({ type: "standard", ...settings, ...sender })).status, 200)
      assert.strictEqual((yield* signUp("new@example.com")).status, 200)
      yield* whenReceived(1)
      const copy = yield* mailTo("new@example.com")
      assert.strictEqual(copy.from, "Orchards <mail@fernhill.example>")
      assert.deepInclude(received[0], { from: "mail@fernhill.example", to: ["new@example.com"] })
      yield* configure({ type: "shared" })
      yield* signUp("newer@example.com")
      assert.deepInclude(yield* mailTo("newer@example.com"), {
        from: "Test <noreply@keystile.test>",
        delivery: "mailbox"
      })
      assert.strictEqual(received.length, 1)
    }).pipe(Effect.scoped, Effect.provide(service()))
  )

  it.effect("answers a call successfully whose mail cannot be delivered", () =>
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

  it.effect("records the result of the delivery in the copy", () =>
    Effect.gen(function* () {
      yield* withProject(mailServer)
      yield* sendOne
      yield* TestClock.adjust("1 millis")
      assert.deepInclude(yield* copy, { delivery: "delivered", deliveryProblem: null })
    }).pipe(Effect.provide(scripted([null]).layer))
  )

  it.effect.each<Smtp.DeliveryProblem>(["temporary", "timeout", "socketClosed"])(
    "retries after two and four seconds on a temporary failure: %s",
    (problem) => {
      const { layer, tries } = scripted([problem, problem, problem, problem])
      return Effect.gen(function* () {
        yield* withProject(mailServer)
        yield* sendOne
        assert.deepInclude(yield* copy, { delivery: "pending" })
        yield* TestClock.adjust("1 hour")
        assert.deepStrictEqual(tries, [0, 2000, 6000])
        const failed = yield* copy
        assert.strictEqual(failed?.delivery, "failed")
        assert.match(failed?.deliveryProblem ?? "", /mail server/)
      }).pipe(Effect.provide(layer))
    }
  )

  it.effect("stops retrying after a successful attempt", () => {
    const { layer, tries } = scripted(["temporary", null])
    return Effect.gen(function* () {
      yield* withProject(mailServer)
      yield* sendOne
      yield* TestClock.adjust("1 hour")
      assert.deepStrictEqual(tries, [0, 2000])
      assert.deepInclude(yield* copy, { delivery: "delivered" })
    }).pipe(Effect.provide(layer))
  })

  it.effect.each<Smtp.DeliveryProblem>(["hostNotFound", "authentication", "addressRefused", "rejected", "unknown"])(
    "does not retry a permanent failure: %s",
    (problem) => {
      const { layer, tries } = scripted([problem])
      return Effect.gen(function* () {
        yield* withProject(mailServer)
        yield* sendOne
        yield* TestClock.adjust("1 hour")
        assert.deepStrictEqual(tries, [0])
        assert.deepInclude(yield* copy, { delivery: "failed" })
      }).pipe(Effect.provide(layer))
    }
  )
})
