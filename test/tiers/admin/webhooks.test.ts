/** The webhooks of a project in the admin tier. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import * as Admin from "../../../tiers/admin.ts"
import { NO_ID } from "../server/every-call.ts"
import { failureOf, withTiers } from "../server/fixture.ts"

const URL = "http://127.0.0.1:9/webhooks"
const SECRET = `whsec_${"A".repeat(32)}`

describe("the webhooks of a project", () => {
  it.effect("have targets, whose secrets are never printed", () =>
    Effect.gen(function* () {
      const { webhooks } = yield* Admin.Admin
      const made = yield* webhooks.createTarget({ url: URL, description: "Orders", eventTypes: ["user.created"] })
      assert.notInclude(JSON.stringify(made), Redacted.value(made.secret))
      const { secret: _, ...target } = made
      assert.deepStrictEqual(yield* webhooks.listTargets(), [target])
      const changed = yield* webhooks.updateTarget(made.id, { description: undefined, eventTypes: null })
      assert.deepStrictEqual(changed, { ...target, eventTypes: null })
      const rotated = yield* webhooks.rotateSecret(made.id)
      assert.notStrictEqual(Redacted.value(rotated.secret), Redacted.value(made.secret))
      const given = yield* webhooks.rotateSecret(made.id, Redacted.make(SECRET))
      assert.strictEqual(Redacted.value(given.secret), SECRET)
      assert.strictEqual(yield* failureOf(webhooks.createTarget({ url: URL })), "WebhookTargetAlreadyExists")
      yield* webhooks.deleteTarget(made.id)
      assert.strictEqual(yield* failureOf(webhooks.updateTarget(made.id, {})), "WebhookTargetNotFound")
      assert.strictEqual(yield* failureOf(webhooks.createTarget({ url: "ftp://a.example" })), "RequestError")
      const refused = yield* Effect.flip(webhooks.rotateSecret(NO_ID, "whsec_canary"))
      assert.strictEqual(refused._tag, "RequestError")
      assert.notInclude(`${JSON.stringify(refused)} ${refused.message}`, "canary")
    }).pipe(withTiers())
  )

  it.effect("have messages, which are sent again", () =>
    Effect.gen(function* () {
      const { users, webhooks } = yield* Admin.Admin
      const { id: targetId } = yield* webhooks.createTarget({ url: URL })
      const { id: userId } = yield* users.create({ displayName: "Kay" })
      const [listed] = yield* webhooks.listMessages({ targetId, limit: 1 })
      const id = listed?.id ?? ""
      const message = yield* webhooks.getMessage(id)
      assert.deepInclude(JSON.parse(message.payload), { type: "user.created" })
      assert.include(message.payload, userId)
      const again = yield* webhooks.sendAgain(id, { targetId, unlessAttemptedAfter: new Date(0) })
      assert.deepStrictEqual(
        again.deliveries.map((delivery) => delivery.targetId),
        [targetId]
      )
      assert.strictEqual(yield* failureOf(webhooks.getMessage("msg_none")), "WebhookMessageNotFound")
      assert.strictEqual(yield* failureOf(webhooks.sendAgain(id, { targetId: NO_ID })), "WebhookMessageNotFound")
    }).pipe(withTiers())
  )
})
