/** A database on a PostgreSQL server: how it is called, and whether it can be used. */
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { DatabaseUnusable } from "./database-file.ts"
import { MIGRATIONS_TABLE, NEWEST } from "./migrate.ts"

/** Whether a database is meant by URL, and not by the path of a file. */
export const isPostgresUrl = (database: string): boolean => /^postgres(?:ql)?:/i.test(database)

/** Another system's URL, where a path or a URL of PostgreSQL belongs. */
const FOREIGN_URL = /^([a-z][a-z\d+.-]*):\/\//i

/** Why a text names no database; null when it names one. */
export const misnamed = (database: string): string | null => {
  if (database === "") return "it has no name. Give a file's path or a postgres:// URL."
  if (isPostgresUrl(database) || !FOREIGN_URL.test(database)) return null
  return "it is neither a file's path nor a postgres:// URL."
}

/** How a database is called in messages: its URL without the password and the options. */
export const nameOfDatabase = (database: string): string => {
  if (database === "") return "\"\""
  if (!isPostgresUrl(database)) {
    const scheme = FOREIGN_URL.exec(database)?.[1]
    return scheme === undefined ? database : `${scheme}://…`
  }
  const url = URL.parse(database)
  // With one slash too many, what belongs before the `@` stands in the path: the password, too.
  if (url === null || url.pathname.includes("@")) return "postgres://…"
  const { host, pathname, searchParams, username } = url
  return `postgres://${username === "" ? "" : `${username}@`}${host || (searchParams.get("host") ?? "")}${pathname}`
}

const readVersion = Schema.decodeUnknownEffect(Schema.Tuple([Schema.Struct({ version: Schema.NullOr(Schema.Int) })]))

/** Fails for a database that a newer Keystile has changed. */
export const refuseNewer = Effect.fnUntraced(function*(path: string) {
  const sql = yield* SqlClient.SqlClient
  const tables = yield* sql`SELECT 1 AS found WHERE to_regclass(${MIGRATIONS_TABLE}) IS NOT NULL`
  if (tables.length === 0) return
  const [{ version }] = yield* Effect.flatMap(
    sql`SELECT max(migration_id) AS version FROM ${sql(MIGRATIONS_TABLE)}`,
    readVersion
  )
  if (version === null || version <= NEWEST) return
  return yield* new DatabaseUnusable({
    path,
    problem: `it was made by a newer Keystile (version ${version}, and this one knows ${NEWEST}). Update Keystile.`
  })
})

/** "keys", as a number: what processes of this service ask for when only one of them may go on. */
const LOCK = 0x6b657973

/** Runs an effect while no other process runs one on the same database. */
export const alone = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.scoped(Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const connection = yield* sql.reserve
    yield* Effect.acquireRelease(
      connection.executeUnprepared("SELECT pg_advisory_lock($1)", [LOCK], undefined),
      () => Effect.ignore(connection.executeUnprepared("SELECT pg_advisory_unlock($1)", [LOCK], undefined))
    )
    return yield* effect
  }))
