/** Webhooks for a handler in the same program. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { Admin } from "../../tiers/admin.ts"
import { Server } from "../../tiers/server.ts"
import * as Testing from "../../testing/index.ts"
import { isOverNetwork } from "../postgres/server.ts"
import { until } from "../service/until.ts"

/** Waits until the second attempt to send the newest message has ended. The clock stands still during each attempt. */
const secondAttempt = Effect.gen(function* () {
  const { webhooks } = yield* Admin
  yield* until(
    Effect.gen(function* () {
      const [delivery] = (yield* webhooks.listMessages())[0]?.deliveries ?? []
      if (delivery === undefined || delivery.attempts > 1) return delivery !== undefined
      if (delivery.nextAttemptAt !== null) yield* TestClock.adjust("1 second")
      return false
    })
  )
})

describe("Testing.receiveWebhooks", () => {
  it.effect("returns events one after another, of any or one type, whether the event or the call came first", () =>
    Effect.gen(function* () {
      const webhooks = yield* Testing.receiveWebhooks()
      const server = yield* Server
      const waiting = yield* Effect.forkChild(webhooks.next())
      const team = yield* server.allTeams.create({ displayName: "Orchard" })
      const first = yield* Fiber.join(waiting)
      assert.strictEqual(first.type === "team.created" && first.data.displayName, "Orchard")
      const user = yield* server.users.create({ primaryEmail: "ada@example.com" })
      yield* server.allTeams.addUser(team.id, user.id)
      const joined = yield* webhooks.next({ type: "team_membership.created" })
      assert.deepStrictEqual(joined.data, { teamId: team.id, userId: user.id })
      assert.strictEqual((yield* webhooks.next({ type: "user.created" })).data.id, user.id)
    }).pipe(Effect.provide(Testing.layer()))
  )

  for (const failure of [500, 400, 302]) {
    it.effect.skipIf(isOverNetwork)(
      `calls the application's handler, and again when it responds with ${failure}`,
      () => {
        const handled: Array<string> = []
        return Effect.gen(function* () {
          const webhooks = yield* Testing.receiveWebhooks((secret) => (request) => {
            handled.push(
              `${secret.slice(0, 6)} ${new URL(request.url).host} ${request.headers.get("svix-id")?.slice(0, 4)}`
            )
            return new Response(null, { status: handled.length === 1 ? failure : 204 })
          })
          const event = yield* Effect.forkChild(webhooks.next({ type: "user.created", within: "1 minute" }))
          yield* (yield* Server).users.create({ displayName: "Ada" })
          yield* secondAttempt
          assert.strictEqual((yield* Fiber.join(event)).data.displayName, "Ada")
          assert.deepStrictEqual(
            handled,
            Array.from({ length: 2 }, () => "whsec_ webhooks.test msg_")
          )
        }).pipe(Effect.provide(Testing.layer()))
      }
    )
  }

  it.effect.skipIf(isOverNetwork)("calls the handler again when it has thrown, and fails with what it threw", () => {
    let calls = 0
    return Effect.gen(function* () {
      const webhooks = yield* Testing.receiveWebhooks(() => async ({ headers }) => {
        calls++
        throw new Error(`no database for ${headers.get("svix-id")?.slice(0, 4)}`)
      })
      const missing = yield* Effect.forkChild(Effect.flip(webhooks.next({ type: "user.created", within: "1 minute" })))
      const other = yield* Effect.forkChild(Effect.flip(webhooks.next({ type: "user.deleted", within: "1 minute" })))
      yield* (yield* Server).users.create({ displayName: "Ada" })
      yield* secondAttempt
      yield* TestClock.adjust("1 minute")
      const { cause, message } = yield* Fiber.join(missing)
      assert.instanceOf(cause, Error)
      assert.strictEqual(
        message,
        "No webhook user.created arrived within 60000 ms. The handler threw: Error: no database for msg_"
      )
      assert.isUndefined((yield* Fiber.join(other)).cause)
    }).pipe(Effect.provide(Testing.layer()))
  })

  it.effect.skipIf(isOverNetwork)(
    "does not fail with what the handler threw for an event that it accepted later",
    () => {
      let calls = 0
      return Effect.gen(function* () {
        const webhooks = yield* Testing.receiveWebhooks(() => () => {
          if (calls++ === 0) throw new Error("no database")
          return new Response(null, { status: 204 })
        })
        const event = yield* Effect.forkChild(webhooks.next({ type: "user.created", within: "1 minute" }))
        yield* (yield* Server).users.create({ displayName: "Ada" })
        yield* secondAttempt
        assert.strictEqual((yield* Fiber.join(event)).data.displayName, "Ada")
        const missing = yield* Effect.forkChild(
          Effect.flip(webhooks.next({ type: "user.created", within: "4 seconds" }))
        )
        yield* TestClock.adjust("4 seconds")
        const { cause, message } = yield* Fiber.join(missing)
        assert.isUndefined(cause)
        assert.strictEqual(message, "No webhook user.created arrived within 4000 ms.")
      }).pipe(Effect.provide(Testing.layer()))
    }
  )

  it.effect("times out as requested", () =>
    Effect.gen(function* () {
      const webhooks = yield* Testing.receiveWebhooks()
      const missing = yield* Effect.forkChild(Effect.flip(webhooks.next({ type: "user.deleted", within: "4 seconds" })))
      yield* TestClock.adjust("4 seconds")
      const { message } = yield* Fiber.join(missing)
      assert.strictEqual(message, "No webhook user.deleted arrived within 4000 ms.")
    }).pipe(Effect.provide(Testing.layer()))
  )
})
