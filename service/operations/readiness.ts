/** Reports whether the service can handle requests: its database responds and has all migrations. */
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { readPending } from "../sql/migrate.ts"
import { Drain } from "./drain.ts"

/** `migrations`: this version needs some that are not applied, e.g. after a backup was restored. */
export type ReadinessProblem = "draining" | "database" | "migrations"

export class Readiness extends Context.Service<
  Readiness,
  {
    /** Returns why the service is not ready; `null` if it is. */
    readonly problem: Effect.Effect<ReadinessProblem | null>
  }
>()("keystile/service/Readiness") {}

/** The time that a result is used again, so that frequent probes cause no load. */
const VALID_FOR = "1 second"

/** The time after which a database counts as unreachable. */
const TIMEOUT = "3 seconds"

export const layer: Layer.Layer<Readiness, never, Drain | SqlClient.SqlClient> = Layer.effect(
  Readiness,
  Effect.gen(function* () {
    const drain = yield* Drain
    const sql = yield* SqlClient.SqlClient
    // A newer version may have applied more migrations. This version still works during an upgrade.
    const check = readPending.pipe(
      Effect.map((pending): ReadinessProblem | null => (pending.length === 0 ? null : "migrations")),
      Effect.catchTag("UnknownHistory", () => Effect.succeed(null)),
      Effect.catchCause(() => Effect.succeed("database" as const)),
      Effect.timeoutOrElse({ duration: TIMEOUT, orElse: () => Effect.succeed("database" as const) }),
      Effect.provideService(SqlClient.SqlClient, sql),
      Effect.withTracerEnabled(false)
    )
    const cached = yield* Effect.cachedWithTTL(check, VALID_FOR)
    return { problem: Effect.suspend(() => (drain.hasBegun() ? Effect.succeed("draining" as const) : cached)) }
  })
)
