/** Stores the rate limits of projects that differ from the defaults. */
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { rowsOf, run } from "../../sql/rows.ts"
import { LimitsSetting } from "./limits.ts"

export class LimitsStore extends Context.Service<
  LimitsStore,
  {
    /** Returns the limits of a project; `null` for the defaults. */
    readonly find: (projectId: string) => Effect.Effect<LimitsSetting | null>
    /** Replaces the limits of a project; `null` sets the defaults. */
    readonly set: (projectId: string, limits: LimitsSetting | null) => Effect.Effect<void>
  }
>()("keystile/service/LimitsStore") {}

const Stored = Schema.fromJsonString(LimitsSetting)
const encode = Schema.encodeEffect(Stored)
const decode = Schema.decodeEffect(Stored)
const rows = rowsOf(Schema.Struct({ limits: Schema.String }))

export const layer: Layer.Layer<LimitsStore, never, SqlClient.SqlClient> = Layer.effect(
  LimitsStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    return LimitsStore.of({
      find: Effect.fnUntraced(function* (projectId) {
        const row = yield* rows.first(sql`SELECT limits FROM project_limits WHERE project_id = ${projectId}`)
        return row === null ? null : yield* Effect.orDie(decode(row.limits))
      }),
      set: Effect.fnUntraced(function* (projectId, limits) {
        if (limits === null) return yield* run(sql`DELETE FROM project_limits WHERE project_id = ${projectId}`)
        return yield* run(sql`
          INSERT INTO project_limits (project_id, limits) VALUES (${projectId}, ${yield* Effect.orDie(encode(limits))})
          ON CONFLICT (project_id) DO UPDATE SET limits = excluded.limits`)
      })
    })
  })
)
