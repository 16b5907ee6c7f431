/** The outbox of mails: what is stored, when it is retried, and what ends it. */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Exit, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import type { AdministrationRefused } from "../../../service/administration/administration-refused.ts"
import * as MailAdministration from "../../../service/administration/mail-administration.ts"
import { type Gauge, Gauges } from "../../../service/process/gauges.ts"
import { isOverNetwork } from "../../postgres/server.ts"
import type { DeliveryProblem } from "../../../service/mail/smtp.ts"
import * as ExpiredRowsStore from "../../../service/pruning/expired-rows-store.ts"
import { inTransaction } from "../../../service/sql/rows.ts"
import { DAY, HOUR, SECOND } from "../../durations.ts"
import { OTHER_PROJECT_ID } from "../fixture.ts"
import { temporaryFolder } from "../temporary-folder.ts"
import { UNREADABLE_SECRET } from "../unreadable-secret.ts"
import {
  anyServer,
  CODE,
  copy,
  mailLayer,
  outgoing,
  scriptedServer,
  sendOne,
  withMailServer,
  withProject
} from "./mail-fixture.ts"
import { collectLog } from "../collect-log.ts"

const delivers = () => Effect.succeed(null)
const firstId = Effect.map(
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql<{ readonly id: string }>`SELECT id FROM outgoing_mails ORDER BY created_at, rowid`
  ),
  ([mail]) => mail?.id ?? assert.fail("There is no mail")
)
const refusalOf = <A>(command: Effect.Effect<A, AdministrationRefused>) =>
  Effect.map(Effect.flip(command), ({ message }) => message)

const fails = (problem: DeliveryProblem) => () => Effect.succeed(problem)

