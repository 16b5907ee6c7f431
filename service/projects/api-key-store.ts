/** The SQL of API keys. All are stored as hashes; those of a project's initial set stay readable besides. */
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { wire } from "../../core/schema/wire.ts"
import { hashOpaqueToken } from "../crypto/opaque-token.ts"
import { KeyKind } from "../records/project.ts"
import { exists, rowsOf, run } from "../sql/rows.ts"

/** The keys of a project which anybody with the database may read. */
export type InitialKeys = Readonly<Record<KeyKind, string>>

export interface InitialKeySet {
  readonly id: string
  readonly projectId: string
  readonly keys: InitialKeys
  readonly createdAt: number
  readonly expiresAt: number
}

export class ApiKeyStore extends Context.Service<ApiKeyStore, {
  /** Whether this is a key of the project that is neither revoked nor expired at the given time. */
  readonly isValid: (projectId: string, kind: KeyKind, key: string, now: number) => Effect.Effect<boolean>
  readonly initialKeys: (projectId: string) => Effect.Effect<Partial<InitialKeys>>
  /** Replaces the initial keys of a project. */
  readonly saveInitial: (set: InitialKeySet) => Effect.Effect<void>
}>()("keystile/service/ApiKeyStore") {}

const readable = rowsOf(wire({ kind: KeyKind, plain: Schema.String }))

export const layer: Layer.Layer<ApiKeyStore, never, SqlClient.SqlClient> = Layer.effect(
  ApiKeyStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
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
            SELECT kind, plain
            FROM api_keys JOIN api_key_sets ON api_key_sets.id = api_keys.key_set_id
            WHERE api_key_sets.project_id = ${projectId} AND api_key_sets.is_initial = 1 AND plain IS NOT NULL`),
          (rows) => Object.fromEntries(rows.map(({ kind, plain }) => [kind, plain]))
        ),
      saveInitial: Effect.fnUntraced(function*(set) {
        yield* run(sql`DELETE FROM api_key_sets WHERE project_id = ${set.projectId} AND is_initial = 1`)
        yield* run(sql`
          INSERT INTO api_key_sets (id, project_id, description, is_initial, created_at, expires_at, revoked_at)
          VALUES (${set.id}, ${set.projectId}, 'Initial keys', 1, ${set.createdAt}, ${set.expiresAt}, NULL)`)
        for (const kind of KeyKind.literals) {
          const key = set.keys[kind]
          yield* run(sql`
            INSERT INTO api_keys (key_set_id, kind, hash, plain, last_four)
            VALUES (${set.id}, ${kind}, ${hashOpaqueToken(key)}, ${key}, ${key.slice(-4)})`)
        }
      })
    })
  })
)
