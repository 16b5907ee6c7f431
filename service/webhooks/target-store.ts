/** The SQL of webhook targets. */
import { Context, Effect, Layer, Redacted, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Millis } from "../../core/schema/fields/millis.ts"
import { Secret } from "../../core/schema/fields/secret.ts"
import { wire } from "../../core/schema/wire.ts"
import { exists, rowsOf, run, runUnlessTaken, type Taken } from "../sql/rows.ts"

const TargetRecord = wire({
  id: Schema.String,
  projectId: Schema.String,
  url: Schema.String,
  secret: Secret,
  createdAt: Millis
})
export type TargetRecord = typeof TargetRecord.Type

export class TargetStore extends Context.Service<
  TargetStore,
  {
    /** Lists targets, the oldest first. */
    readonly list: (projectId: string) => Effect.Effect<ReadonlyArray<TargetRecord>>
    readonly findByUrl: (projectId: string, url: string) => Effect.Effect<TargetRecord | null>
    /** Fails with `Taken` if the project already has the URL. */
    readonly insert: (target: TargetRecord) => Effect.Effect<void, Taken>
    readonly setSecret: (id: string, secret: Redacted.Redacted<string>) => Effect.Effect<void>
    /** Deletes a target and its deliveries. Returns whether it existed. */
    readonly remove: (projectId: string, id: string) => Effect.Effect<boolean>
  }
>()("keystile/service/WebhookTargetStore") {}

const targets = rowsOf(TargetRecord)

export const layer: Layer.Layer<TargetStore, never, SqlClient.SqlClient> = Layer.effect(
  TargetStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    return TargetStore.of({
      list: (projectId) =>
        targets.all(sql`SELECT * FROM webhook_targets WHERE project_id = ${projectId} ORDER BY created_at, id`),
      findByUrl: (projectId, url) =>
        targets.first(sql`SELECT * FROM webhook_targets WHERE project_id = ${projectId} AND url = ${url}`),
      insert: (target) =>
        runUnlessTaken(sql`
          INSERT INTO webhook_targets (id, project_id, url, secret, created_at)
          VALUES (
            ${target.id}, ${target.projectId}, ${target.url}, ${Redacted.value(target.secret)},
            ${target.createdAt.getTime()}
          )`),
      setSecret: (id, secret) =>
        run(sql`UPDATE webhook_targets SET secret = ${Redacted.value(secret)} WHERE id = ${id}`),
      remove: (projectId, id) =>
        exists(sql`DELETE FROM webhook_targets WHERE project_id = ${projectId} AND id = ${id} RETURNING id`)
    })
  })
)
