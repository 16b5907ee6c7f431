/** The SQL of webhook targets. Their secrets are encrypted. */
import { Context, Effect, Layer, type Redacted, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Millis } from "../../core/schema/fields/millis.ts"
import { wire } from "../../core/schema/wire.ts"
import { encryptedColumns } from "../crypto/secrets/encrypted-columns.ts"
import { Encryption } from "../crypto/secrets/encryption.ts"
import { EncryptedText } from "../schema/encrypted-text.ts"
import { exists, rowsOf, run, runUnlessTaken, type Taken } from "../sql/rows.ts"

const TargetRow = wire({
  id: Schema.String,
  projectId: Schema.String,
  url: Schema.String,
  secret: EncryptedText,
  createdAt: Millis
})
export type TargetRecord = Omit<typeof TargetRow.Type, "secret"> & { readonly secret: Redacted.Redacted<string> }

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

const targets = rowsOf(TargetRow)

export const layer: Layer.Layer<TargetStore, never, Encryption | SqlClient.SqlClient> = Layer.effect(
  TargetStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { decrypt, encrypt } = yield* Encryption
    const opened = (row: typeof TargetRow.Type): TargetRecord => ({
      ...row,
      secret: decrypt(encryptedColumns.webhookSecret, [row.id], row.secret)
    })
    return TargetStore.of({
      list: (projectId) =>
        Effect.map(
          targets.all(sql`SELECT * FROM webhook_targets WHERE project_id = ${projectId} ORDER BY created_at, id`),
          (rows) => rows.map(opened)
        ),
      findByUrl: (projectId, url) =>
        Effect.map(
          targets.first(sql`SELECT * FROM webhook_targets WHERE project_id = ${projectId} AND url = ${url}`),
          (row) => (row === null ? null : opened(row))
        ),
      insert: (target) =>
        runUnlessTaken(sql`
          INSERT INTO webhook_targets (id, project_id, url, secret, created_at)
          VALUES (
            ${target.id}, ${target.projectId}, ${target.url},
            ${encrypt(encryptedColumns.webhookSecret, [target.id], target.secret)}, ${target.createdAt.getTime()}
          )`),
      setSecret: (id, secret) =>
        run(sql`
          UPDATE webhook_targets SET secret = ${encrypt(encryptedColumns.webhookSecret, [id], secret)}
          WHERE id = ${id}`),
      remove: (projectId, id) =>
        exists(sql`DELETE FROM webhook_targets WHERE project_id = ${projectId} AND id = ${id} RETURNING id`)
    })
  })
)
