/** Delivery of webhooks, and failed deliveries. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { DatabaseSync } from "node:sqlite"
import { Webhook } from "svix"
import { ServiceClock } from "../../../service/index.ts"
import { layerTest } from "../../../service/development.ts"
import { HOUR, MINUTE, SECOND } from "../../durations.ts"
import { isOverNetwork } from "../../postgres/server.ts"
import { asServer, PROJECT_ID, seedWith, send, signUp } from "../fixture.ts"
import { temporaryFolder } from "../temporary-folder.ts"
import {
  type WebhookBody,
  messages,
  fakeNetwork,
  advance,
  refused,
  SECRET,
  settle,
  serviceWithWebhooks,
  typesOf,
  URL_A,
  targets,
  URL_B,
  messageById,
  webhooks
} from "./fixture.ts"

const makeUser = (index: number) =>
  send("POST", "/api/v1/users", { headers: asServer, json: { primary_email: `user${index}@example.com` } })

const deliveryTo = (url: string) =>
  Effect.map(messages(), ([message]) => message?.deliveries.find((delivery) => delivery.url === url))

// The test clock does not advance during queries over the network, so that nothing becomes due.
describe.skipIf(isOverNetwork)("the delivery of webhooks", () => {
  it.effect("follows the retry schedule of Svix, each delay counted from the last failure", () => {
    const net = fakeNetwork(() => Effect.succeed(500))
    return Effect.gen(function* () {
      yield* signUp("new@example.com")
      yield* advance(40 * HOUR)
      const waits = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR]
      const times = waits.reduce<ReadonlyArray<number>>((sum, wait) => [...sum, (sum.at(-1) ?? 0) + wait], [0])
      assert.deepStrictEqual(
        net.received.map(({ at }) => at),
        times
      )
      assert.deepInclude(yield* deliveryTo(URL_A), {
        state: "failed",
        attempts: 8,
        last_status: 500,
        next_attempt_at_millis: null
      })
      // Each attempt has the same message id and a new signature.
      assert.strictEqual(new Set(net.received.map(({ headers }) => headers["svix-id"])).size, 1)
      assert.strictEqual(new Set(net.received.map(({ headers }) => headers["svix-signature"])).size, 8)
    }).pipe(Effect.provide(serviceWithWebhooks(net)))
  })

  it.effect("loses no message during an outage of the target", () => {
    const net = fakeNetwork(() =>
      Effect.flatMap(
        Effect.clockWith((clock) => clock.currentTimeMillis),
        (now) => (now < MINUTE ? refused : Effect.succeed(200))
      )
    )
    return Effect.gen(function* () {
      for (let index = 0; index < 25; index++) {
        yield* makeUser(index)
        yield* TestClock.adjust(2 * SECOND)
      }
      yield* advance(10 * MINUTE)
      const delivered = new Set(net.received.filter(({ at }) => at >= MINUTE).map(({ headers }) => headers["svix-id"]))
      assert.strictEqual(delivered.size, 25)
      const all = yield* messages()
      assert.lengthOf(all, 25)
      for (const {
        deliveries: [delivery]
      } of all)
        assert.deepInclude(delivery, { state: "delivered", last_status: 200 })
    }).pipe(Effect.provide(serviceWithWebhooks(net)))
  })

  it.effect("times out after 15 seconds and retries", () => {
    const net = fakeNetwork((_, number) => (number === 0 ? Effect.never : Effect.succeed(204)))
    return Effect.gen(function* () {
      const [{ id } = { id: "" }] = yield* Effect.andThen(signUp("new@example.com"), messages())
      while (net.received.length === 0) yield* Effect.yieldNow
      assert.deepInclude(yield* deliveryTo(URL_A), { state: "pending", attempts: 0, next_attempt_at_millis: null })
      yield* TestClock.adjust(15 * SECOND)
      yield* settle
      assert.deepInclude(yield* deliveryTo(URL_A), {
        state: "pending",
        attempts: 1,
        last_status: null,
        next_attempt_at_millis: 20 * SECOND
      })
      yield* advance(5 * SECOND)
      assert.deepInclude(yield* deliveryTo(URL_A), { state: "delivered", attempts: 2, last_status: 204 })
      const { attempts } = yield* messageById(id)
      assert.deepInclude(attempts[1], {
        status: null,
        problem: "There was no response within 15 seconds.",
        duration_millis: 15 * SECOND
      })
    }).pipe(Effect.provide(serviceWithWebhooks(net)))
  })

  it.effect("counts only 2xx as success: no redirect, no other status", () => {
    const statuses = [301, 302, 307, 400, 404, 410, 429, 503]
    const net = fakeNetwork((_, number) => Effect.succeed(statuses[number] ?? 200))
    return Effect.gen(function* () {
      const [{ id } = { id: "" }] = yield* Effect.andThen(signUp("new@example.com"), messages())
      yield* advance(40 * HOUR)
      const {
        attempts,
        deliveries: [delivery]
      } = yield* messageById(id)
      assert.deepStrictEqual(attempts.map(({ status }) => status).toReversed(), statuses)
      assert.strictEqual(delivery?.state, "failed")
      assert.isTrue(net.received.every(({ url }) => url === URL_A))
    }).pipe(Effect.provide(serviceWithWebhooks(net)))
  })

  it.effect("to one target does not wait for a slow other one", () => {
    const net = fakeNetwork(({ url }) => (url === URL_B ? Effect.never : Effect.succeed(200)))
    const webhooks = [
      { url: URL_B, secret: SECRET },
      { url: URL_A, secret: SECRET }
    ]
    return Effect.gen(function* () {
      for (let index = 0; index < 40; index++) yield* makeUser(index)
      while (net.received.filter(({ url }) => url === URL_A).length < 40) yield* Effect.yieldNow
      // At most ten deliveries per target run at a time.
      assert.strictEqual(net.received.filter(({ url }) => url === URL_B).length, 10)
      yield* TestClock.adjust(15 * SECOND)
      while (net.received.filter(({ url }) => url === URL_B).length < 20) yield* Effect.yieldNow
    }).pipe(Effect.provide(serviceWithWebhooks(net, { webhooks })))
  })

  it.effect("of one project takes at most 26 of the 50 attempts at a time, whatever number of targets it has", () => {
    const net = fakeNetwork(() => Effect.never)
    const webhooks = Array.from({ length: 20 }, (_, index) => ({ url: `${URL_B}/${index}`, secret: SECRET }))
    return Effect.gen(function* () {
      for (let index = 0; index < 3; index++) yield* makeUser(index)
      while (net.received.length < 26) yield* Effect.yieldNow
      yield* Effect.repeat(messages(), { times: 20 })
      assert.lengthOf(net.received, 26)
      assert.strictEqual(new Set(net.received.map(({ url }) => url)).size, 20)
      yield* TestClock.adjust(15 * SECOND)
      while (net.received.length < 52) yield* Effect.yieldNow
    }).pipe(Effect.provide(serviceWithWebhooks(net, { webhooks })))
  })

  it.effect("of large payloads holds at most half of their memory for one project", () => {
    const net = fakeNetwork(({ body }) => (body.length > 1_000_000 ? Effect.never : Effect.succeed(200)))
    const image = `data:image/png;base64,${"A".repeat(990_000)}`
    const json = { profile_image_url: image, server_metadata: { text: "x".repeat(900_000) } }
    const webhooks = Array.from({ length: 5 }, (_, index) => ({ url: `${URL_B}/${index}`, secret: SECRET }))
    return Effect.gen(function* () {
      for (let index = 0; index < 5; index++) {
        const { json: user } = yield* makeUser(index)
        yield* send("PATCH", `/api/v1/users/${String(Reflect.get(Object(user), "id"))}`, { headers: asServer, json })
      }
      const large = () => net.received.filter(({ body }) => body.length > 1_000_000)
      // 17 payloads of 1.9 MB fit in 32 MB. Small ones are sent meanwhile.
      while (large().length < 17 || net.received.length < 17 + 25) yield* Effect.yieldNow
      yield* Effect.repeat(messages(), { times: 20 })
      assert.lengthOf(large(), 17)
      // Deliveries that got no memory are due again, without an attempt.
      yield* TestClock.adjust(5 * SECOND)
      yield* TestClock.adjust(10 * SECOND)
      while (large().length < 25) yield* Effect.yieldNow
    }).pipe(Effect.provide(serviceWithWebhooks(net, { webhooks })))
  })

  it.effect("is scheduled by the service's clock, while signatures use the time of this machine", () => {
    const net = fakeNetwork((_, number) => (number < 2 ? refused : Effect.succeed(200)))
    return Effect.gen(function* () {
      yield* TestClock.setTime(Date.now())
      yield* signUp("new@example.com")
      yield* settle
      yield* (yield* ServiceClock).advance("6 seconds")
      yield* settleUntil(() => net.received.length === 2)
      yield* (yield* ServiceClock).advance("1 hour")
      yield* settleUntil(() => net.received.length === 3)
      const { body = "", headers = {} } = net.received[2] ?? {}
      // A receiver would reject a signature with a time in the future.
      assert.deepInclude(new Webhook(SECRET).verify(body, headers), { type: "user.created" })
    }).pipe(Effect.provide(serviceWithWebhooks(net)))
  })

  it.effect("can be repeated: for failed and for delivered messages, and for a later target", () => {
    let isUp = false
    const net = fakeNetwork(() => (isUp ? Effect.succeed(200) : refused))
    return Effect.gen(function* () {
      yield* signUp("new@example.com")
      yield* advance(40 * HOUR)
      const [{ id } = { id: "" }] = yield* messages()
      assert.deepInclude(yield* deliveryTo(URL_A), { state: "failed", attempts: 8 })
      yield* webhooks("POST", `/messages/${id}/send`)
      yield* advance(5 * SECOND)
      assert.deepInclude(yield* deliveryTo(URL_A), { state: "pending", attempts: 10 })
      isUp = true
      yield* webhooks("POST", `/messages/${id}/send`)
      yield* settle
      assert.deepInclude(yield* deliveryTo(URL_A), { state: "delivered", attempts: 11, last_status: 200 })
      yield* webhooks("POST", `/messages/${id}/send`)
      yield* settle
      assert.strictEqual(net.received.length, 12)
      yield* webhooks("POST", "/targets", { url: URL_B })
      const later = (yield* targets).find(({ url }) => url === URL_B)?.id
      yield* webhooks("POST", `/messages/${id}/send`, { target_id: later })
      yield* settle
      assert.deepInclude(yield* deliveryTo(URL_B), { state: "delivered", attempts: 1 })
      assert.strictEqual(net.received.length, 13)
      assert.strictEqual(new Set(net.received.map(({ headers }) => headers["svix-id"])).size, 1)
    }).pipe(Effect.provide(serviceWithWebhooks(net)))
  })

  it.effect("is sent once by repeated requests to send it again", () => {
    let isUp = false
    const net = fakeNetwork((_, number) => {
      if (number === 8) return Effect.andThen(Effect.sleep(SECOND), Effect.succeed(200))
      return isUp ? Effect.succeed(200) : refused
    })
    return Effect.gen(function* () {
      yield* signUp("new@example.com")
      yield* advance(40 * HOUR)
      const [{ id } = { id: "" }] = yield* messages()
      const { attempts } = yield* messageById(id)
      const seen = { unless_attempted_after_millis: attempts[0]?.attempted_at_millis }
      const sendAgain = webhooks("POST", `/messages/${id}/send`, seen)
      yield* TestClock.adjust(SECOND)
      isUp = true
      // Before the attempt, during it, and after it.
      yield* Effect.all([sendAgain, sendAgain], { concurrency: "unbounded" })
      while (net.received.length < 9) yield* Effect.yieldNow
      yield* sendAgain
      yield* webhooks("POST", `/messages/${id}/send`)
      yield* TestClock.adjust(SECOND)
      yield* settle
      const after = yield* sendAgain
      assert.strictEqual(after.status, 200, after.text)
      yield* advance(HOUR)
      assert.deepInclude(yield* deliveryTo(URL_A), { state: "delivered", attempts: 9 })
      assert.lengthOf(net.received, 9)
    }).pipe(Effect.provide(serviceWithWebhooks(net)))
  })

  it.effect("goes to the targets that receive its type", () => {
    const net = fakeNetwork()
    return Effect.gen(function* () {
      yield* webhooks("POST", "/targets", { url: URL_B, event_types: ["team.created", "user.deleted"] })
      yield* signUp("new@example.com")
      yield* settle
      yield* send("POST", "/api/v1/teams", { headers: asServer, json: { display_name: "Crew" } })
      yield* settle
      const sentTo = (url: string) => typesOf(net.received.filter((one) => one.url === url))
      assert.deepStrictEqual(sentTo(URL_A), ["user.created", "team.created"])
      assert.deepStrictEqual(sentTo(URL_B), ["team.created"])
      const [, message] = yield* messages()
      const [{ id } = { id: "" }] = (yield* targets).filter(({ url }) => url === URL_B)
      // To all, it is sent to those that receive it. To one, it is sent in any case.
      yield* TestClock.adjust(SECOND)
      yield* webhooks("POST", `/messages/${message?.id}/send`)
      yield* settle
      assert.deepStrictEqual(sentTo(URL_A), ["user.created", "team.created", "user.created"])
      assert.deepStrictEqual(sentTo(URL_B), ["team.created"])
      yield* webhooks("POST", `/messages/${message?.id}/send`, { target_id: id })
      yield* settle
      assert.deepStrictEqual(sentTo(URL_B), ["team.created", "user.created"])
      // No target receives it: there is no message.
      const [first] = (yield* targets).filter(({ url }) => url === URL_A)
      yield* webhooks("PATCH", `/targets/${first?.id}`, { event_types: ["team.deleted"] })
      yield* signUp("newer@example.com")
      assert.lengthOf(yield* messages(), 2)
    }).pipe(Effect.provide(serviceWithWebhooks(net)))
  })

  it.effect("is not attempted again during its attempt, also when another message starts the dispatcher", () => {
    const net = fakeNetwork(({ body }) => (body.includes("slow@") ? Effect.never : Effect.succeed(200)))
    const attempts = () => net.received.filter(({ body }) => body.includes("slow@")).length
    return Effect.gen(function* () {
      yield* signUp("slow@example.com")
      while (attempts() === 0) yield* Effect.yieldNow
      yield* TestClock.adjust(14 * SECOND)
      yield* signUp("other@example.com")
      while (net.received.length === attempts()) yield* Effect.yieldNow
      assert.deepStrictEqual([attempts(), net.received.length], [1, 2])
    }).pipe(Effect.provide(serviceWithWebhooks(net)))
  })

  it.effect("ends with its target, also during an attempt", () => {
    const net = fakeNetwork(({ url }) =>
      url === URL_A ? Effect.andThen(Effect.sleep(SECOND), Effect.succeed(200)) : refused
    )
    return Effect.gen(function* () {
      yield* signUp("new@example.com")
      while (net.received.length === 0) yield* Effect.yieldNow
      const [{ id } = { id: "" }] = yield* targets
      yield* webhooks("DELETE", `/targets/${id}`)
      yield* TestClock.adjust(HOUR)
      yield* signUp("newer@example.com")
      yield* settle
      assert.strictEqual(net.received.length, 1)
      assert.deepInclude((yield* messages())[0], { deliveries: [] })
    }).pipe(Effect.provide(serviceWithWebhooks(net)))
  })

  it.effect("continues after a restart of the service", () => {
    const before = fakeNetwork((_, number) => (number === 0 ? Effect.never : refused))
    const after = fakeNetwork()
    return Effect.gen(function* () {
      const { path } = yield* temporaryFolder
      const start = (net: typeof before) =>
        Effect.provide(
          Layer.orDie(
            layerTest({
              database: path("keystile.db"),
              seed: seedWith({ webhooks: [{ url: URL_A, secret: SECRET }] })
            })
          ).pipe(Layer.provide(net.layer))
        )
      yield* Effect.gen(function* () {
        for (let index = 0; index < 15; index++) yield* makeUser(index)
        // Waits until one attempt is running and the failures of all others are recorded.
        while ((yield* messages("?state=pending&limit=1000")).filter(hasTime).length < 14) yield* Effect.yieldNow
      }).pipe(start(before))
      // The interrupted attempt is repeated at once. The others keep their schedule.
      yield* Effect.andThen(
        settle,
        settleUntil(() => after.received.length === 1)
      ).pipe(start(after))
      yield* Effect.andThen(
        advance(5 * SECOND),
        settleUntil(() => after.received.length === 15)
      ).pipe(start(after))
      assert.strictEqual(new Set(after.received.map(({ headers }) => headers["svix-id"])).size, 15)
    })
  })

  it.effect("is left to the service that sends it, when another one starts on the same database file", () => {
    const first = fakeNetwork(() => Effect.never)
    const second = fakeNetwork()
    return Effect.gen(function* () {
      const { path } = yield* temporaryFolder
      const start = (net: typeof first) =>
        Effect.provide(
          Layer.orDie(
            layerTest({
              database: path("keystile.db"),
              seed: seedWith({ webhooks: [{ url: URL_A, secret: SECRET }] })
            })
          ).pipe(Layer.provide(net.layer)),
          { local: true }
        )
      yield* Effect.gen(function* () {
        yield* makeUser(0)
        while (first.received.length === 0) yield* messages()
        yield* Effect.repeat(messages(), { times: 20 }).pipe(start(second))
        assert.strictEqual(second.received.length, 0)
      }).pipe(start(first))
      // The first service has stopped during its attempt.
      yield* settleUntil(() => second.received.length === 1).pipe(start(second))
    })
  })

  it.effect("keeps the newest messages, and older ones while they have pending deliveries", () => {
    const net = fakeNetwork()
    return Effect.gen(function* () {
      const { path } = yield* temporaryFolder
      const start = Effect.provide(
        Layer.orDie(
          layerTest({
            database: path("keystile.db"),
            seed: seedWith({ webhooks: [{ url: URL_A, secret: SECRET }], limits: "off" })
          })
        ).pipe(Layer.provide(net.layer))
      )
      yield* Effect.void.pipe(start)
      const file = new DatabaseSync(path("keystile.db"))
      file.exec(`
        WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 6000)
        INSERT INTO webhook_messages (id, project_id, type, payload, created_at)
        SELECT 'msg_' || n, '${PROJECT_ID}', 'user.created', '{}', n FROM numbers;
        INSERT INTO webhook_deliveries (message_id, target_id, state, tries, due_at)
        SELECT message.id, target.id, CASE created_at % 300 WHEN 0 THEN 'pending' ELSE 'delivered' END, 0, 9e15
        FROM webhook_messages AS message, (SELECT id FROM webhook_targets) AS target`)
      const count = (where: string) =>
        file.prepare(`SELECT count(*) AS n FROM webhook_messages WHERE ${where}`).get()?.["n"]
      yield* Effect.repeat(Effect.yieldNow, { until: () => count("1 = 1") === 5003 }).pipe(start)
      assert.strictEqual(count("created_at < 1000"), 3)
      assert.strictEqual(count("created_at >= 1000"), 5000)
      file.close()
    })
  })

  it.effect("does not delay the request that caused it", () => {
    const net = fakeNetwork(() => Effect.never)
    return Effect.gen(function* () {
      const fiber = yield* Effect.forkChild(signUp("new@example.com"))
      assert.strictEqual((yield* Fiber.join(fiber)).status, 200)
      while (net.received.length === 0) yield* Effect.yieldNow
      assert.deepStrictEqual(typesOf(net.received), ["user.created"])
    }).pipe(Effect.provide(serviceWithWebhooks(net)))
  })
})

const hasTime = ({ deliveries }: WebhookBody) => deliveries.every(({ next_attempt_at_millis: next }) => next !== null)

/** Waits for background work of the service. */
const settleUntil = Effect.fnUntraced(function* (isSo: () => boolean) {
  for (let turn = 0; turn < 200 && !isSo(); turn++) yield* settle
  assert.isTrue(isSo())
})
