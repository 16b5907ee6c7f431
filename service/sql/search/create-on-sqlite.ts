/** Creates the index of a search on SQLite, with FTS5. */
import { Effect } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { literals, type SearchIndex } from "./search-index.ts"

/** The next row number of a row of `<name>_projects` with the alias `project`. */
export const nextNumber = (sql: SqlClient.SqlClient, { name }: SearchIndex): Statement.Fragment => sql`(
  SELECT coalesce(max(other.number), project.number << 30) + 1 FROM ${sql.literal(name)} AS other
  WHERE other.number BETWEEN project.number << 30 AND (project.number + 1 << 30) - 1
)`

/** Refreshes the row of an id in a trigger of SQLite. */
export const refreshOnSqlite = (sql: SqlClient.SqlClient, index: SearchIndex, id: string): Statement.Fragment => {
  const { name, row, table } = literals(sql, index)
  return sql`
    INSERT INTO ${name} (number, ${row}_id, text)
    SELECT ${nextNumber(sql, index)}, ${table}.id, ${index.texts(sql)}
    FROM ${table} JOIN ${name}_projects AS project ON project.project_id = ${table}.project_id
    WHERE ${table}.id = ${sql.literal(id)}
    ON CONFLICT (${row}_id) DO UPDATE SET text = excluded.text;`
}

export const createOnSqlite = Effect.fnUntraced(function* (index: SearchIndex) {
  const sql = yield* SqlClient.SqlClient
  const { name, row, table } = literals(sql, index)
  // Each project has a range of row numbers, so that a search reads the index of its project only.
  yield* sql`
    CREATE TABLE ${name}_projects (
      project_id TEXT PRIMARY KEY REFERENCES projects (id) ON DELETE CASCADE,
      number INTEGER NOT NULL UNIQUE,
      filled_to TEXT
    ) STRICT`
  yield* sql`
    INSERT INTO ${name}_projects (project_id, number, filled_to)
    SELECT id, row_number() OVER (ORDER BY created_at, id), '' FROM projects`
  yield* sql`
    CREATE TRIGGER ${name}_project_added AFTER INSERT ON projects
    BEGIN
      INSERT INTO ${name}_projects (project_id, number)
      SELECT NEW.id, coalesce(max(number), 0) + 1 FROM ${name}_projects;
    END`
  yield* sql`
    CREATE TABLE ${name} (
      number INTEGER PRIMARY KEY,
      ${row}_id TEXT NOT NULL UNIQUE REFERENCES ${table} (id) ON DELETE CASCADE,
      text TEXT NOT NULL
    ) STRICT`
  // Contentless, with neither positions nor lengths: a fifth of the size. The texts are compared in the table.
  yield* sql`
    CREATE VIRTUAL TABLE ${name}_index USING fts5 (
      text, content = '', columnsize = 0, detail = none, tokenize = 'trigram case_sensitive 1'
    )`
  yield* sql`CREATE VIRTUAL TABLE ${name}_terms USING fts5vocab (${name}_index, instance)`
  yield* sql`
    CREATE TRIGGER ${name}_added AFTER INSERT ON ${name}
    BEGIN INSERT INTO ${name}_index (rowid, text) VALUES (NEW.number, NEW.text); END`
  yield* sql`
    CREATE TRIGGER ${name}_changed AFTER UPDATE OF text ON ${name} WHEN OLD.text <> NEW.text
    BEGIN
      INSERT INTO ${name}_index (${name}_index, rowid, text) VALUES ('delete', OLD.number, OLD.text);
      INSERT INTO ${name}_index (rowid, text) VALUES (NEW.number, NEW.text);
    END`
  yield* sql`
    CREATE TRIGGER ${name}_removed AFTER DELETE ON ${name}
    BEGIN
      INSERT INTO ${name}_index (${name}_index, rowid, text) VALUES ('delete', OLD.number, OLD.text);
    END`
  const refresh = refreshOnSqlite(sql, index, "NEW.id")
  yield* sql`CREATE TRIGGER ${name}_of_new_${row} AFTER INSERT ON ${table} BEGIN ${refresh} END`
  yield* sql`
    CREATE TRIGGER ${name}_of_renamed_${row} AFTER UPDATE OF display_name ON ${table}
    WHEN OLD.display_name IS NOT NEW.display_name BEGIN ${refresh} END`
})
