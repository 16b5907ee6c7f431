/** Distinguishes PostgreSQL URLs from file paths, reads their options, and names databases in messages. */

/** Returns whether a database is named by a PostgreSQL URL, not by a file path. */
export const isPostgresUrl = (database: string): boolean => /^postgres(?:ql)?:/i.test(database)

/** A URL of another system. */
const FOREIGN_URL = /^([a-z][a-z\d+.-]*):\/\//i

/** Returns why a text names no database; `null` if it names one. */
export const findNameProblem = (database: string): string | null => {
  if (database === "") return "it has no name. Give a file's path or a postgres:// URL."
  if (isPostgresUrl(database) || !FOREIGN_URL.test(database)) return null
  return "it is neither a file's path nor a postgres:// URL."
}

/** Returns the name of a database in messages: its URL without the password and the options. */
export const nameOfDatabase = (database: string): string => {
  if (database === "") return '""'
  if (!isPostgresUrl(database)) {
    const scheme = FOREIGN_URL.exec(database)?.[1]
    return scheme === undefined ? database : `${scheme}://…`
  }
  const url = URL.parse(database)
  // With one slash too many, the text before the `@` is parsed as the path, including the password.
  if (url === null || url.pathname.includes("@")) return "postgres://…"
  const { host, pathname, searchParams, username } = url
  return `postgres://${username === "" ? "" : `${username}@`}${host || (searchParams.get("host") ?? "")}${pathname}`
}

/** The option of a URL that names the schema of all tables: `postgres://…/name?schema=keystile`. */
export const SCHEMA_OPTION = "schema"

/** Returns the schema that a URL names; `null`: the search path of the user decides. */
export const schemaOf = (url: string): string | null => URL.parse(url)?.searchParams.get(SCHEMA_OPTION) ?? null

/**
 * Returns whether the URL is that of PgBouncer (`?pgbouncer=true`). Its transaction mode may use another server
 * connection for each transaction, so prepared statements and settings of a connection do not persist.
 */
export const isBehindPgBouncer = (url: string): boolean => URL.parse(url)?.searchParams.get("pgbouncer") === "true"

/** Names that need no quotes. PostgreSQL cuts longer ones off. */
const SCHEMA_NAME = /^[a-z_][a-z\d_]{0,62}$/

/** Returns why a schema cannot hold the service's tables, as the end of a sentence; `null` if it can. */
export const schemaProblem = (schema: string): string | null => {
  if (!SCHEMA_NAME.test(schema)) {
    return "has to be 1 to 63 lower-case letters, digits and underscores, and may not start with a digit."
  }
  return schema === "public" || schema === "information_schema" || schema.startsWith("pg_")
    ? "has to be a schema of the service's own, such as keystile: not public, and none of PostgreSQL."
    : null
}

/**
 * Returns the URL with the settings of each connection, for the driver: no JIT compilation, and the schema as the
 * search path. PostgreSQL compiles a statement if it may read many rows, which takes 0.5 s. Lists stop after a page.
 */
export const withSettings = (database: string): string => {
  const url = URL.parse(database)
  if (url === null) return database
  const schema = schemaOf(database)
  const given = url.searchParams.get("options")
  const options = [
    // A given option replaces this one.
    ...(isBehindPgBouncer(database) ? [] : ["-c jit=off"]),
    ...(given === null ? [] : [given]),
    ...(schema === null ? [] : [`-c search_path=${schema}`])
  ]
  if (options.length > 0) url.searchParams.set("options", options.join(" "))
  return url.href
}
