/** Checks the database without changing it, and against it the secrets and the clock of this machine. */
import { Clock, Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { accessSync, constants, statSync } from "node:fs"
import { dirname, resolve } from "node:path"
import { checkSecrets, type Secrets, type SecretsFit } from "../../crypto/secrets/installation-secret.ts"
import * as Database from "../../sql/database.ts"
import { sharedFileProblem } from "../../sql/database-file.ts"
import { readPending } from "../../sql/migrate.ts"
import { MIGRATIONS_TABLE } from "../../sql/migration-history.ts"
import { isPostgresUrl } from "../../sql/postgres-database.ts"
import { outageReason } from "../../sql/unavailable.ts"
import { type Check, sentence } from "./check.ts"

const database = (outcome: Check["outcome"], detail: string): Check => ({ name: "database", outcome, detail })
const secretsCheck = (outcome: Check["outcome"], detail: string): Check => ({ name: "secrets", outcome, detail })
const clock = (outcome: Check["outcome"], detail: string): Check => ({ name: "clock", outcome, detail })

/** Opens the database, reads its migrations, tries the secrets, and compares its clock with that of this machine. */
export const checkDatabase = (name: string, secrets: Secrets): Effect.Effect<ReadonlyArray<Check>> => {
  if (!isPostgresUrl(name) && isMissing(name)) {
    return Effect.sync(() => [checkFolder(name), secretsOf.new, clockUnchecked])
  }
  return Effect.gen(function* () {
    const pending = yield* readPending
    const state =
      pending.length === 0 ? "all migrations are applied" : `the start applies ${pending.length} more migration(s)`
    const secretsFit = yield* Effect.match(checkSecrets(secrets), {
      onSuccess: (fit) => secretsOf[fit],
      onFailure: ({ message }) => secretsCheck("failed", message)
    })
    const shared = isPostgresUrl(name) ? null : sharedFileProblem(name)
    const opens =
      shared === null
        ? database("passed", `It opens, and ${state}.`)
        : database("warning", `It opens, and ${state}. ${shared}`)
    return [opens, secretsFit, yield* checkClock]
  }).pipe(
    Effect.provide(Database.layerUnchanged(name)),
    Effect.catchTag("DatabaseUnusable", ({ problem }) =>
      Effect.succeed([database("failed", sentence(problem)), ...withoutDatabase])
    ),
    Effect.catchTag("UnknownHistory", ({ problem }) =>
      Effect.succeed([database("failed", sentence(problem)), ...withoutDatabase])
    ),
    Effect.catch((error) =>
      Effect.succeed([
        database("failed", sentence(outageReason(error) ?? "it refuses statements.")),
        ...withoutDatabase
      ])
    ),
    Effect.timeoutOrElse({
      duration: "15 seconds",
      orElse: () => Effect.succeed([database("failed", "It does not respond within 15 seconds."), ...withoutDatabase])
    })
  )
}

const isMissing = (path: string) => statSync(path, { throwIfNoEntry: false }) === undefined

/** A new file is created at the start, not by the check. */
const checkFolder = (path: string): Check => {
  const folder = dirname(resolve(path))
  try {
    accessSync(folder, constants.R_OK | constants.W_OK)
    return database("passed", `The file does not exist yet. It is created in ${folder} at the start.`)
  } catch {
    return database("failed", `Files cannot be created in ${folder}. Create the folder, and give this user access.`)
  }
}

const secretsOf: Readonly<Record<SecretsFit, Check>> = {
  new: secretsCheck("passed", "The database is new. They encrypt its secrets."),
  plain: secretsCheck("warning", "The database has no encrypted secrets yet. The start encrypts them."),
  encrypted: secretsCheck("passed", "They decrypt the secrets of the database.")
}

const clockUnchecked = clock("warning", "It could not be compared with the clock of the database.")
const withoutDatabase = [
  secretsCheck("warning", "They could not be compared with those of the database."),
  clockUnchecked
] as const

/** Tokens are accepted for this time around their validity, in seconds: clocks may differ by half of it. */
const LEEWAY = 60

const readTime = Schema.decodeUnknownEffect(Schema.Tuple([Schema.Struct({ seconds: Schema.NullOr(Schema.Number) })]))

/** PostgreSQL has a clock of its own. A file has the time of its newest migration, which must not be in the future. */
const checkClock = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql.onDialectOrElse({
    pg: () => sql`SELECT EXTRACT(EPOCH FROM clock_timestamp())::float8 AS seconds`,
    orElse: () => sql`SELECT CAST(strftime('%s', max(created_at)) AS REAL) AS seconds FROM ${sql(MIGRATIONS_TABLE)}`
  })
  const isOther = sql.onDialectOrElse({ pg: () => true, orElse: () => false })
  const [{ seconds }] = yield* readTime(rows)
  const now = (yield* Clock.currentTimeMillis) / 1000
  if (seconds === null) return clockUnchecked
  const ahead = Math.round(now - seconds)
  if (isOther ? Math.abs(ahead) > LEEWAY / 2 : ahead < -LEEWAY / 2) {
    const direction = ahead > 0 ? "ahead of" : "behind"
    return clock(
      "failed",
      `The clock of this machine is ${Math.abs(ahead)} s ${direction} the database. ` +
        "Synchronize both, for example by NTP."
    )
  }
  return clock(
    "passed",
    isOther
      ? "It agrees with the clock of the database."
      : "It is not behind the newest change of the database's tables."
  )
})
