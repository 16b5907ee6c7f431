/** The mailbox, in a program and over HTTP. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Schema } from "effect"
import { TestClock } from "effect/testing"
import { Mailbox } from "../../../service/index.ts"
import * as Testing from "../../../testing/index.ts"
import { asClient, OTHER_PROJECT_ID, PROJECT_ID, send, type TestRequest, service, signUp } from "../fixture.ts"
import { mailTo } from "../mails.ts"
import { isOverNetwork } from "../../postgres/server.ts"

const control = (method: string, path: string, sent: TestRequest = {}) =>
  send(method, `/_keystile/mailbox${path}`, {
    ...sent,
    headers: { "content-type": "application/json", "x-keystile-control": "1", ...sent.headers }
  })

const Mail = Schema.Struct({
  id: Schema.String,
  project_id: Schema.String,
  type: Schema.String,
  from: Schema.String,
  to: Schema.String,
  subject: Schema.String,
  text: Schema.String,
  html: Schema.String,
  links: Schema.Array(Schema.String),
  codes: Schema.Array(Schema.String),
  at: Schema.Int,
  delivery: Schema.String,
  delivery_problem: Schema.NullOr(Schema.String)
})
const readMails = Schema.decodeUnknownEffect(Schema.Struct({ mails: Schema.Array(Mail) }))
const readMail = Schema.decodeUnknownEffect(Schema.Struct({ mail: Mail }))

describe("the mailbox", () => {
  it.effect("contains a mail before the call that sent it returns", () =>
    Effect.gen(function* () {
      yield* TestClock.adjust("1 second")
      yield* signUp("new@example.com")
      const mail = yield* mailTo("new@example.com")
      assert.deepInclude(mail, {
        projectId: PROJECT_ID,
        type: "email_verification",
        from: "Test <noreply@keystile.test>",
        to: "new@example.com",
        at: new Date(1000),
        delivery: "mailbox",
        deliveryProblem: null
      })
      const [link = ""] = mail.links
      const url = new URL(link)
      assert.strictEqual(`${url.origin}${url.pathname}`, "http://localhost:3000/verify")
      assert.deepStrictEqual(mail.codes, url.searchParams.getAll("code"))
      assert.match(mail.codes[0] ?? "", /^[0-9a-hjkmnp-tv-z]{45}$/)
    }).pipe(Effect.provide(service()))
  )

  it.effect("returns one mail after another, whether the mail or the request came first", () =>
    Effect.gen(function* () {
      const { next } = yield* Mailbox
      const waiting = yield* Effect.forkChild(next({ to: "b@example.com" }))
      yield* Effect.yieldNow
      yield* signUp("a@example.com")
      yield* signUp("b@example.com")
      assert.strictEqual((yield* Fiber.join(waiting)).to, "b@example.com")
      yield* signUp("c@example.com")
      assert.strictEqual((yield* next()).to, "a@example.com", "the oldest one that was not returned yet")
      assert.strictEqual((yield* next()).to, "c@example.com")
    }).pipe(Effect.provide(service()))
  )

  it.effect("returns each mail to one of many waiting callers", () =>
    Effect.gen(function* () {
      const { next } = yield* Mailbox
      const waiting = yield* Effect.forkChild(
        Effect.all(
          Array.from({ length: 5 }, () => next()),
          { concurrency: "unbounded" }
        )
      )
      yield* Effect.yieldNow
      for (let index = 0; index < 5; index++) yield* signUp(`user${index}@example.com`)
      const given = yield* Fiber.join(waiting)
      assert.strictEqual(new Set(given.map(({ id }) => id)).size, 5)
    }).pipe(Effect.provide(service()))
  )

  it.effect.skipIf(isOverNetwork)("waits as long as requested", () =>
    Effect.gen(function* () {
      const { next } = yield* Mailbox
      const waiting = yield* Effect.forkChild(Effect.flip(next({ to: "unknown@example.com", within: "10 seconds" })))
      yield* TestClock.adjust("9999 millis")
      assert.isUndefined(waiting.pollUnsafe())
      yield* TestClock.adjust("1 millis")
      const failure = yield* Fiber.join(waiting)
      assert.strictEqual(failure.message, "No mail to unknown@example.com came within 10000 milliseconds.")
    }).pipe(Effect.provide(service()))
  )

  it.effect("finds mails by address, project and type, oldest first, and deletes them", () =>
    Effect.gen(function* () {
      const { clear, get, list } = yield* Mailbox
      yield* signUp("a@example.com")
      yield* signUp("b@example.com")
      const all = yield* list()
      assert.deepStrictEqual(
        all.map(({ to }) => to),
        ["a@example.com", "b@example.com"]
      )
      assert.deepStrictEqual(yield* list({ to: "b@example.com" }), all.slice(1))
      assert.deepStrictEqual(yield* list({ to: "B@example.com" }), [])
      assert.deepStrictEqual(yield* list({ projectId: OTHER_PROJECT_ID }), [])
      assert.deepStrictEqual(yield* list({ projectId: PROJECT_ID, type: "email_verification" }), all)
      assert.deepStrictEqual(yield* list({ type: "magic_link" }), [])
      assert.deepStrictEqual(yield* get(all[1]?.id ?? ""), all[1])
      assert.isNull(yield* get("another"))
      yield* clear({ to: "a@example.com" })
      assert.deepStrictEqual(yield* list(), all.slice(1))
      yield* clear()
      assert.deepStrictEqual(yield* list(), [])
      yield* signUp("c@example.com")
      assert.strictEqual((yield* list()).length, 1)
    }).pipe(Effect.provide(service()))
  )

  it.effect("is available to an application's tests", () =>
    Effect.gen(function* () {
      const { list, next } = yield* Testing.Mailbox
      assert.deepStrictEqual(yield* list(), [])
      const failure = yield* Effect.flip(next({ within: 0 }))
      assert.isTrue(failure instanceof Testing.NoMail)
    }).pipe(Effect.provide(Testing.layerService()))
  )

  it.effect("does not contain mails that a fault drops", () =>
    Effect.gen(function* () {
      const faults = yield* Testing.Faults
      yield* faults.add({ kind: "dropMail", to: "lost@example.com" })
      yield* signUp("lost@example.com")
      yield* signUp("kept@example.com")
      assert.deepStrictEqual(
        (yield* Mailbox.use(({ list }) => list())).map(({ to }) => to),
        ["kept@example.com"]
      )
    }).pipe(Effect.provide(service()))
  )
})

describe("the mailbox over HTTP", () => {
  it.effect("lists mails, returns one, and deletes them", () =>
    Effect.gen(function* () {
      yield* signUp("a@example.com")
      yield* signUp("b+c@example.com")
      const { mails } = yield* Effect.flatMap(control("GET", ""), ({ json }) => readMails(json))
      assert.deepStrictEqual(
        mails.map(({ to }) => to),
        ["a@example.com", "b+c@example.com"]
      )
      const [first] = mails
      const one = yield* Effect.flatMap(control("GET", `/${first?.id}`), ({ json }) => readMail(json))
      assert.deepStrictEqual([one.mail], mails.slice(0, 1))
      const filtered = yield* Effect.flatMap(
        control("GET", "?to=b%2Bc%40example.com&type=email_verification"),
        ({ json }) => readMails(json)
      )
      assert.deepStrictEqual(filtered.mails, mails.slice(1))
      assert.strictEqual((yield* control("DELETE", `?to=a%40example.com&project_id=${PROJECT_ID}`)).status, 200)
      assert.deepStrictEqual(
        (yield* Effect.flatMap(control("GET", ""), ({ json }) => readMails(json))).mails,
        mails.slice(1)
      )
      assert.deepStrictEqual((yield* control("DELETE", "")).json, { success: true })
      assert.deepStrictEqual((yield* control("GET", "")).json, { mails: [] })
      assert.strictEqual((yield* control("GET", `/${first?.id}`)).status, 404)
    }).pipe(Effect.provide(service()))
  )

  it.effect.skipIf(isOverNetwork)("waits for the next mail, five seconds by default", () =>
    Effect.gen(function* () {
      const waiting = yield* Effect.forkChild(control("POST", "/next", { json: { to: "new@example.com" } }))
      yield* TestClock.adjust("4 seconds")
      yield* signUp("new@example.com")
      const { mail } = yield* Effect.flatMap(Fiber.join(waiting), ({ json }) => readMail(json))
      assert.strictEqual(mail.to, "new@example.com")
      const late = yield* Effect.forkChild(control("POST", "/next", { json: {} }))
      yield* TestClock.adjust("5 seconds")
      assert.strictEqual((yield* Fiber.join(late)).status, 404)
      assert.strictEqual((yield* control("POST", "/next", { json: { timeout_millis: 0 } })).status, 404)
    }).pipe(Effect.provide(service()))
  )

  it.effect("rejects unknown parameters", () =>
    Effect.gen(function* () {
      for (const [method, path, json] of [
        ["GET", "?address=a@example.com"],
        ["GET", "?type=newsletter"],
        ["GET", "/not-an-id"],
        ["POST", "/next", { timeout_millis: 60_001 }],
        ["POST", "/next", { timeout_millis: -1 }],
        ["POST", "/next", { timeout_millis: 0.5 }],
        ["POST", "/next", { to: ["a"] }],
        ["POST", "/next", []]
      ] as const) {
        assert.strictEqual(
          (yield* control(method, path, json === undefined ? {} : { json })).status,
          400,
          `${method} ${path}`
        )
      }
    }).pipe(Effect.provide(service()))
  )

  it.effect("is closed to pages of other origins and to foreign host names", () =>
    Effect.gen(function* () {
      yield* signUp("a@example.com")
      const foreign = [
        { origin: "https://evil.example" },
        { origin: "null" },
        { origin: "http://localhost:3000" },
        { "sec-fetch-site": "cross-site" },
        { "sec-fetch-site": "same-site" },
        { host: "evil.example:8102" },
        { host: "localhost.evil.example" }
      ]
      for (const headers of foreign) {
        for (const [method, path] of [
          ["GET", ""],
          ["POST", "/next"],
          ["DELETE", ""]
        ] as const) {
          const response = yield* control(method, path, { headers, ...(method === "POST" && { json: {} }) })
          assert.strictEqual(response.status, 403, `${method} ${JSON.stringify(headers)}`)
          assert.notInclude(response.text, "a@example.com")
          assert.notProperty(response.headers, "access-control-allow-origin")
        }
      }
      const { headers, status } = yield* control("OPTIONS", "", { headers: { origin: "https://evil.example" } })
      assert.strictEqual(status, 403)
      assert.notProperty(headers, "access-control-allow-headers")
      const plain = { "x-keystile-control": "" }
      assert.strictEqual(
        (yield* control("DELETE", "", { headers: plain })).status,
        403,
        "a form of any page could send this"
      )
      assert.strictEqual((yield* control("GET", "", { headers: { origin: "http://localhost:8102" } })).status, 200)
      assert.strictEqual((yield* Mailbox.use(({ list }) => list())).length, 1)
      assert.strictEqual(
        (yield* send("GET", "/_keystile/mailbox", { headers: asClient })).status,
        200,
        "keys do not grant access"
      )
    }).pipe(Effect.provide(service()))
  )
})
