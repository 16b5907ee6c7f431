/** The endpoints of webhook targets and messages. */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { Webhook as StandardWebhook } from "standardwebhooks"
import { Webhook } from "svix"
import { layer as layerPost, type WebhookRequest, WebhookPost } from "../../../service/webhooks/webhook-post.ts"
import { DAY } from "../../durations.ts"
import { isOverNetwork, temporaryDatabase } from "../../postgres/server.ts"
import { entryOf } from "../audit/audit-fixture.ts"
import { layerDatabase } from "../database-layer.ts"
import { asAdmin, asClient, asServer, type Headers, send, service, signUp, asOtherAdmin } from "../fixture.ts"
import {
  advance,
  fakeNetwork,
  messages,
  refused,
  SECRET,
  serviceWithWebhooks,
  settle,
  targets,
  URL_A,
  URL_B,
  webhooks
} from "./fixture.ts"
import { temporaryFolder } from "../temporary-folder.ts"
import { UNREADABLE_SECRET } from "../unreadable-secret.ts"

const NO_ID = "99999999-9999-4999-8999-999999999999"
const OTHER_SECRET = `whsec_${"B".repeat(32)}`

const idOf = (url: string) => Effect.map(targets, (all) => all.find((target) => target.url === url)?.id ?? "")

const resultOf = (response: { readonly status: number; readonly code: string | undefined }) => [
  response.status,
  response.code
]

const withoutNetwork = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  effect.pipe(
    Effect.provide(service({ limits: "off" })),
    Effect.provideService(WebhookPost, { post: () => Effect.never })
  )

