/** Three simulated years of a service in production: its mails, webhooks, audit log and sessions. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { layerTest } from "../../../service/development.ts"
import { layer } from "../../../service/production.ts"
import { readConfiguration } from "../../../service/production/read-configuration.ts"
import { DAY } from "../../durations.ts"
import { ada, asServer, PROJECT_ID, seedWith, send, USER_ID, asClient } from "../fixture.ts"
import { callback } from "../mails.ts"
import { post } from "../requests.ts"
import { smtpServer } from "../smtp-servers.ts"
import { temporaryFolder } from "../temporary-folder.ts"
import { SECRET as WEBHOOK_SECRET, webhookReceiver } from "../webhook-receiver.ts"
import { countOf, readFrom, tableSizes } from "./table-sizes.ts"

/** The time between two bursts of activity. */
const STEP = 35 * DAY
const SECRET = "8ebf9b8c1d0a4f7e92b3c6d5e4f3a2b1c0d9e8f7"

/** Webhooks are pruned after each 200 attempts: those of a cycle. */
const WEBHOOKS = 20
const CYCLE = 10

/** No password is hashed, so that the years take seconds. */
const activity = Effect.gen(function* () {
  yield* send("POST", "/api/v1/auth/sessions", {
    headers: asServer,
    json: { user_id: USER_ID, expires_in_millis: DAY }
  })
  yield* post("/auth/otp/send-sign-in-code", asClient, { email: ada.email, callback_url: callback })
  for (let count = 0; count < WEBHOOKS; count++) {
    const json = { display_name: `Ada ${count}` }
    const { status } = yield* send("PATCH", `/api/v1/users/${USER_ID}`, { headers: asServer, json })
    assert.strictEqual(status, 200)
  }
})

/** Adds as many old webhooks as are kept. */
const addOldWebhooks = (path: string) =>
  readFrom(path, (database) => {
    database.exec(`
      WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 5000)
      INSERT INTO webhook_messages (id, project_id, type, payload, created_at)
      SELECT 'old-' || n, '${PROJECT_ID}', 'user.updated', '{}', n FROM numbers;
      INSERT INTO webhook_deliveries (message_id, target_id, state, tries, due_at)
      SELECT webhook_messages.id, webhook_targets.id, 'delivered', 1, 0 FROM webhook_messages, webhook_targets;
      INSERT INTO webhook_attempts (id, message_id, target_id, attempted_at, duration_millis, status)
      SELECT message_id, message_id, target_id, 1, 1, 200 FROM webhook_deliveries`)
  })

/** Waits until all mails and webhooks are sent, on the real clock. */
const sent = (path: string) =>
  Effect.repeat(
    Effect.suspend(() =>
      TestClock.withLive(
        Effect.as(
          Effect.sleep(5),
          readFrom(path, (database) =>
            ["outgoing_mails", "webhook_deliveries"].reduce(
              (sum, table) => sum + countOf(database, `SELECT count(*) AS count FROM ${table} WHERE state = 'pending'`),
              0
            )
          )
        )
      )
    ),
    { until: (pending) => pending === 0 }
  )

describe("a database of a service in production after years", () => {
  it.effect(
    "is as large as before, with mails, webhooks and entries of the audit log",
    () =>
      Effect.gen(function* () {
        const path = (yield* temporaryFolder).path("a.db")
        const smtp = yield* smtpServer()
        const receiver = yield* webhookReceiver
        const seed = seedWith({
          config: {
            magicLinkEnabled: true,
            emailConfig: { type: "standard", ...smtp.settings, senderName: "Test", senderEmail: "test@example.com" }
          },
          webhooks: [{ url: receiver.url, secret: WEBHOOK_SECRET }],
          users: [{ id: USER_ID, ...ada, emailVerified: true }]
        })
        yield* Effect.scoped(Layer.build(layerTest({ database: path, seed, secrets: [Redacted.make(SECRET)] })))
        addOldWebhooks(path)
        const { configuration } = yield* readConfiguration({
          flags: {},
          environment: {
            KEYSTILE_PUBLIC_URL: "http://localhost:8102",
            KEYSTILE_DB: path,
            KEYSTILE_SECRETS: SECRET,
            KEYSTILE_MAIL: "log",
            KEYSTILE_PRIVATE_SMTP: "true",
            KEYSTILE_PRIVATE_WEBHOOKS: "true",
            KEYSTILE_REQUEST_LOG: "false",
            KEYSTILE_AUDIT_RETENTION: "365"
          }
        })
        const sizes: Array<Readonly<Record<string, number>>> = []
        yield* Effect.gen(function* () {
          for (let step = 1; step <= 3 * CYCLE; step++) {
            yield* TestClock.setTime(step * STEP)
            yield* activity
            yield* sent(path)
            // The pruning runs beside the requests.
            yield* Effect.repeat(Effect.yieldNow, { times: 500 })
            if (step === 2 * CYCLE || step === 3 * CYCLE) sizes.push(tableSizes(path))
          }
        }).pipe(Effect.provide(layer(configuration)))
        const [before, after] = sizes
        assert.deepStrictEqual(after, before)
        assert.strictEqual(smtp.received.length, 3 * CYCLE)
        assert.strictEqual(receiver.requests.length, 3 * CYCLE * WEBHOOKS)
        // A week of delivered mails, a year of the audit log with an entry a request, and the newest webhooks.
        assert.strictEqual(after?.["outgoing_mails"], 1)
        assert.strictEqual(after?.["audit_log"], Math.floor((365 * DAY) / STEP + 1) * (WEBHOOKS + 2))
        assert.isAtMost(after?.["webhook_messages"] ?? 0, 5000 + WEBHOOKS)
        const oldest = readFrom(path, (database) => countOf(database, "SELECT min(created_at) AS count FROM audit_log"))
        assert.isAtLeast(oldest, 3 * CYCLE * STEP - 365 * DAY)
      }).pipe(Effect.scoped),
    300_000
  )
})
