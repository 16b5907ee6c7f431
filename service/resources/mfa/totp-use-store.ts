/** Stores the last used TOTP step of each user. */
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { exists, run } from "../../sql/rows.ts"

export class TotpUseStore extends Context.Service<
  TotpUseStore,
  {
    /**
     * Records the use of the code of a time step. Returns false if the user has used a code of this or a later step.
     */
    readonly use: (userId: string, step: number) => Effect.Effect<boolean>
    /** Deletes the last used step. */
    readonly forget: (userId: string) => Effect.Effect<void>
  }
>()("keystile/service/TotpUseStore") {}

export const layer: Layer.Layer<TotpUseStore, never, SqlClient.SqlClient> = Layer.effect(
  TotpUseStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    return TotpUseStore.of({
      forget: (userId) => run(sql`DELETE FROM totp_uses WHERE user_id = ${userId}`),
      use: (userId, step) =>
        exists(sql`
          INSERT INTO totp_uses (user_id, step) VALUES (${userId}, ${step})
          ON CONFLICT (user_id) DO UPDATE SET step = excluded.step WHERE totp_uses.step < excluded.step
          RETURNING step`)
    })
  })
)
