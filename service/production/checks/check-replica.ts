/** Checks that the read replica is a standby of the database, and how far it is behind. */
import { Effect, Redacted } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import * as Database from "../../sql/database.ts"
import { withSchemaOf } from "../../sql/replica/replica-url.ts"
import { readPosition, requireReplayed } from "../../sql/replica/standby.ts"
import { explainPostgres } from "../../sql/postgres-errors.ts"
import { type Check, sentence } from "./check.ts"

const check = (outcome: Check["outcome"], detail: string): Check => ({ name: "databaseReplica", outcome, detail })

/** Stores turn failures of statements into defects. */
const explain = (defect: unknown): string =>
  defect instanceof SqlError.SqlError ? explainPostgres(defect.reason.cause) : "it could not be compared."

/** Compares the replica with the database. Without a replica there is nothing to check. */
export const checkReplica = (
  replica: Redacted.Redacted<string> | null,
  database: Redacted.Redacted<string>
): Effect.Effect<ReadonlyArray<Check>> => {
  if (replica === null) return Effect.succeed([])
  const url = withSchemaOf(Redacted.value(replica), Redacted.value(database))
  return Effect.gen(function* () {
    const position = yield* Effect.provide(
      SqlClient.SqlClient.use(readPosition),
      Database.layerUnchanged(Redacted.value(database))
    ).pipe(Effect.catchCause(() => Effect.succeed(null)))
    if (position === null) return check("warning", "It could not be compared with the database.")
    return yield* Effect.provide(
      SqlClient.SqlClient.use((sql) => requireReplayed(sql, position)),
      Database.layerUnchanged(url)
    ).pipe(Effect.as(check("passed", "It is a standby of the database, and has its newest changes.")))
  }).pipe(
    Effect.catchTag("StandbyUnusable", ({ problem, reason }) =>
      Effect.succeed(
        reason === "behind"
          ? check("warning", `${sentence(problem)} Lists are read from the database until it has caught up.`)
          : check("failed", sentence(problem))
      )
    ),
    Effect.catchTag("DatabaseUnusable", ({ problem }) => Effect.succeed(check("failed", sentence(problem)))),
    Effect.catchDefect((defect) => Effect.succeed(check("failed", sentence(explain(defect))))),
    Effect.timeoutOrElse({
      duration: "15 seconds",
      orElse: () => Effect.succeed(check("failed", "It does not respond within 15 seconds."))
    }),
    Effect.map((result) => [result])
  )
}
