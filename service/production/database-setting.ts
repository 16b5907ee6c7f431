/**
 * Decodes the database: the path of a SQLite file, or the URL of a PostgreSQL database. Decodes the URL of its read
 * replica.
 */
import { Redacted, Schema } from "effect"
import { isBehindPgBouncer, isPostgresUrl, findNameProblem, schemaOf, schemaProblem } from "../sql/postgres-database.ts"
import { field, textField, InvalidValue } from "./configuration-field.ts"

/** PgBouncer shares its connections, so a search path of one of them would not persist. */
const NO_SCHEMA_WITH_PGBOUNCER =
  "cannot name a schema with pgbouncer=true. Leave it out, and set it for the user of the service: " +
  "ALTER ROLE keystile SET search_path = keystile."

const POSTGRES_URL =
  "has to be written postgres://user:password@host:port/name, with special characters of the password percent-encoded."

export const DatabaseSetting = textField(Schema.Redacted(Schema.String), (text) => {
  if (/^(?::memory:|file:.*)$/i.test(text)) {
    return new InvalidValue("has to be the path of a file, or postgres://user:password@host:port/name.")
  }
  const problem = findNameProblem(text)
  if (problem !== null) return new InvalidValue(`cannot be used: ${problem}`)
  if (isPostgresUrl(text) && !URL.canParse(text)) return new InvalidValue(POSTGRES_URL)
  const schema = isPostgresUrl(text) ? schemaOf(text) : null
  if (schema === null) return Redacted.make(text)
  const schemaFault = schemaProblem(schema)
  if (schemaFault !== null) return new InvalidValue(`names a schema that cannot be used: it ${schemaFault}`)
  return isBehindPgBouncer(text) ? new InvalidValue(NO_SCHEMA_WITH_PGBOUNCER) : Redacted.make(text)
})

export const ReplicaSetting = field(Schema.NullOr(Schema.Redacted(Schema.String)), (value) => {
  if (value === null) return null
  const url = typeof value === "string" ? value.trim() : ""
  if (!isPostgresUrl(url) || !URL.canParse(url)) return new InvalidValue(POSTGRES_URL)
  return schemaOf(url) === null
    ? Redacted.make(url)
    : new InvalidValue("names a schema. Leave it out: the replica has the schema of the database.")
})
