/** The list of a project's outgoing mails. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { isOverNetwork } from "../../postgres/server.ts"
import { asAdmin, asClient, asServer, type Headers, send, service, signUp, asOtherAdmin } from "../fixture.ts"
import { until } from "../until.ts"
import { smtpServer } from "../smtp-servers.ts"

const Mail = Schema.Struct({
  id: Schema.String,
  type: Schema.String,
  recipient: Schema.String,
  state: Schema.String,
  attempts: Schema.Int,
  problem: Schema.NullOr(Schema.String),
  created_at_millis: Schema.Int,
  next_attempt_at_millis: Schema.NullOr(Schema.Int),
  finished_at_millis: Schema.NullOr(Schema.Int)
})
const readMails = Schema.decodeUnknownEffect(Schema.Struct({ items: Schema.Array(Mail) }))

const response = (query = "", headers: Headers = asAdmin) =>
  send("GET", `/api/v1/internal/outgoing-mails${query}`, { headers })
const mails = (query = "") =>
  Effect.flatMap(response(query), ({ json }) => Effect.map(Effect.orDie(readMails(json)), ({ items }) => items))

const settled = until(Effect.map(mails(), (all) => all.every(({ attempts }) => attempts === 1)))

describe.skipIf(isOverNetwork)("the outgoing mails of a project", () => {
  it.effect("are listed for admins, with the problem of each and without its content", () =>
    Effect.gen(function* () {
      const { settings } = yield* smtpServer({}, [
        { at: "recipient", code: 550 },
        { at: "recipient", code: 450 }
      ])
      const emailConfig = {
        type: "standard" as const,
        ...settings,
        senderName: "Orchards",
        senderEmail: "mail@fernhill.example"
      }
      yield* Effect.gen(function* () {
        for (const name of ["refused", "retried", "delivered"]) {
          yield* signUp(`${name}@example.com`)
          yield* settled
        }
        const all = yield* mails()
        assert.deepStrictEqual(
          all.map(({ recipient, state }) => [recipient, state]),
          [
            ["delivered@example.com", "delivered"],
            ["retried@example.com", "pending"],
            ["refused@example.com", "failed"]
          ]
        )
        const [delivered, retried, refused] = all
        assert.deepInclude(delivered, { type: "email_verification", problem: null, next_attempt_at_millis: null })
        assert.isNumber(delivered?.finished_at_millis)
        assert.match(retried?.problem ?? "", /\(450\)$/)
        assert.isAbove(retried?.next_attempt_at_millis ?? 0, retried?.created_at_millis ?? Infinity)
        assert.isNull(retried?.finished_at_millis)
        assert.match(refused?.problem ?? "", /\(550\)$/)
        assert.deepStrictEqual(yield* mails("?state=failed"), all.slice(2))
        assert.deepStrictEqual(yield* mails("?limit=1"), all.slice(0, 1))
        const { text } = yield* response()
        assert.notMatch(text, /callback|code=|Confirm/)
        assert.deepInclude((yield* response("", asOtherAdmin)).json, { items: [] })
      }).pipe(Effect.provide(service({ config: { emailConfig } })))
    }).pipe(Effect.scoped)
  )

  it.effect("are sent again once they have failed, once for repeated requests", () =>
    Effect.gen(function* () {
      const { received, settings } = yield* smtpServer({}, [{ at: "recipient", code: 550 }])
      const emailConfig = {
        type: "standard" as const,
        ...settings,
        senderName: "Orchards",
        senderEmail: "mail@fernhill.example"
      }
      yield* Effect.gen(function* () {
        yield* signUp("refused@example.com")
        yield* settled
        const [{ id } = { id: "" }] = yield* mails()
        const sendAgain = (headers: Headers = asAdmin, mail = id) =>
          send("POST", `/api/v1/internal/outgoing-mails/${mail}/send`, { headers, json: {} })
        for (const [headers, code] of [
          [asClient, "INSUFFICIENT_ACCESS_TYPE"],
          [asServer, "INSUFFICIENT_ACCESS_TYPE"],
          [asOtherAdmin, "OUTGOING_MAIL_NOT_FOUND"]
        ] as const) {
          assert.strictEqual((yield* sendAgain(headers)).code, code)
        }
        const none = yield* sendAgain(asAdmin, "99999999-9999-4999-8999-999999999999")
        assert.deepStrictEqual([none.status, none.code], [404, "OUTGOING_MAIL_NOT_FOUND"])
        const responses = yield* Effect.all([sendAgain(), sendAgain()], { concurrency: "unbounded" })
        for (const { json, status, text } of responses) {
          assert.strictEqual(status, 200, text)
          assert.deepInclude(json, { id, recipient: "refused@example.com" })
          assert.notMatch(text, /callback|code=|Confirm/)
        }
        yield* until(Effect.map(mails(), ([mail]) => mail?.state === "delivered"))
        assert.lengthOf(received, 1)
        const late = yield* sendAgain()
        assert.deepStrictEqual([late.status, late.code], [409, "OUTGOING_MAIL_NOT_SENDABLE"])
        assert.lengthOf(received, 1)
      }).pipe(Effect.provide(service({ config: { emailConfig } })))
    }).pipe(Effect.scoped)
  )

  it.effect("are for admins only, and bounded", () =>
    Effect.gen(function* () {
      for (const headers of [asClient, asServer]) {
        assert.strictEqual((yield* response("", headers)).code, "INSUFFICIENT_ACCESS_TYPE")
      }
      for (const query of ["?limit=0", "?limit=1001", "?limit=x", "?state=lost"]) {
        assert.strictEqual((yield* response(query)).code, "SCHEMA_ERROR", query)
      }
    }).pipe(Effect.provide(service()))
  )
})
