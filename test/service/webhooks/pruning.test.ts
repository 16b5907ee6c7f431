/** The deletion of old webhook messages. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { blankProject } from "../../../service/resources/projects/new-project.ts"
import * as ProjectStore from "../../../service/resources/projects/project-store.ts"
import * as Database from "../../../service/sql/database.ts"
import { fairShare } from "../../../service/webhooks/fair-share.ts"
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
      assert.deepStrictEqual(times.slice(0, 3), [1, 203, 204])
      assert.strictEqual(times.length, 5001)
      yield* messages.prune
      assert.strictEqual((yield* sql`SELECT id FROM webhook_messages`).length, 5001)
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
      assert.deepStrictEqual(kept, [{ id: "4" }, { id: "5" }])
    }).pipe(
      Effect.provide(
        Layer.mergeAll(ProjectStore.layer, MessageStore.layerWith({ messages: 5000, bytes: 900 })).pipe(
          Layer.provideMerge(Database.layer(Database.MEMORY))
        )
      )
    )
  )

  it.effect("are deleted from the projects with the most of them, and those of others are kept", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const messages = yield* MessageStore.MessageStore
      const add = Effect.fnUntraced(function* (projectId: string, lengths: ReadonlyArray<number>) {
        yield* (yield* ProjectStore.ProjectStore).insert(blankProject(projectId, 0))
        for (const [index, length] of lengths.entries()) {
          const payload = "x".repeat(length)
          const id = `${projectId} ${index}`
          yield* messages.insert({ id, projectId, type: "t", payload, createdAt: createdAt++, targetIds: [] })
        }
      })
      const idsOf = (projectId: string, from: number, to: number) =>
        Array.from({ length: to - from }, (_, index) => `${projectId} ${from + index}`)
      let createdAt = 1
      yield* add("few", [10, 10, 10])
      yield* add("long", [300, 300, 300, 300])
      yield* add(
        "many",
        Array.from({ length: 100 }, () => 1)
      )
      yield* messages.prune
      const kept = yield* sql<{ readonly id: string }>`SELECT id FROM webhook_messages ORDER BY created_at`
      assert.deepStrictEqual(
        kept.map(({ id }) => id),
        // Of the 20 messages and 1000 bytes, those of a project up to its share.
        [...idsOf("few", 0, 3), ...idsOf("long", 1, 4), ...idsOf("many", 87, 100)]
      )
    }).pipe(
      Effect.provide(
        Layer.mergeAll(ProjectStore.layer, MessageStore.layerWith({ messages: 20, bytes: 1000 })).pipe(
          Layer.provideMerge(Database.layer(Database.MEMORY))
        )
      )
    )
  )
})

describe("the share of a capacity", () => {
  it("is all of it while it is not exceeded, and else what is left by those with less", () => {
    assert.strictEqual(fairShare([], 100), 100)
    assert.strictEqual(fairShare([30, 70], 100), 100)
    assert.strictEqual(fairShare([500], 100), 100)
    assert.strictEqual(fairShare([500, 10], 100), 90)
    assert.strictEqual(fairShare([500, 10, 400, 40], 100), 30)
    assert.strictEqual(fairShare([500, 10, 400, 20], 100), 35)
  })
})
