/** The SQL of webhook targets. Their secrets are encrypted. */
import { Context, Effect, Layer, type Redacted, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Millis } from "../../core/schema/fields/millis.ts"
import { wire } from "../../core/schema/wire.ts"
import { encryptedColumns } from "../crypto/secrets/encrypted-columns.ts"
import { type CannotDecrypt, Encryption, tryDecrypt } from "../crypto/secrets/encryption.ts"
import { EncryptedText } from "../schema/encrypted-text.ts"
import { exists, rowsOf, run, runUnlessTaken, type UniqueViolation } from "../sql/rows.ts"

const TargetRow = wire({
  id: Schema.String,
  projectId: Schema.String,
  url: Schema.String,
  description: Schema.String,
  /** The types of events that it receives; `null` for all. */
  eventTypes: Schema.NullOr(Schema.fromJsonString(Schema.Array(Schema.String))),
  /** The time until which the previous secret signs, too; `null` without one. */
  previousSecretExpiresAt: Schema.NullOr(Millis),
  createdAt: Millis
})
/** A target without its secret, which is encrypted. */
export type TargetRecord = typeof TargetRow.Type

/** A target that is added. */
export type NewTargetRecord = TargetRecord & { readonly secret: Redacted.Redacted<string> }

/** A secret that signs beside its successor. */
interface PreviousSecret {
  readonly secret: Redacted.Redacted<string>
  /** Epoch milliseconds. */
  readonly expiresAt: number
}

const TargetHealth = wire({
  targetId: Schema.String,
  failedDeliveries: Schema.Int,
  attemptedAt: Schema.NullOr(Millis),
  status: Schema.NullOr(Schema.Int),
  problem: Schema.NullOr(Schema.String)
})
/** The failed deliveries of a target, and its last attempt; the fields of the attempt are `null` without one. */
export type TargetHealth = typeof TargetHealth.Type

/** The fields of a target that a change sets. */
type TargetSettings = Pick<TargetRecord, "id" | "url" | "description" | "eventTypes">

export class TargetStore extends Context.Service<
  TargetStore,
  {
    /** Lists targets, the oldest first. */
    readonly list: (projectId: string) => Effect.Effect<ReadonlyArray<TargetRecord>>
    readonly find: (projectId: string, id: string) => Effect.Effect<TargetRecord | null>
    readonly findByUrl: (projectId: string, url: string) => Effect.Effect<TargetRecord | null>
    /** Returns the secret of a target. Dies without the target. */
    readonly secret: (id: string) => Effect.Effect<Redacted.Redacted<string>, CannotDecrypt>
    /** Returns how the deliveries to the targets of a project end. */
    readonly health: (projectId: string) => Effect.Effect<ReadonlyArray<TargetHealth>>
    /** Fails with `UniqueViolation` if the project already has the URL. */
    readonly insert: (target: NewTargetRecord) => Effect.Effect<void, UniqueViolation>
    /** Changes a target. Fails with `UniqueViolation` if another target of the project has the URL. */
    readonly update: (target: TargetSettings) => Effect.Effect<void, UniqueViolation>
    /** Replaces the secret, and that which signs beside it. */
    readonly setSecret: (
      id: string,
      secret: Redacted.Redacted<string>,
      previous: PreviousSecret | null
    ) => Effect.Effect<void>
    /** Deletes the previous secret. */
    readonly endPreviousSecret: (id: string) => Effect.Effect<void>
    /** Deletes a target and its deliveries. Returns whether it existed. */
    readonly remove: (projectId: string, id: string) => Effect.Effect<boolean>
  }
>()("keystile/service/WebhookTargetStore") {}

const targets = rowsOf(TargetRow)
const secrets = rowsOf(wire({ secret: EncryptedText }))
const healths = rowsOf(TargetHealth)

const jsonOf = (eventTypes: TargetRecord["eventTypes"]) => (eventTypes === null ? null : JSON.stringify(eventTypes))

export const layer: Layer.Layer<TargetStore, never, Encryption | SqlClient.SqlClient> = Layer.effect(
  TargetStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { decrypt, encrypt } = yield* Encryption
    return TargetStore.of({
      list: (projectId) =>
        targets.all(sql`SELECT * FROM webhook_targets WHERE project_id = ${projectId} ORDER BY created_at, id`),
      find: (projectId, id) =>
        targets.first(sql`SELECT * FROM webhook_targets WHERE project_id = ${projectId} AND id = ${id}`),
      health: (projectId) =>
        healths.all(sql`
          SELECT target.id AS target_id, last.attempted_at, last.status, last.problem,
            (
              SELECT count(*) FROM webhook_deliveries WHERE target_id = target.id AND state = 'failed'
            ) AS failed_deliveries
          FROM webhook_targets AS target LEFT JOIN webhook_attempts AS last ON last.id = (
            SELECT id FROM webhook_attempts WHERE target_id = target.id ORDER BY attempted_at DESC, rowid DESC LIMIT 1
          )
          WHERE target.project_id = ${projectId}`),
      findByUrl: (projectId, url) =>
        targets.first(sql`SELECT * FROM webhook_targets WHERE project_id = ${projectId} AND url = ${url}`),
      secret: (id) =>
        Effect.flatMap(secrets.first(sql`SELECT secret FROM webhook_targets WHERE id = ${id}`), (row) =>
          row === null
            ? Effect.die(`There is no target ${id}`)
            : tryDecrypt(() => decrypt(encryptedColumns.webhookSecret, [id], row.secret))
        ),
      insert: (target) =>
        runUnlessTaken(sql`
          INSERT INTO webhook_targets (id, project_id, url, description, event_types, secret, created_at)
          VALUES (
            ${target.id}, ${target.projectId}, ${target.url}, ${target.description}, ${jsonOf(target.eventTypes)},
            ${encrypt(encryptedColumns.webhookSecret, [target.id], target.secret)}, ${target.createdAt.getTime()}
          )`),
      update: ({ description, eventTypes, id, url }) =>
        runUnlessTaken(sql`
          UPDATE webhook_targets SET url = ${url}, description = ${description}, event_types = ${jsonOf(eventTypes)}
          WHERE id = ${id}`),
      setSecret: (id, secret, previous) =>
        run(sql`
          UPDATE webhook_targets SET
            secret = ${encrypt(encryptedColumns.webhookSecret, [id], secret)},
            previous_secret = ${previous && encrypt(encryptedColumns.previousWebhookSecret, [id], previous.secret)},
            previous_secret_expires_at = ${previous && previous.expiresAt}
          WHERE id = ${id}`),
      endPreviousSecret: (id) =>
        run(sql`
          UPDATE webhook_targets SET previous_secret = NULL, previous_secret_expires_at = NULL WHERE id = ${id}`),
      remove: (projectId, id) =>
        exists(sql`DELETE FROM webhook_targets WHERE project_id = ${projectId} AND id = ${id} RETURNING id`)
    })
  })
)
