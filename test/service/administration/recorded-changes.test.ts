/** The changes of commands run in transactions, to which `auditCommand` adds the entry of the audit log. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import * as MailAdministration from "../../../service/administration/mail-administration.ts"
import * as WebhookAdministration from "../../../service/administration/webhook-administration.ts"
import { KeyRing, layer as keyRing } from "../../../service/crypto/key-ring.ts"
import * as OutgoingMailStore from "../../../service/mail/outbox/outgoing-mail-store.ts"
import { SharedMail } from "../../../service/mail/shared-mail.ts"
import { blankProject } from "../../../service/resources/projects/new-project.ts"
import * as ProjectStore from "../../../service/resources/projects/project-store.ts"
import { EveryTransaction } from "../../../service/sql/commit-hooks.ts"
import { layerDatabase } from "../database-layer.ts"
import { PROJECT_ID } from "../fixture.ts"

const layer = Layer.mergeAll(
  MailAdministration.layer,
  WebhookAdministration.layer(true),
  keyRing(600),
  OutgoingMailStore.layer,
  ProjectStore.layer
).pipe(
  Layer.provide(Layer.succeed(SharedMail, { address: "auth@example.com", server: null })),
  Layer.provideMerge(layerDatabase())
)

/** Returns the number of transactions of a command, except nested ones. */
const transactionsOf = Effect.fnUntraced(function* <A, E, R>(command: Effect.Effect<A, E, R>) {
  let count = 0
  yield* Effect.provideService(
    command,
    EveryTransaction,
    Effect.sync(() => void count++)
  )
  return count
})

const withProject = Effect.flatMap(ProjectStore.ProjectStore, (projects) =>
  projects.insert(blankProject(PROJECT_ID, 0))
)

describe("the change of a command", () => {
  it.effect("that rotates a signing key runs in a transaction", () =>
    Effect.gen(function* () {
      yield* withProject
      const ring = yield* KeyRing
      assert.strictEqual(yield* transactionsOf(ring.rotate(PROJECT_ID)), 1)
      assert.strictEqual(yield* transactionsOf(ring.replace(PROJECT_ID)), 1)
    }).pipe(Effect.provide(layer))
  )

  it.effect("that adds or removes a webhook target runs in a transaction", () =>
    Effect.gen(function* () {
      yield* withProject
      const webhooks = yield* WebhookAdministration.WebhookAdministration
      const add = webhooks.addTarget(PROJECT_ID, { url: "http://localhost:1234/", secret: undefined })
      assert.strictEqual(yield* transactionsOf(add), 1)
      const [target = assert.fail("There is no target")] = yield* webhooks.listTargets(PROJECT_ID)
      assert.strictEqual(yield* transactionsOf(webhooks.removeTarget(PROJECT_ID, target.id)), 1)
      assert.lengthOf(yield* webhooks.listTargets(PROJECT_ID), 0)
    }).pipe(Effect.provide(layer))
  )

  it.effect("that sends a mail again runs in a transaction", () =>
    Effect.gen(function* () {
      yield* withProject
      const id = "00000000-0000-4000-8000-000000000000"
      const sql = yield* SqlClient.SqlClient
      yield* (yield* OutgoingMailStore.OutgoingMailStore).insert({
        id,
        projectId: PROJECT_ID,
        type: "password_reset",
        recipient: "ada@example.com",
        messageId: "<a@example.com>",
        content: "{}",
        createdAt: 0,
        expiresAt: 60_000
      })
      yield* sql`UPDATE outgoing_mails SET state = 'failed', finished_at = 0`
      const mails = yield* MailAdministration.MailAdministration
      assert.strictEqual(yield* transactionsOf(mails.sendAgain(id)), 1)
      assert.strictEqual((yield* mails.find(id)).mail.state, "pending")
    }).pipe(Effect.provide(layer))
  )
})
