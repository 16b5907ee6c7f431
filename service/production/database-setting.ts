/** Decodes the database: the path of a SQLite file, or the URL of a PostgreSQL database. */
import { Redacted, Schema } from "effect"
import { isPostgresUrl, misnamed } from "../sql/postgres-database.ts"
import { textField, Unusable } from "./configuration-field.ts"

export const DatabaseSetting = textField(Schema.Redacted(Schema.String), (text) => {
  if (/^(?::memory:|file:.*)$/i.test(text)) {
    return new Unusable("has to be the path of a file, or postgres://user:password@host:port/name.")
  }
  const problem = misnamed(text)
  if (problem !== null) return new Unusable(`cannot be used: ${problem}`)
  if (isPostgresUrl(text) && !URL.canParse(text)) {
    return new Unusable(
      "has to be written postgres://user:password@host:port/name, with special characters of the password " +
        "percent-encoded."
    )
  }
  return Redacted.make(text)
})
