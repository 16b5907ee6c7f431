/** The URL of a read replica: its rules beside the URL of the database, and its schema. */
import { SCHEMA_OPTION, isPostgresUrl, schemaOf } from "../postgres-database.ts"

const DEFAULT_PORT = "5432"

/** Returns the server and the database of a URL. */
const target = (url: string): string => {
  const { host, hostname, pathname, port, searchParams } = new URL(url)
  const server = host === "" ? (searchParams.get("host") ?? "") : hostname.toLowerCase()
  return `${server}:${port || (searchParams.get("port") ?? DEFAULT_PORT)}${pathname}`
}

/** Returns why a database cannot have this replica, as the end of a sentence; `null` if it can. */
export const replicaProblem = (replica: string, database: string): string | null => {
  if (!isPostgresUrl(database)) {
    return "is for PostgreSQL only. Remove it, or set the database to a postgres:// URL."
  }
  return target(replica) === target(database)
    ? "names the database itself. Set it to the URL of a standby, or remove it."
    : null
}

/** Returns the URL of the replica with the schema of the database. */
export const withSchemaOf = (replica: string, database: string): string => {
  const schema = schemaOf(database)
  if (schema === null) return replica
  const url = new URL(replica)
  url.searchParams.set(SCHEMA_OPTION, schema)
  return url.href
}
