/** Stores the hashes of passwords. */
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { wire } from "../../../core/schema/wire.ts"
import { rowsOf, run } from "../../sql/rows.ts"

const Candidate = wire({
  userId: Schema.String,
  displayName: Schema.NullOr(Schema.String),
  /** `null` for a user without a password. */
  hash: Schema.NullOr(Schema.String),
  /** The time at which the password was set, in epoch milliseconds; `null` without one. */
  changedAt: Schema.NullOr(Schema.Int)
})
/** A user with the fields for the check of a password. */
type Candidate = typeof Candidate.Type

export class PasswordStore extends Context.Service<
  PasswordStore,
  {
    /** Returns the hash; `null` if the user has no password. */
    readonly hashOf: (userId: string) => Effect.Effect<string | null>
    /**
     * Returns the user with this id, or else the one with the next id in the project; `null` after the last. With an id
     * from `decoyUserId` it selects the decoy user for an unknown address.
     */
    readonly findNext: (projectId: string, id: string) => Effect.Effect<Candidate | null>
    /** Returns the time when the password was set, in epoch milliseconds; `null` if the user has none. */
    readonly changedAt: (userId: string) => Effect.Effect<number | null>
    readonly set: (userId: string, hash: string, now: number) => Effect.Effect<void>
    /** Replaces the hash of an unchanged password. No effect if the password was changed meanwhile. */
    readonly rewrite: (userId: string, before: string, after: string) => Effect.Effect<void>
    readonly remove: (userId: string) => Effect.Effect<void>
  }
>()("keystile/service/PasswordStore") {}

const candidates = rowsOf(Candidate)
const passwords = rowsOf(wire({ hash: Schema.String }))
const changes = rowsOf(wire({ changedAt: Schema.Int }))

export const layer: Layer.Layer<PasswordStore, never, SqlClient.SqlClient> = Layer.effect(
  PasswordStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    return PasswordStore.of({
      hashOf: (userId) =>
        Effect.map(passwords.first(sql`SELECT hash FROM passwords WHERE user_id = ${userId}`), (row) =>
          row === null ? null : row.hash
        ),
      // The user is selected before the join: for a LIMIT after it PostgreSQL may choose a merge join, which reads all
      // passwords from the first id to this one.
      findNext: (projectId, id) =>
        candidates.first(sql`
          SELECT next.id AS user_id, next.display_name, passwords.hash, passwords.changed_at
          FROM (
            SELECT id, display_name FROM users WHERE project_id = ${projectId} AND id >= ${id} ORDER BY id LIMIT 1
          ) AS next LEFT JOIN passwords ON passwords.user_id = next.id`),
      changedAt: (userId) =>
        Effect.map(changes.first(sql`SELECT changed_at FROM passwords WHERE user_id = ${userId}`), (row) =>
          row === null ? null : row.changedAt
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
