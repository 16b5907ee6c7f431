/** The SQL of passwords. Only their hashes are ever here. */
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { wire } from "../../core/schema/wire.ts"
import { rowsOf, run } from "../sql/rows.ts"

export class PasswordStore extends Context.Service<PasswordStore, {
  /** The hash, or `null` when the user has no password. */
  readonly hashOf: (userId: string) => Effect.Effect<string | null>
  /** When they got it, in epoch milliseconds, or `null`. */
  readonly changedAt: (userId: string) => Effect.Effect<number | null>
  readonly set: (userId: string, hash: string, now: number) => Effect.Effect<void>
  /** Writes the same password in another way, unless it was changed meanwhile. */
  readonly rewrite: (userId: string, before: string, after: string) => Effect.Effect<void>
  readonly remove: (userId: string) => Effect.Effect<void>
}>()("keystile/service/PasswordStore") {}

const passwords = rowsOf(wire({ hash: Schema.String }))
const changes = rowsOf(wire({ changedAt: Schema.Int }))

export const layer: Layer.Layer<PasswordStore, never, SqlClient.SqlClient> = Layer.effect(
  PasswordStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    return PasswordStore.of({
      hashOf: (userId) =>
        Effect.map(
          passwords.first(sql`SELECT hash FROM passwords WHERE user_id = ${userId}`),
          (row) => row === null ? null : row.hash
        ),
      changedAt: (userId) =>
        Effect.map(
          changes.first(sql`SELECT changed_at FROM passwords WHERE user_id = ${userId}`),
          (row) => row === null ? null : row.changedAt
        ),
      set: (userId, hash, now) =>
        run(sql`
          INSERT INTO passwords (user_id, hash, changed_at) VALUES (${userId}, ${hash}, ${now})
          ON CONFLICT (user_id) DO UPDATE SET hash = excluded.hash, changed_at = excluded.changed_at`),
      rewrite: (userId, before, after) =>
        run(sql`UPDATE passwords SET hash = ${after} WHERE user_id = ${userId} AND hash = ${before}`),
      remove: (userId) => run(sql`DELETE FROM passwords WHERE user_id = ${userId}`)
    })
  })
)
