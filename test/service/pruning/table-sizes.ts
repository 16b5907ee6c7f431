/** The number of rows of every table of a SQLite file. */
import { Schema } from "effect"
import { DatabaseSync } from "node:sqlite"

const readNames = Schema.decodeUnknownSync(Schema.Array(Schema.Struct({ name: Schema.String })))
const readCount = Schema.decodeUnknownSync(Schema.Struct({ count: Schema.Int }))

/** Reads from a connection of its own. */
export const readFrom = <A>(path: string, read: (database: DatabaseSync) => A): A => {
  const database = new DatabaseSync(path)
  try {
    return read(database)
  } finally {
    database.close()
  }
}

/** Returns the result of `SELECT count(*) AS count …`. */
export const countOf = (database: DatabaseSync, statement: string): number =>
  readCount(database.prepare(statement).get()).count

/** The index of the search has no rows of its own: those of the tables behind it depend on when SQLite merges them. */
export const tableSizes = (path: string): Readonly<Record<string, number>> =>
  readFrom(path, (database) => {
    const tables = readNames(
      database
        .prepare(
          `SELECT name FROM sqlite_schema
          WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '%_search_index%'
            AND sql NOT LIKE 'CREATE VIRTUAL TABLE %'`
        )
        .all()
    )
    return Object.fromEntries(
      tables.map(({ name }) => [name, countOf(database, `SELECT count(*) AS count FROM "${name}"`)])
    )
  })
