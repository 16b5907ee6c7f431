/** Stores API keys as hashes. The keys of a project's initial set are also stored encrypted. */
import { Context, Effect, Layer, Redacted, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Millis } from "../../../core/schema/fields/millis.ts"
import { wire } from "../../../core/schema/wire.ts"
import { hashOpaqueToken } from "../../crypto/opaque-token.ts"
import { encryptedColumns } from "../../crypto/secrets/encrypted-columns.ts"
import { Encryption } from "../../crypto/secrets/encryption.ts"
import { EncryptedText } from "../../schema/encrypted-text.ts"
import { KeyKind } from "../../sql/records/project-record.ts"
import { exists, rowsOf, run } from "../../sql/rows.ts"

/** The initial keys of a project, which can be read again. */
export type InitialKeys = Readonly<Record<KeyKind, string>>

interface InitialKeySet {
  readonly id: string
  readonly projectId: string
  readonly keys: InitialKeys
  readonly createdAt: number
  readonly expiresAt: number
}

/** A set of keys with the last four characters of each. Times are epoch milliseconds. */
const KeySetRecord = wire({
  id: Schema.String,
  description: Schema.String,
  createdAt: Millis,
  expiresAt: Millis,
  revokedAt: Schema.NullOr(Millis),
  publishableClientKey: Schema.NullOr(Schema.String),
  secretServerKey: Schema.NullOr(Schema.String),
  superSecretAdminKey: Schema.NullOr(Schema.String)
})
export type KeySetRecord = typeof KeySetRecord.Type

interface NewKeySet {
  readonly id: string
  readonly projectId: string
  readonly description: string
  /** The keys of the set, by kind. */
  readonly keys: Partial<InitialKeys>
  readonly createdAt: number
  readonly expiresAt: number
}

export class ApiKeyStore extends Context.Service<
  ApiKeyStore,
  {
    /** Returns whether the project has this key, neither revoked nor expired at the given time. */
    readonly isValid: (projectId: string, kind: KeyKind, key: string, now: number) => Effect.Effect<boolean>
    readonly initialKeys: (projectId: string) => Effect.Effect<Partial<InitialKeys>>
    /** Inserts a set. Only hashes of its keys are stored. */
    readonly insert: (set: NewKeySet) => Effect.Effect<void>
    /** Lists the sets of a project, the newest first. */
    readonly list: (projectId: string) => Effect.Effect<ReadonlyArray<KeySetRecord>>
    readonly find: (projectId: string, id: string) => Effect.Effect<KeySetRecord | null>
    /** Updates the mutable fields of a set. */
    readonly update: (projectId: string, set: KeySetRecord) => Effect.Effect<void>
    /** Replaces the initial keys of a project. */
    readonly saveInitial: (set: InitialKeySet) => Effect.Effect<void>
  }
>()("keystile/service/ApiKeyStore") {}

const keySets = rowsOf(KeySetRecord)
const readable = rowsOf(wire({ keySetId: Schema.String, kind: KeyKind, plain: EncryptedText }))

export const layer: Layer.Layer<ApiKeyStore, never, Encryption | SqlClient.SqlClient> = Layer.effect(
  ApiKeyStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { decrypt, encrypt } = yield* Encryption

    const insertKey = (setId: string, kind: KeyKind, key: string, readable: EncryptedText | null) =>
      run(sql`
        INSERT INTO api_keys (key_set_id, kind, hash, plain, last_four)
        VALUES (${setId}, ${kind}, ${hashOpaqueToken(key)}, ${readable}, ${key.slice(-4)})`)

    const selectKeySets = sql`
      SELECT
        api_key_sets.id, description, created_at, expires_at, revoked_at,
        max(CASE WHEN kind = 'publishable_client_key' THEN last_four END) AS publishable_client_key,
        max(CASE WHEN kind = 'secret_server_key' THEN last_four END) AS secret_server_key,
        max(CASE WHEN kind = 'super_secret_admin_key' THEN last_four END) AS super_secret_admin_key
      FROM api_key_sets LEFT JOIN api_keys ON api_keys.key_set_id = api_key_sets.id`

    return ApiKeyStore.of({
      isValid: (projectId, kind, key, now) =>
        exists(sql`
          SELECT 1
          FROM api_keys JOIN api_key_sets ON api_key_sets.id = api_keys.key_set_id
          WHERE api_keys.hash = ${hashOpaqueToken(key)}
            AND api_keys.kind = ${kind}
            AND api_key_sets.project_id = ${projectId}
            AND api_key_sets.revoked_at IS NULL
            AND api_key_sets.expires_at > ${now}`),
      initialKeys: (projectId) =>
        Effect.map(
          readable.all(sql`
            SELECT key_set_id, kind, plain
            FROM api_keys JOIN api_key_sets ON api_key_sets.id = api_keys.key_set_id
            WHERE api_key_sets.project_id = ${projectId} AND api_key_sets.is_initial = 1 AND plain IS NOT NULL`),
          (rows) =>
            Object.fromEntries(
              rows.map(({ keySetId, kind, plain }) => [
                kind,
                Redacted.value(decrypt(encryptedColumns.initialApiKey, [keySetId, kind], plain))
              ])
            )
        ),
      saveInitial: Effect.fnUntraced(function* (set) {
        yield* run(sql`DELETE FROM api_key_sets WHERE project_id = ${set.projectId} AND is_initial = 1`)
        yield* run(sql`
          INSERT INTO api_key_sets (id, project_id, description, is_initial, created_at, expires_at, revoked_at)
          VALUES (${set.id}, ${set.projectId}, 'Initial keys', 1, ${set.createdAt}, ${set.expiresAt}, NULL)`)
        for (const kind of KeyKind.literals) {
          const key = set.keys[kind]
          const readable = encrypt(encryptedColumns.initialApiKey, [set.id, kind], Redacted.make(key))
          yield* insertKey(set.id, kind, key, readable)
        }
      }),
      insert: Effect.fnUntraced(function* (set) {
        yield* run(sql`
          INSERT INTO api_key_sets (id, project_id, description, is_initial, created_at, expires_at, revoked_at)
          VALUES (${set.id}, ${set.projectId}, ${set.description}, 0, ${set.createdAt}, ${set.expiresAt}, NULL)`)
        for (const kind of KeyKind.literals) {
          const key = set.keys[kind]
          if (key !== undefined) yield* insertKey(set.id, kind, key, null)
        }
      }),
      list: (projectId) =>
        keySets.all(sql`
          ${selectKeySets}
          WHERE project_id = ${projectId}
          GROUP BY api_key_sets.id
          ORDER BY created_at DESC, api_key_sets.id`),
      find: (projectId, id) =>
        keySets.first(sql`
          ${selectKeySets}
          WHERE project_id = ${projectId} AND api_key_sets.id = ${id}
          GROUP BY api_key_sets.id`),
      update: (projectId, set) =>
        run(sql`
          UPDATE api_key_sets SET description = ${set.description}, revoked_at = ${set.revokedAt?.getTime() ?? null}
          WHERE project_id = ${projectId} AND id = ${set.id}`)
    })
  })
)
