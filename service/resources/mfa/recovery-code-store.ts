/** Stores the recovery codes of the second factor, as hashes. */
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { RecoveryCodesState } from "../../../core/schema/recovery-codes.ts"
import { wire } from "../../../core/schema/wire.ts"
import { exists, rowsOf, run } from "../../sql/rows.ts"

interface NewRecoveryCode {
  /** The start of the code, which is unique among the codes of a user. */
  readonly selector: string
  /** The hash of the whole code. */
  readonly hash: string
}

export class RecoveryCodeStore extends Context.Service<
  RecoveryCodeStore,
  {
    readonly stateOf: (userId: string) => Effect.Effect<RecoveryCodesState>
    /** Returns the hash of an unused code. */
    readonly findHash: (userId: string, selector: string) => Effect.Effect<string | null>
    /** Replaces all codes of a user. `now` is in epoch milliseconds. */
    readonly replace: (userId: string, codes: ReadonlyArray<NewRecoveryCode>, now: number) => Effect.Effect<void>
    /** Records the use of a code. Returns false if it was used before or does not exist. */
    readonly use: (userId: string, selector: string, now: number) => Effect.Effect<boolean>
    readonly removeAll: (userId: string) => Effect.Effect<void>
  }
>()("keystile/service/RecoveryCodeStore") {}

const hashes = rowsOf(wire({ hash: Schema.String }))
const states = rowsOf(RecoveryCodesState)

const none: RecoveryCodesState = { remaining: 0, createdAt: null, lastUsedAt: null }

export const layer: Layer.Layer<RecoveryCodeStore, never, SqlClient.SqlClient> = Layer.effect(
  RecoveryCodeStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const removeAll = (userId: string) => run(sql`DELETE FROM recovery_codes WHERE user_id = ${userId}`)
    return RecoveryCodeStore.of({
      stateOf: (userId) =>
        Effect.map(
          states.first(sql`
            SELECT
              count(*) - count(used_at) AS remaining,
              max(created_at) AS created_at_millis,
              max(used_at) AS last_used_at_millis
            FROM recovery_codes WHERE user_id = ${userId}`),
          (state) => state ?? none
        ),
      findHash: (userId, selector) =>
        Effect.map(
          hashes.first(sql`
            SELECT hash FROM recovery_codes
            WHERE user_id = ${userId} AND selector = ${selector} AND used_at IS NULL`),
          (row) => row?.hash ?? null
        ),
      replace: Effect.fnUntraced(function* (userId, codes, now) {
        yield* removeAll(userId)
        yield* Effect.forEach(
          codes,
          ({ hash, selector }) =>
            run(sql`
              INSERT INTO recovery_codes (user_id, selector, hash, created_at)
              VALUES (${userId}, ${selector}, ${hash}, ${now})`),
          { discard: true }
        )
      }),
      use: (userId, selector, now) =>
        exists(sql`
          UPDATE recovery_codes SET used_at = ${now}
          WHERE user_id = ${userId} AND selector = ${selector} AND used_at IS NULL
          RETURNING selector`),
      removeAll
    })
  })
)