describe("webhook targets", () => {
  it.effect("are added with a secret that is shown once, and are identified by their URL", () =>
    Effect.gen(function* () {
      const made = yield* webhooks("POST", "/targets", { url: "http://LOCALHOST:3000/hooks" })
      assert.strictEqual(made.status, 201, made.text)
      assert.match(made.text, /"secret":"whsec_[\w+/]{32}"/)
      const { text } = yield* webhooks("GET", "/targets")
      assert.notInclude(text, "whsec_")
      assert.deepInclude((yield* targets)[0], {
        url: "http://localhost:3000/hooks",
        description: "",
        event_types: null,
        failed_deliveries: 0,
        last_attempt: null
      })
      const again = yield* webhooks("POST", "/targets", { url: "http://localhost:3000/hooks" })
      assert.deepStrictEqual(resultOf(again), [409, "WEBHOOK_TARGET_ALREADY_EXISTS"])
      for (let index = 1; index < 20; index++) {
        assert.strictEqual((yield* webhooks("POST", "/targets", { url: `http://localhost:3000/${index}` })).status, 201)
      }
      const late = yield* webhooks("POST", "/targets", { url: "http://localhost:3000/21" })
      assert.deepInclude(late, { status: 400, code: "LIMIT_REACHED", details: { maximum: 20 } })
      yield* signUp("new@example.com")
      assert.lengthOf((yield* messages())[0]?.deliveries ?? [], 20)
    }).pipe(withoutNetwork)
  )

  it.effect("take valid settings only, and no error repeats a secret", () =>
    Effect.gen(function* () {
      const url = "http://localhost:1/"
      const invalid = [
        {},
        { url: 5 },
        { url: "file:///etc/passwd" },
        { url: "javascript:alert(1)" },
        { url: "http://a:b@localhost/" },
        { url: `http://localhost/${"x".repeat(2000)}` },
        { url, secret: "whsec_guessable" },
        { url, secret: "whsec_guessable".repeat(100) },
        { url, description: "x".repeat(201) },
        { url, event_types: [] },
        { url, event_types: ["user.created", "user.created"] },
        { url, event_types: ["user.renamed"] },
        { url, is_enabled: true }
      ]
      for (const body of invalid) {
        const response = yield* webhooks("POST", "/targets", body)
        assert.deepStrictEqual(resultOf(response), [400, "SCHEMA_ERROR"], JSON.stringify(body))
        assert.notInclude(response.text, "guessable")
      }
      assert.deepStrictEqual(yield* targets, [])
    }).pipe(withoutNetwork)
  )

  it.effect("are changed field by field", () =>
    Effect.gen(function* () {
      yield* webhooks("POST", "/targets", { url: URL_B })
      const description = `"><script>alert(1)</script> Café`
      const made = { url: URL_A, description, event_types: ["user.created", "team.deleted"] }
      yield* webhooks("POST", "/targets", made)
      const id = yield* idOf(URL_A)
      const current = Effect.map(targets, (all) => all.find((one) => one.id === id))
      assert.deepInclude(yield* current, made)
      yield* webhooks("PATCH", `/targets/${id}`, {})
      assert.deepInclude(yield* current, made)
      yield* webhooks("PATCH", `/targets/${id.toUpperCase()}`, { description: "Orders" })
      assert.deepInclude(yield* current, { ...made, description: "Orders" })
      const changed = yield* webhooks("PATCH", `/targets/${id}`, { url: "http://LOCALHOST:4000/", event_types: null })
      assert.strictEqual(changed.status, 200, changed.text)
      const now = { url: "http://localhost:4000/", description: "Orders", event_types: null }
      assert.deepInclude(yield* current, now)
      const taken = yield* webhooks("PATCH", `/targets/${id}`, { url: URL_B, description: "Taken" })
      assert.deepStrictEqual(resultOf(taken), [409, "WEBHOOK_TARGET_ALREADY_EXISTS"])
      assert.deepInclude(yield* current, now)
    }).pipe(withoutNetwork)
  )

  it.effect("are not found after their deletion, nor in another project, nor by other tiers", () =>
    Effect.gen(function* () {
      yield* webhooks("POST", "/targets", { url: URL_A })
      yield* signUp("new@example.com")
      const id = yield* idOf(URL_A)
      const [{ id: message } = { id: "" }] = yield* messages()
      const requests = [
        ["PATCH", `/targets/${id}`, "WEBHOOK_TARGET_NOT_FOUND"],
        ["POST", `/targets/${id}/rotate-secret`, "WEBHOOK_TARGET_NOT_FOUND"],
        ["GET", `/messages/${message}`, "WEBHOOK_MESSAGE_NOT_FOUND"],
        ["POST", `/messages/${message}/send`, "WEBHOOK_MESSAGE_NOT_FOUND"],
        ["DELETE", `/targets/${id}`, "WEBHOOK_TARGET_NOT_FOUND"]
      ] as const
      const ask = (method: string, path: string, headers: Headers) =>
        send(method, `/api/v1/webhooks${path}`, { headers, ...(method !== "GET" && { json: {} }) })
      for (const [method, path, code] of requests) {
        assert.deepStrictEqual(resultOf(yield* ask(method, path, asOtherAdmin)), [404, code], path)
        for (const headers of [asClient, asServer]) {
          assert.strictEqual((yield* ask(method, path, headers)).code, "INSUFFICIENT_ACCESS_TYPE", path)
        }
      }
      for (const list of ["/targets", "/messages"]) {
        assert.include((yield* ask("GET", list, asOtherAdmin)).text, `"items":[]`)
      }
      assert.strictEqual((yield* ask("DELETE", `/targets/${id}`, asAdmin)).status, 200)
      for (const [method, path, code] of requests.filter(([, path]) => path.startsWith("/targets"))) {
        assert.deepStrictEqual(resultOf(yield* ask(method, path, asAdmin)), [404, code], path)
      }
      // Without a target, the message cannot be sent.
      const sent = yield* ask("POST", `/messages/${message}/send`, asAdmin)
      assert.deepStrictEqual(resultOf(sent), [404, "WEBHOOK_MESSAGE_NOT_FOUND"])
      assert.strictEqual((yield* ask("GET", `/messages/msg_none`, asAdmin)).code, "WEBHOOK_MESSAGE_NOT_FOUND")
    }).pipe(withoutNetwork)
  )

  it.effect("have secrets that are replaced", () => {
    const net = fakeNetwork((_, number) => (number === 0 ? refused : Effect.succeed(200)))
    return Effect.gen(function* () {
      yield* TestClock.setTime(Date.now())
      const id = yield* idOf(URL_A)
      yield* signUp("new@example.com")
      yield* settle
      const rotated = yield* webhooks("POST", `/targets/${id}/rotate-secret`)
      const secret = /"secret":"(whsec_[\w+/]{32})"/.exec(rotated.text)?.[1] ?? ""
      assert.notStrictEqual(secret, SECRET)
      yield* advance(5000)
      const given = yield* webhooks("POST", `/targets/${id}/rotate-secret`, { secret: OTHER_SECRET })
      assert.include(given.text, OTHER_SECRET)
      yield* signUp("newer@example.com")
      yield* settle
      const secrets = [SECRET, secret, OTHER_SECRET]
      for (const [index, { body, headers }] of net.received.entries()) {
        assert.isOk(new Webhook(secrets[index] ?? "").verify(body, headers), String(index))
      }
      assert.lengthOf(net.received, 3)
      const guessed = yield* webhooks("POST", `/targets/${id}/rotate-secret`, { secret: "whsec_guessable" })
      assert.strictEqual(guessed.code, "SCHEMA_ERROR")
      assert.notInclude(guessed.text, "guessable")
    }).pipe(Effect.provide(serviceWithWebhooks(net)))
  })

  it.live("are listed, changed and added while the secret of one cannot be decrypted, until it is replaced", () =>
    Effect.gen(function* () {
      const database = isOverNetwork ? yield* temporaryDatabase : (yield* temporaryFolder).path("keystile.db")
      yield* Effect.gen(function* () {
        assert.strictEqual((yield* webhooks("POST", "/targets", { url: URL_B })).status, 201)
        const id = yield* idOf(URL_A)
        yield* SqlClient.SqlClient.use(
          (sql) => sql`UPDATE webhook_targets SET secret = ${UNREADABLE_SECRET} WHERE id = ${id}`
        ).pipe(Effect.provide(layerDatabase(database)))
        assert.deepStrictEqual(
          (yield* targets).map(({ url }) => url),
          [URL_A, URL_B]
        )
        const changed = yield* webhooks("PATCH", `/targets/${id}`, { description: "Orders" })
        assert.strictEqual(changed.status, 200, changed.text)
        const added = yield* webhooks("POST", "/targets", { url: "https://other.example/webhooks" })
        assert.strictEqual(added.status, 201, added.text)
        const rotated = yield* webhooks("POST", `/targets/${id}/rotate-secret`)
        assert.deepInclude(
          rotated.json,
          { description: "Orders", previous_secret_expires_at_millis: null },
          rotated.text
        )
        assert.match(rotated.text, /"secret":"whsec_/)
      }).pipe(Effect.provide(serviceWithWebhooks(fakeNetwork(), {}, { database })))
    }).pipe(Effect.scoped)
  )

  it.effect("are signed with both secrets until the overlap of a rotation ends, after a day", () => {
    const net = fakeNetwork()
    return Effect.gen(function* () {
      yield* TestClock.setTime(Date.now())
      const start = yield* Clock.currentTimeMillis
      const id = yield* idOf(URL_A)
      const sent = Effect.gen(function* () {
        yield* signUp(`user-${net.received.length}@example.com`)
        yield* settle
        const [last = assert.fail("Nothing was sent")] = net.received.slice(-1)
        return last
      })
      const isVerified = ({ body, headers }: WebhookRequest, secret: string) => {
        const verify = (check: () => unknown) => {
          try {
            check()
            return true
          } catch {
            return false
          }
        }
        const named = Object.fromEntries(
          Object.entries(headers).map(([name, value]) => [name.replace(/^svix-/, "webhook-"), value])
        )
        const bySvix = verify(() => new Webhook(secret).verify(body, headers))
        assert.strictEqual(
          verify(() => new StandardWebhook(secret).verify(body, named)),
          bySvix
        )
        return bySvix
      }
      const rotated = yield* webhooks("POST", `/targets/${id}/rotate-secret`, { secret: OTHER_SECRET })
      assert.deepInclude(rotated.json, { previous_secret_expires_at_millis: start + DAY })
      assert.notInclude(rotated.text, SECRET)
      assert.deepInclude((yield* targets)[0], { previous_secret_expires_at_millis: start + DAY })
      const during = yield* sent
      assert.deepStrictEqual([isVerified(during, SECRET), isVerified(during, OTHER_SECRET)], [true, true])
      assert.lengthOf(during.headers["svix-signature"]?.split(" ") ?? [], 2)

      yield* webhooks("PATCH", `/targets/${id}`, { previous_secret_expires_at_millis: null })
      assert.deepInclude((yield* targets)[0], { previous_secret_expires_at_millis: null })
      const ended = yield* sent
      assert.deepStrictEqual([isVerified(ended, SECRET), isVerified(ended, OTHER_SECRET)], [false, true])

      const third = `whsec_${"C".repeat(32)}`
      yield* webhooks("POST", `/targets/${id}/rotate-secret`, { secret: third, overlap_millis: 60_000 })
      yield* advance(59_999)
      assert.isTrue(isVerified(yield* sent, OTHER_SECRET))
      yield* advance(1)
      assert.deepInclude((yield* targets)[0], { previous_secret_expires_at_millis: null })
      assert.deepStrictEqual([isVerified(yield* sent, OTHER_SECRET), isVerified(yield* sent, third)], [false, true])

      const leaked = yield* webhooks("POST", `/targets/${id}/rotate-secret`, { secret: SECRET, overlap_millis: 0 })
      assert.deepInclude(leaked.json, { previous_secret_expires_at_millis: null })
      assert.isFalse(isVerified(yield* sent, third))
    }).pipe(Effect.provide(serviceWithWebhooks(net, { limits: "off" })))
  })

  it.effect("take an overlap of at most a week, and end it but do not move it", () =>
    Effect.gen(function* () {
      yield* webhooks("POST", "/targets", { url: URL_A })
      const id = yield* idOf(URL_A)
      for (const overlap_millis of [-1, 0.5, 7 * DAY + 1, null]) {
        const response = yield* webhooks("POST", `/targets/${id}/rotate-secret`, { overlap_millis })
        assert.deepStrictEqual(resultOf(response), [400, "SCHEMA_ERROR"], String(overlap_millis))
      }
      const moved = yield* webhooks("PATCH", `/targets/${id}`, { previous_secret_expires_at_millis: 9e12 })
      assert.deepStrictEqual(resultOf(moved), [400, "SCHEMA_ERROR"])
    }).pipe(withoutNetwork)
  )

  it.effect("have the number of their failed deliveries, and their last attempt", () => {
    let status = 500
    const net = fakeNetwork(({ url }) => (url === URL_A ? Effect.suspend(() => Effect.succeed(status)) : refused))
    return Effect.gen(function* () {
      yield* TestClock.adjust(1000)
      yield* webhooks("POST", "/targets", { url: URL_B })
      yield* signUp("new@example.com")
      yield* advance(40 * 3_600_000)
      const problem = "Nothing listens at this address."
      const [first, second] = yield* targets
      assert.deepInclude(first, { url: URL_A, failed_deliveries: 1 })
      assert.deepInclude(first?.last_attempt, { status: 500, problem: null })
      assert.deepInclude(second, { url: URL_B, failed_deliveries: 1 })
      assert.deepInclude(second?.last_attempt, { status: null, problem })
      const failedTo = (targetId = "") =>
        Effect.map(messages(`?state=failed&target_id=${targetId}`), ({ length }) => length)
      assert.deepStrictEqual([yield* failedTo(first?.id), yield* failedTo(second?.id)], [1, 1])
      status = 204
      const [{ id } = { id: "" }] = yield* messages()
      yield* webhooks("POST", `/messages/${id}/send`, { target_id: first?.id })
      yield* settle
      assert.deepInclude((yield* targets)[0], { url: URL_A, failed_deliveries: 0 })
      assert.deepInclude((yield* targets)[0]?.last_attempt, { status: 204 })
      assert.deepStrictEqual([yield* failedTo(first?.id), yield* failedTo(second?.id)], [0, 1])
      assert.lengthOf(yield* messages(`?state=delivered&target_id=${first?.id}`), 1)
      assert.lengthOf(yield* messages(`?target_id=${NO_ID}`), 0)
    }).pipe(Effect.provide(serviceWithWebhooks(net)))
  })

  it.effect("are public addresses over https only where the service sends to no others", () =>
    Effect.gen(function* () {
      const refusedUrls = ["http://app.example/", "https://127.0.0.1/", "https://[::1]/", "https://10.0.0.1/", URL_A]
      for (const url of [...refusedUrls, "https://169.254.169.254/latest", "https://[::ffff:10.0.0.1]/"]) {
        const response = yield* webhooks("POST", "/targets", { url })
        assert.deepStrictEqual(resultOf(response), [400, "WEBHOOK_URL_NOT_ALLOWED"], url)
      }
      assert.strictEqual((yield* webhooks("POST", "/targets", { url: "https://app.example/" })).status, 201)
      const id = yield* idOf("https://app.example/")
      const changed = yield* webhooks("PATCH", `/targets/${id}`, { url: "https://192.168.0.1/" })
      assert.deepStrictEqual(resultOf(changed), [400, "WEBHOOK_URL_NOT_ALLOWED"])
      assert.strictEqual((yield* targets)[0]?.url, "https://app.example/")
    }).pipe(Effect.provide(Layer.provide(service(), layerPost("public"))))
  )

  it.effect("may be in private networks where the service sends to them, but for metadata services", () =>
    Effect.gen(function* () {
      for (const url of ["http://10.0.0.1/", "http://127.0.0.1:9/", "https://app.example/"]) {
        assert.strictEqual((yield* webhooks("POST", "/targets", { url })).status, 201, url)
      }
      const response = yield* webhooks("POST", "/targets", { url: "http://169.254.169.254/latest" })
      assert.strictEqual(response.code, "WEBHOOK_URL_NOT_ALLOWED")
    }).pipe(Effect.provide(Layer.provide(service(), layerPost("private"))))
  )

  it.effect("leave neither secrets nor values in the audit log", () =>
    Effect.gen(function* () {
      const made = yield* webhooks("POST", "/targets", { url: URL_A, secret: SECRET, description: "Orders" })
      const id = yield* idOf(URL_A)
      assert.deepInclude(yield* entryOf(made), { targets: { webhook_target_id: id }, changedFields: [] })
      const changed = yield* webhooks("PATCH", `/targets/${id}`, { description: "Mails" })
      assert.deepInclude(yield* entryOf(changed), {
        targets: { webhook_target_id: id },
        changedFields: ["description"]
      })
      yield* webhooks("POST", `/targets/${id}/rotate-secret`, { secret: OTHER_SECRET })
      const { text } = yield* send("GET", "/api/v1/audit-log", { headers: asAdmin })
      assert.include(text, "rotate-secret")
      for (const value of ["whsec_", "Orders", "Mails", "localhost:3000"]) assert.notInclude(text, value)
    }).pipe(withoutNetwork)
  )
})
