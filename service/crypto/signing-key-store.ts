/** Stores the signing keys that replaced the derived key of a project. Their secrets are encrypted. */
import { Clock, Context, Effect, Layer, type Redacted, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { wire } from "../../core/schema/wire.ts"
import { EncryptedText } from "../schema/encrypted-text.ts"
import { rowsOf, run } from "../sql/rows.ts"
import { encryptedColumns } from "./secrets/encrypted-columns.ts"
import { Encryption } from "./secrets/encryption.ts"

interface StoredSigningKey {
  readonly id: string
  readonly projectId: string
  readonly secret: Redacted.Redacted<string>
  /** The time from which it signs, in epoch milliseconds. Until then it is only published. */
  readonly signsFrom: number
}

export class SigningKeyStore extends Context.Service<
  SigningKeyStore,
  {
    /** Lists the keys of a project in the order in which they sign. */
    readonly list: (projectId: string) => Effect.Effect<ReadonlyArray<StoredSigningKey>>
    /** Lists the ids of the keys of all projects. */
    readonly listIds: Effect.Effect<ReadonlyArray<Pick<StoredSigningKey, "id" | "projectId">>>
    readonly insert: (key: StoredSigningKey) => Effect.Effect<void>
    readonly removeAll: (projectId: string) => Effect.Effect<void>
  }
>()("keystile/service/SigningKeyStore") {}

const keys = rowsOf(wire({ id: Schema.String, projectId: Schema.String, secret: EncryptedText, signsFrom: Schema.Int }))
const ids = rowsOf(wire({ id: Schema.String, projectId: Schema.String }))

export const layer: Layer.Layer<SigningKeyStore, never, Encryption | SqlClient.SqlClient> = Layer.effect(
  SigningKeyStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { decrypt, encrypt } = yield* Encryption
    return SigningKeyStore.of({
      list: (projectId) =>
        Effect.map(
          keys.all(sql`
            SELECT id, project_id, secret, signs_from FROM signing_keys
            WHERE project_id = ${projectId} ORDER BY signs_from, id`),
          (rows) => rows.map((row) => ({ ...row, secret: decrypt(encryptedColumns.signingKey, [row.id], row.secret) }))
        ),
      listIds: ids.all(sql`SELECT id, project_id FROM signing_keys`),
      insert: Effect.fnUntraced(function* ({ id, projectId, secret, signsFrom }) {
        const encrypted = encrypt(encryptedColumns.signingKey, [id], secret)
        yield* run(sql`
          INSERT INTO signing_keys (id, project_id, secret, created_at, signs_from)
          VALUES (${id}, ${projectId}, ${encrypted}, ${yield* Clock.currentTimeMillis}, ${signsFrom})`)
      }),
      removeAll: (projectId) => run(sql`DELETE FROM signing_keys WHERE project_id = ${projectId}`)
    })
  })
)