// Attempts are timed by the test clock, which does not wait for a database over the network.
describe.skipIf(isOverNetwork)("the outbox of mails", () => {
  it.effect("records the delivery and deletes the content", () => {
    const { layer } = scriptedServer(delivers)
    return Effect.gen(function* () {
      yield* withProject()
      yield* sendOne()
      assert.match((yield* outgoing)[0]?.content ?? "", /^ks1\./)
      yield* TestClock.adjust("1 millis")
      assert.deepStrictEqual(yield* outgoing, [
        { recipient: "ada@example.com", state: "delivered", tries: 1, problem: null, content: null, claim: null }
      ])
      assert.deepInclude(yield* copy, { delivery: "delivered", deliveryProblem: null })
    }).pipe(Effect.provide(layer))
  })

  it.effect("contains no mail of a transaction that is rolled back", () => {
    const { layer, times } = scriptedServer(delivers)
    return Effect.gen(function* () {
      yield* withProject()
      const failed = yield* Effect.exit(inTransaction(Effect.andThen(sendOne(), Effect.fail("no"))))
      assert.isTrue(Exit.isFailure(failed))
      yield* TestClock.adjust("1 hour")
      assert.deepStrictEqual(yield* outgoing, [])
      assert.isUndefined(yield* copy)
      assert.deepStrictEqual(times, [])
    }).pipe(Effect.provide(layer))
  })

  it.effect.each<DeliveryProblem>([
    "temporary",
    "timeout",
    "socketClosed",
    "hostNotFound",
    "authentication",
    "senderRefused",
    "unavailable",
    "certificate",
    "unknown"
  ])("retries with growing delays and jitter until the mail is a day old: %s", (problem) => {
    const { layer, messages, times } = scriptedServer(fails(problem))
    return Effect.gen(function* () {
      yield* withProject()
      yield* sendOne()
      yield* TestClock.adjust("2 days")
      const delays = times.slice(1).map((time, index) => time - (times[index] ?? 0))
      delays.forEach((delay, index) => {
        const base = Math.min(2 * SECOND * 2 ** index, HOUR)
        assert.isAtLeast(delay, base * 0.5)
        assert.isAtMost(delay, base * 1.5)
      })
      // Without jitter, all delays of an hour are equal.
      const longest = delays.slice(11)
      assert.isAbove(longest.length, 10)
      assert.isAbove(new Set(longest).size, longest.length / 2, "the delays have jitter")
      assert.isAtLeast(times.at(-1) ?? 0, DAY - 1.5 * HOUR)
      assert.isBelow(times.at(-1) ?? 0, DAY)
      assert.lengthOf(new Set(messages.map(({ messageId }) => messageId)), 1)
      assert.lengthOf(new Set(messages.map(({ date }) => date.getTime())), 1)
      const [mail] = yield* outgoing
      assert.deepInclude(mail, { state: "failed", tries: times.length })
      assert.isNotNull(mail?.problem)
      assert.strictEqual((yield* copy)?.deliveryProblem, mail?.problem)
    }).pipe(Effect.provide(layer))
  })

  it.effect.each<DeliveryProblem>(["addressRefused", "rejected"])(
    "does not retry a mail that the server refuses for good: %s",
    (problem) => {
      const { layer, times } = scriptedServer(fails(problem))
      return Effect.gen(function* () {
        yield* withProject()
        yield* sendOne()
        yield* TestClock.adjust("2 days")
        assert.deepStrictEqual(times, [0])
        assert.deepInclude((yield* outgoing)[0], { state: "failed" })
        assert.deepInclude(yield* copy, { delivery: "failed" })
      }).pipe(Effect.provide(layer))
    }
  )

  it.effect("shows the problem of a mail that is retried in its copy", () => {
    const { layer } = scriptedServer(fails("temporary"))
    return Effect.gen(function* () {
      yield* withProject()
      yield* sendOne()
      yield* TestClock.adjust("1 millis")
      const stored = yield* copy
      assert.strictEqual(stored?.delivery, "pending")
      assert.match(stored?.deliveryProblem ?? "", /cannot take the mail at the moment/)
    }).pipe(Effect.provide(layer))
  })

  it.effect("retries after a defect of the service", () => {
    const { layer } = scriptedServer((number) =>
      number === 0 ? Effect.die(new Error("broken")) : Effect.succeed(null)
    )
    return Effect.gen(function* () {
      yield* withProject()
      yield* sendOne()
      yield* TestClock.adjust("1 millis")
      assert.deepInclude((yield* outgoing)[0], { state: "pending", problem: "The service failed: see its log." })
      yield* TestClock.adjust("3 seconds")
      assert.deepInclude((yield* outgoing)[0], { state: "delivered" })
    }).pipe(Effect.provide(layer))
  })

  it.effect("sends the other mails of a project if one cannot be decrypted, which is retried for a day", () => {
    const { layer, messages } = scriptedServer(delivers)
    return Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* withProject()
      for (const to of ["ada@example.com", "bob@example.com", "eve@example.com"]) yield* sendOne({ to })
      const other = UNREADABLE_SECRET
      yield* sql`UPDATE outgoing_mails SET content = ${other} WHERE recipient = 'ada@example.com'`
      yield* TestClock.adjust("1 millis")
      assert.deepStrictEqual(
        messages.map(({ to }) => to),
        ["bob@example.com", "eve@example.com"]
      )
      const problem = "The mail cannot be decrypted: see the log of the service."
      assert.deepInclude((yield* outgoing)[0], { state: "pending", tries: 1, problem })
      yield* TestClock.adjust("2 days")
      assert.deepInclude((yield* outgoing)[0], { state: "failed", problem })
    }).pipe(Effect.provide(layer))
  })

  it.effect("stores a mail while the password of its server cannot be decrypted, and retries it for a day", () => {
    const { layer, messages } = scriptedServer(delivers)
    return Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* withProject()
      const [{ password } = assert.fail("There is no server")] = yield* sql<{
        readonly password: string
      }>`SELECT password FROM project_email_configs`
      yield* sql`UPDATE project_email_configs SET password = ${UNREADABLE_SECRET}`
      yield* sendOne()
      yield* TestClock.adjust("1 millis")
      const problem = "The password of the mail server cannot be decrypted: see the log of the service."
      assert.deepInclude((yield* outgoing)[0], { state: "pending", tries: 1, problem })
      assert.strictEqual((yield* copy)?.deliveryProblem, problem)
      yield* sql`UPDATE project_email_configs SET password = ${password}`
      yield* TestClock.adjust("4 seconds")
      assert.lengthOf(messages, 1)
      assert.deepInclude((yield* outgoing)[0], { state: "delivered" })
    }).pipe(Effect.provide(layer))
  })

  it.effect("does not send a code that has expired", () => {
    const { layer, times } = scriptedServer(fails("temporary"))
    return Effect.gen(function* () {
      yield* withProject()
      yield* sendOne({ expiresAt: 5 * 60 * SECOND })
      yield* TestClock.adjust("1 hour")
      assert.isAbove(times.length, 3)
      assert.isBelow(times.at(-1) ?? 0, 5 * 60 * SECOND)
      assert.deepInclude((yield* outgoing)[0], { state: "failed" })
    }).pipe(Effect.provide(layer))
  })

  it.effect("does not send a mail that expired while no process ran", () =>
    Effect.gen(function* () {
      const { path } = yield* temporaryFolder
      const file = path("mails.db")
      const hanging = scriptedServer(() => Effect.never)
      yield* Effect.andThen(withProject(), sendOne()).pipe(Effect.provide(mailLayer(hanging.smtp, file)))
      yield* TestClock.adjust("2 days")
      const working = scriptedServer(delivers)
      yield* Effect.gen(function* () {
        yield* TestClock.adjust("1 hour")
        assert.deepInclude((yield* outgoing)[0], {
          state: "failed",
          problem: "The mail expired before a mail server accepted it."
        })
      }).pipe(Effect.provide(mailLayer(working.smtp, file)))
      assert.deepStrictEqual(working.times, [])
    }).pipe(Effect.scoped)
  )

  it.effect("is continued by the next process, when the claim of one that ended during an attempt expires", () =>
    Effect.gen(function* () {
      const { path } = yield* temporaryFolder
      const file = path("mails.db")
      const hanging = scriptedServer(() => Effect.never)
      yield* Effect.gen(function* () {
        yield* withProject()
        yield* sendOne()
        yield* TestClock.adjust("1 millis")
        assert.isNotNull((yield* outgoing)[0]?.claim)
      }).pipe(Effect.provide(mailLayer(hanging.smtp, file)))
      const working = scriptedServer(delivers)
      yield* Effect.gen(function* () {
        yield* TestClock.adjust("29 seconds")
        assert.deepStrictEqual(working.times, [])
        yield* TestClock.adjust("1 second")
        assert.deepInclude((yield* outgoing)[0], { state: "delivered" })
      }).pipe(Effect.provide(mailLayer(working.smtp, file)))
      assert.lengthOf(hanging.times, 1)
      assert.strictEqual(working.messages[0]?.messageId, hanging.messages[0]?.messageId)
    }).pipe(Effect.scoped)
  )

  it.effect("ignores the outcome of an attempt whose claim has expired", () => {
    const { layer, times } = scriptedServer((number) =>
      number === 0 ? Effect.as(Effect.sleep("40 seconds"), "rejected") : Effect.succeed(null)
    )
    return Effect.gen(function* () {
      yield* withProject()
      yield* sendOne()
      yield* TestClock.adjust("31 seconds")
      // A new mail wakes the dispatcher, which claims the first one again.
      yield* sendOne({ to: "bob@example.com" })
      yield* TestClock.adjust("1 minute")
      assert.lengthOf(times, 3)
      assert.deepStrictEqual(
        (yield* outgoing).map(({ state }) => state),
        ["delivered", "delivered"]
      )
    }).pipe(Effect.provide(layer))
  })

  it.effect("sends at most five mails of a project at once, and those of other projects meanwhile", () => {
    let atOnce = 0
    let most = 0
    let others = 0
    const { layer, times } = scriptedServer((_, { host }) => {
      if (host === "other.example") return Effect.sync(() => (others++, null))
      most = Math.max(most, ++atOnce)
      return Effect.sleep("9 seconds").pipe(Effect.as(null), Effect.ensuring(Effect.sync(() => atOnce--)))
    })
    return Effect.gen(function* () {
      yield* withProject()
      yield* withProject({ host: "other.example", port: 25, username: "u", password: "p" }, OTHER_PROJECT_ID)
      for (let count = 0; count < 12; count++) yield* sendOne()
      yield* sendOne({ projectId: OTHER_PROJECT_ID })
      // In steps, in each of which the dispatcher goes on.
      yield* Effect.repeat(TestClock.adjust("100 millis"), { times: 10 })
      assert.strictEqual(others, 1)
      assert.strictEqual(most, 5)
      yield* TestClock.adjust("1 minute")
      assert.lengthOf(times, 13)
      assert.isTrue((yield* outgoing).every(({ state }) => state === "delivered"))
      assert.strictEqual(most, 5)
    }).pipe(Effect.provide(layer))
  })

  it.effect("stores a mail to an unknown address as one that is sent, and deletes it unsent", () => {
    const { layer, times } = scriptedServer(delivers)
    return Effect.gen(function* () {
      yield* withProject()
      yield* sendOne({ isDecoy: true })
      assert.deepInclude((yield* outgoing)[0], { recipient: "", state: "pending" })
      yield* TestClock.adjust("1 millis")
      assert.deepStrictEqual(yield* outgoing, [])
      assert.deepStrictEqual(times, [])
    }).pipe(Effect.provide(layer))
  })

  it.effect("sends a mail again that has failed, with its code and Message-ID, and then deletes the content", () => {
    const { messages, smtp } = scriptedServer((number) => Effect.succeed(number === 0 ? "rejected" : null))
    return Effect.gen(function* () {
      yield* withProject()
      yield* sendOne({ expiresAt: 3 * DAY })
      yield* TestClock.adjust("1 millis")
      const { sendAgain } = yield* MailAdministration.MailAdministration
      yield* TestClock.adjust("2 days")
      yield* sendAgain(yield* firstId)
      // The dispatcher looks for mails of commands.
      yield* sendOne({ to: "bob@example.com" })
      yield* TestClock.adjust("1 millis")
      assert.deepInclude((yield* outgoing)[0], { state: "delivered", content: null, problem: null })
      assert.lengthOf(messages, 3)
      assert.strictEqual(messages[1]?.messageId, messages[0]?.messageId)
      assert.include(messages[1]?.text, CODE)
      assert.match(yield* refusalOf(sendAgain(yield* firstId)), /was delivered/)
    }).pipe(Effect.provide(Layer.provideMerge(MailAdministration.layer, mailLayer(smtp))))
  })

  it.effect("shows a mail whose server's password cannot be decrypted, and sends it again once it can", () => {
    const { messages, smtp } = scriptedServer((number) => Effect.succeed(number === 0 ? "rejected" : null))
    return Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* withProject()
      const [{ password } = assert.fail("There is no server")] = yield* sql<{
        readonly password: string
      }>`SELECT password FROM project_email_configs`
      yield* sendOne({ expiresAt: 3 * DAY })
      yield* TestClock.adjust("1 millis")
      yield* sql`UPDATE project_email_configs SET password = ${UNREADABLE_SECRET}`
      const { find, sendAgain } = yield* MailAdministration.MailAdministration
      const id = yield* firstId
      assert.deepInclude(yield* find(id), { from: null, server: "unreadable", obstacle: null })
      yield* sendAgain(id)
      assert.match((yield* find(id)).obstacle ?? "", /in the outbox already/)
      yield* sql`UPDATE project_email_configs SET password = ${password}`
      // The dispatcher looks for mails of commands.
      yield* sendOne({ to: "bob@example.com" })
      yield* TestClock.adjust("1 millis")
      assert.lengthOf(messages, 3)
      assert.deepInclude((yield* outgoing)[0], { state: "delivered" })
    }).pipe(Effect.provide(Layer.provideMerge(MailAdministration.layer, mailLayer(smtp))))
  })

  it.effect("does not send a mail again that waits or whose code has expired, and deletes its content then", () => {
    const { smtp } = scriptedServer((number) => Effect.succeed(number < 2 ? "temporary" : "rejected"))
    return Effect.gen(function* () {
      yield* withProject()
      yield* sendOne({ expiresAt: HOUR })
      yield* TestClock.adjust("1 millis")
      const { find, sendAgain } = yield* MailAdministration.MailAdministration
      const id = yield* firstId
      assert.match(yield* refusalOf(sendAgain(id)), /in the outbox already/)
      yield* TestClock.adjust("30 minutes")
      const { prune } = yield* ExpiredRowsStore.ExpiredRowsStore
      yield* prune(yield* Clock.currentTimeMillis)
      assert.isNull((yield* find(id)).obstacle)
      assert.isNotNull((yield* outgoing)[0]?.content)
      yield* TestClock.adjust("30 minutes")
      assert.match(yield* refusalOf(sendAgain(id)), /code of the mail has expired/)
      yield* prune(yield* Clock.currentTimeMillis)
      assert.deepInclude((yield* outgoing)[0], { state: "failed", content: null })
      assert.match(yield* refusalOf(sendAgain("none")), /no such mail/)
    }).pipe(
      Effect.provide(
        Layer.mergeAll(
          MailAdministration.layer,
          ExpiredRowsStore.layer({ accessToken: 0, auditEntry: 365 * DAY })
        ).pipe(Layer.provideMerge(mailLayer(smtp)))
      )
    )
  })

  it.effect("does not send a mail of a deleted project again", () => {
    const { smtp } = scriptedServer(fails("rejected"))
    return Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* withProject()
      yield* sendOne()
      yield* TestClock.adjust("1 millis")
      const { find, sendAgain } = yield* MailAdministration.MailAdministration
      const id = yield* firstId
      assert.isNull((yield* find(id)).obstacle)
      yield* sql`DELETE FROM project_configs`
      const obstacle = "The project of the mail is deleted."
      assert.strictEqual((yield* find(id)).obstacle, obstacle)
      assert.strictEqual(yield* refusalOf(sendAgain(id)), obstacle)
      yield* sql`UPDATE outgoing_mails SET state = 'pending'`
      assert.strictEqual((yield* find(id)).obstacle, obstacle)
    }).pipe(Effect.provide(Layer.provideMerge(MailAdministration.layer, mailLayer(smtp))))
  })

  it.effect("does not report that a failing server works again after a failure of the service", () => {
    const { lines, logger } = collectLog()
    const { smtp, times } = scriptedServer((number) =>
      number === 1 ? Effect.die(new Error("broken")) : Effect.succeed("socketClosed")
    )
    return Effect.gen(function* () {
      yield* withProject()
      yield* sendOne()
      yield* TestClock.adjust("1 minute")
      assert.isAbove(times.length, 3)
      assert.lengthOf(
        lines.filter((line) => line.startsWith("The mail server 127.0.0.1:25 ")),
        1
      )
    }).pipe(Effect.provide(mailLayer(smtp)), Effect.provide(logger))
  })

  it.effect("does not report a server that refuses the sign-in of one project after each mail of another", () => {
    const { lines, logger } = collectLog()
    const { smtp, times } = scriptedServer((_, { username }) =>
      Effect.succeed(username === "suspended" ? "authentication" : null)
    )
    return Effect.gen(function* () {
      yield* withProject({ ...anyServer, username: "suspended" })
      yield* withProject(anyServer, OTHER_PROJECT_ID)
      yield* sendOne()
      for (let minute = 0; minute < 10; minute++) {
        yield* sendOne({ projectId: OTHER_PROJECT_ID })
        yield* TestClock.adjust("1 minute")
      }
      assert.isAbove(times.length, 13)
      assert.lengthOf(
        lines.filter((line) => line.startsWith("The mail server 127.0.0.1:25 ")),
        1
      )
    }).pipe(Effect.provide(mailLayer(smtp)), Effect.provide(logger))
  })

  it.effect("reports the refusal of the next server that a project has", () => {
    const { lines, logger } = collectLog()
    const { smtp } = scriptedServer(fails("senderRefused"))
    return Effect.gen(function* () {
      yield* withProject()
      yield* sendOne()
      yield* TestClock.adjust("1 minute")
      yield* withMailServer({ ...anyServer, port: 26 })
      yield* TestClock.adjust("1 hour")
      assert.deepStrictEqual(
        lines.map((line) => line.slice(0, "The mail server 127.0.0.1:25".length)),
        ["The mail server 127.0.0.1:25", "The mail server 127.0.0.1:26"]
      )
    }).pipe(Effect.provide(mailLayer(smtp)), Effect.provide(logger))
  })

  it.effect("reports that a server works again when the project has another sign-in and sender", () => {
    const { lines, logger } = collectLog()
    const { smtp } = scriptedServer((_, { username }) =>
      Effect.succeed(username === "suspended" ? "senderRefused" : null)
    )
    return Effect.gen(function* () {
      yield* withProject({ ...anyServer, username: "suspended" })
      yield* sendOne()
      yield* TestClock.adjust("1 minute")
      assert.lengthOf(lines, 1)
      yield* withMailServer(anyServer)
      yield* TestClock.adjust("1 hour")
      assert.deepStrictEqual(lines.slice(1), [
        "The mail server 127.0.0.1:25 with the sender mail@fernhill.example works again."
      ])
    }).pipe(Effect.provide(mailLayer(smtp)), Effect.provide(logger))
  })

  it.effect("reports a server that refuses the sign-in once, and when it works again", () => {
    const { lines, logger } = collectLog({ withLevels: true })
    const published: Array<Gauge> = []
    const { smtp, times } = scriptedServer(() =>
      Effect.map(Clock.currentTimeMillis, (now) => (now < 10 * 60 * SECOND ? "authentication" : null))
    )
    return Effect.gen(function* () {
      const failing = () => published.find(({ name }) => name === "keystile_mail_servers_failing")?.read()
      yield* withProject()
      for (let count = 0; count < 3; count++) yield* sendOne()
      assert.strictEqual(failing(), 0)
      yield* TestClock.adjust("5 minutes")
      assert.isAbove(times.length, 10)
      assert.strictEqual(failing(), 1)
      assert.deepStrictEqual(lines, [
        "Error The mail server 127.0.0.1:25 with the sender mail@fernhill.example fails. " +
          "Its mails are retried for a day. The mail server does not accept the user name and password."
      ])
      yield* TestClock.adjust("1 hour")
      assert.isTrue((yield* outgoing).every(({ state }) => state === "delivered"))
      assert.strictEqual(failing(), 0)
      assert.deepStrictEqual(lines.slice(1), [
        "Info The mail server 127.0.0.1:25 with the sender mail@fernhill.example works again."
      ])
    }).pipe(
      Effect.provide(
        mailLayer(smtp).pipe(
          Layer.provide(Layer.succeed(Gauges, { publish: (gauge) => void published.push(gauge) })),
          Layer.provideMerge(logger)
        )
      )
    )
  })

  it.effect("keeps delivered mails for a week and failed ones for 30 days", () => {
    const { smtp } = scriptedServer((number) => Effect.succeed(number === 0 ? null : "rejected"))
    return Effect.gen(function* () {
      yield* withProject()
      yield* sendOne()
      yield* TestClock.adjust("1 millis")
      yield* sendOne()
      yield* TestClock.adjust("1 millis")
      const { prune } = yield* ExpiredRowsStore.ExpiredRowsStore
      const states = Effect.map(outgoing, (mails) => mails.map(({ state }) => state))
      const pruneAfter = Effect.fnUntraced(function* (millis: number) {
        yield* TestClock.adjust(millis)
        yield* prune(yield* Clock.currentTimeMillis)
        return yield* states
      })
      assert.deepStrictEqual(yield* pruneAfter(7 * DAY - HOUR), ["delivered", "failed"])
      assert.deepStrictEqual(yield* pruneAfter(HOUR), ["failed"])
      assert.deepStrictEqual(yield* pruneAfter(23 * DAY - HOUR), ["failed"])
      assert.deepStrictEqual(yield* pruneAfter(HOUR), [])
    }).pipe(
      Effect.provide(
        Layer.provideMerge(ExpiredRowsStore.layer({ accessToken: 0, auditEntry: 365 * DAY }), mailLayer(smtp))
      )
    )
  })
})
