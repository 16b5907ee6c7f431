/** The deletion of old webhook messages. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { blankProject } from "../../../service/resources/projects/new-project.ts"
import * as ProjectStore from "../../../service/resources/projects/project-store.ts"
import * as Database from "../../../service/sql/database.ts"
import * as MessageStore from "../../../service/webhooks/message-store.ts"
import { PROJECT_ID } from "../fixture.ts"

const stores = Layer.mergeAll(ProjectStore.layer, MessageStore.layer).pipe(
  Layer.provideMerge(Database.layer(Database.MEMORY))
)

const Times = Schema.Array(Schema.Struct({ created_at: Schema.Finite }))

describe("old webhook messages", () => {
  it.effect("are deleted beyond the newest 5,000, except for those with pending deliveries", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const messages = yield* MessageStore.MessageStore
      yield* (yield* ProjectStore.ProjectStore).insert(blankProject(PROJECT_ID, 0))
      yield* sql`
        INSERT INTO webhook_targets (id, project_id, url, secret, created_at)
        VALUES ('target', ${PROJECT_ID}, 'https://hooks.example', 'secret', 0)`
      // This message has a pending delivery.
      yield* messages.insert({
        id: "pending",
        projectId: PROJECT_ID,
        type: "t",
        payload: "{}",
        createdAt: 1,
        targetIds: ["target"]
      })
      yield* sql`
        WITH RECURSIVE numbers (n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM numbers WHERE n < 5202)
        INSERT INTO webhook_messages (id, project_id, type, payload, created_at)
        SELECT 'message-' || n, ${PROJECT_ID}, 't', '{}', n FROM numbers`
      yield* messages.prune
      const kept = yield* Schema.decodeUnknownEffect(Times)(
        yield* sql`SELECT created_at FROM webhook_messages ORDER BY created_at`
      )
      const times = kept.map((row) => row.created_at)
      assert.deepStrictEqual(times.slice(0, 3), [1, 202, 203])
      assert.strictEqual(times.length, 5002)
      yield* messages.prune
      assert.strictEqual((yield* sql`SELECT id FROM webhook_messages`).length, 5002)
    }).pipe(Effect.provide(stores))
  )

  it.effect("are deleted beyond the newest ones of a number of bytes", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const messages = yield* MessageStore.MessageStore
      yield* (yield* ProjectStore.ProjectStore).insert(blankProject(PROJECT_ID, 0))
      for (const [createdAt, length] of [10, 100, 10, 500, 10, 400].entries()) {
        const payload = "x".repeat(length)
        yield* messages.insert({
          id: `${createdAt}`,
          projectId: PROJECT_ID,
          type: "t",
          payload,
          createdAt,
          targetIds: []
        })
      }
      yield* messages.prune
      const kept = yield* sql`SELECT id FROM webhook_messages ORDER BY created_at`
      // The oldest one that is kept may exceed the limit.
      assert.deepStrictEqual(kept, [{ id: "3" }, { id: "4" }, { id: "5" }])
    }).pipe(
      Effect.provide(
        Layer.mergeAll(ProjectStore.layer, MessageStore.layerWith({ messages: 5000, bytes: 900 })).pipe(
          Layer.provideMerge(Database.layer(Database.MEMORY))
        )
      )
    )
  )
})
