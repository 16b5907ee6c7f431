/** Attempts that the settings prevented, those that the database could not store, and those that were postponed. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Logger } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { isOverNetwork } from "../../postgres/server.ts"
import { blankProject } from "../../../service/resources/projects/new-project.ts"
import * as ProjectStore from "../../../service/resources/projects/project-store.ts"
import * as Deliveries from "../../../service/webhooks/delivery-store.ts"
import * as Dispatcher from "../../../service/webhooks/dispatcher.ts"
import * as Messages from "../../../service/webhooks/message-store.ts"
import { addTarget } from "../../../service/webhooks/save-target.ts"
import * as Targets from "../../../service/webhooks/target-store.ts"
import { layer as layerPost } from "../../../service/webhooks/webhook-post.ts"
import { layerDatabase } from "../database-layer.ts"
import { PROJECT_ID } from "../fixture.ts"
import { UNREADABLE_SECRET } from "../unreadable-secret.ts"
import { until } from "../until.ts"
import { fakeNetwork } from "./fixture.ts"

/** The dispatcher on a database in memory. Logs into `lines`. */
const startDispatcher = (net: Layer.Layer<never>, lines: Array<string>) =>
  Dispatcher.layer.pipe(
    Layer.provideMerge(Layer.mergeAll(Messages.layer, Deliveries.layer, Targets.layer, ProjectStore.layer)),
    Layer.provideMerge(layerDatabase()),
    Layer.provide(net),
    Layer.provideMerge(
      Logger.layer([
        Logger.make(({ logLevel, message }) => void lines.push(`${logLevel} ${[message].flat().join(" ")}`))
      ])
    )
  )

const withTarget = Effect.fnUntraced(function* (url: string) {
  yield* (yield* ProjectStore.ProjectStore).insert(blankProject(PROJECT_ID, 0))
  return yield* addTarget(PROJECT_ID, { url, secret: undefined })
})

const sendMessage = (id: string, payload = "{}") =>
  Effect.gen(function* () {
    const { insert, receivers } = yield* Messages.MessageStore
    const targetIds = yield* receivers(PROJECT_ID, "user.created")
    yield* insert({ id, projectId: PROJECT_ID, type: "user.created", payload, createdAt: 0, targetIds })
    yield* (yield* Dispatcher.Dispatcher).wake
  })

const found = (id: string) =>
  Effect.flatMap(Messages.MessageStore, (messages) =>
    Effect.map(messages.find(PROJECT_ID, id), (message) => message ?? assert.fail("There is no such message"))
  )

describe.skipIf(isOverNetwork)("an attempt to send a webhook", () => {
  it.effect("that the settings prevented is logged once per target, and shown", () => {
    const lines: Array<string> = []
    return Effect.gen(function* () {
      const { id: targetId } = yield* withTarget("http://127.0.0.1:9/webhooks")
      yield* sendMessage("msg_a")
      yield* sendMessage("msg_b")
      yield* until(Effect.map(found("msg_b"), ({ attempts }) => attempts.length > 0))
      const { attempts, message } = yield* found("msg_a")
      assert.deepInclude(attempts[0], { status: null, problem: "The host has no address that is allowed." })
      assert.deepInclude(message.deliveries[0], { state: "pending", attempts: 1 })
      assert.deepStrictEqual(lines, [
        `Warn No webhook is sent to the target ${targetId}: The host has no address that is allowed.`
      ])
    }).pipe(Effect.provide(startDispatcher(layerPost("public"), lines)))
  })

  it.effect("whose secret cannot be decrypted counts as failed, and is shown", () => {
    const lines: Array<string> = []
    const net = fakeNetwork()
    return Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { id: targetId } = yield* withTarget("https://app.example/webhooks")
      yield* sql`UPDATE webhook_targets SET secret = ${UNREADABLE_SECRET}`
      yield* sendMessage("msg_a")
      yield* TestClock.adjust("1 millis")
      yield* until(Effect.map(found("msg_a"), ({ attempts }) => attempts.length > 0))
      const { attempts, message } = yield* found("msg_a")
      assert.deepInclude(attempts[0], {
        status: null,
        problem: "The secret of the target cannot be decrypted: see the log of the service."
      })
      assert.deepInclude(message.deliveries[0], { state: "pending", attempts: 1 })
      assert.deepStrictEqual(net.received, [])
      assert.deepStrictEqual(lines, [
        `Warn No webhook is sent to the target ${targetId}: A value of webhook_targets.secret cannot be decrypted. ` +
          "It was encrypted with the secret whose key id is AAAAAAAA. " +
          "Configure the secret that encrypted it, or make a new secret of the target."
      ])
    }).pipe(Effect.provide(startDispatcher(net.layer, lines)))
  })

  it.effect("whose result the database could not store is logged, sent again, and shown with the next one", () => {
    const lines: Array<string> = []
    let refuseWrites: Effect.Effect<void> = Effect.void
    const net = fakeNetwork((_, number) =>
      Effect.as(
        Effect.suspend(() => (number === 0 ? refuseWrites : Effect.void)),
        200
      )
    )
    return Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      refuseWrites = Effect.asVoid(Effect.orDie(sql`PRAGMA query_only = ON`))
      yield* withTarget("https://app.example/webhooks")
      yield* sendMessage("msg_a")
      yield* TestClock.adjust("1 millis")
      yield* until(Effect.sync(() => lines.length > 0))
      assert.lengthOf(net.received, 1)
      assert.match(
        lines.join(),
        /^Warn The webhook msg_a to the target .*Its result was not stored, so it is sent again/
      )
      yield* sql`PRAGMA query_only = OFF`
      yield* TestClock.adjust("1 minute")
      yield* until(Effect.map(found("msg_a"), ({ attempts }) => attempts.length > 1))
      assert.lengthOf(net.received, 2)
      const { attempts, message } = yield* found("msg_a")
      assert.deepInclude(message.deliveries[0], { state: "delivered" })
      assert.lengthOf(attempts, 2)
      assert.deepInclude(attempts[0], { status: 200, problem: null })
      assert.strictEqual(attempts[1]?.status, 200)
      assert.match(attempts[1]?.problem ?? "", /^Its result was not stored/)
    }).pipe(Effect.provide(startDispatcher(net.layer, lines)))
  })

  it.effect("for whose payload there is no memory is made later, and not counted", () => {
    const net = fakeNetwork(() => Effect.never)
    return Effect.gen(function* () {
      yield* withTarget("https://app.example/webhooks")
      // Each of them takes more than half of what a project gets.
      const payload = "x".repeat(17_000_000)
      yield* sendMessage("msg_a", payload)
      yield* sendMessage("msg_b", payload)
      yield* TestClock.adjust("1 millis")
      yield* until(Effect.sync(() => net.received.length > 0))
      yield* TestClock.adjust("5 seconds")
      yield* until(Effect.map(found("msg_b"), ({ message }) => message.deliveries[0]?.dueAt?.getTime() === 10_000))
      assert.deepInclude((yield* found("msg_b")).message.deliveries[0], { state: "pending", attempts: 0 })
      assert.lengthOf(net.received, 1)
    }).pipe(Effect.provide(startDispatcher(net.layer, [])))
  })
})
