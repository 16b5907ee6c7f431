/**
 * The index by which rows of a table are found by a part of their texts.
 *
 * `<name>` has one row for each of them: the lower-case texts that are searched. Triggers keep it up to date, so that
 * processes of earlier versions do, too. An index of all groups of three characters finds its rows: FTS5 on SQLite, a
 * GIN index of lexemes on PostgreSQL, which needs no extension. `fillSearchIndex` adds the rows of before.
 *
 * Migrations run this code. So it only changes with a migration that changes the index.
 */
import { Effect } from "effect"
import { SqlClient, type Statement } from "effect/sql"

export interface SearchIndex {
  /** The name of its table, with which the names of its other parts begin. */
  readonly name: "user_search" | "team_search"
  /** The table of the indexed rows, with the columns `id`, `project_id` and `display_name`. */
  readonly table: "users" | "teams"
  /** A row of the table. */
  readonly row: "user" | "team"
  /** The searched texts of a row, each with `TEXT_END` twice at its end. */
  readonly texts: (sql: SqlClient.SqlClient) => Statement.Fragment
}

/**
 * Ends each text, twice. So each of its characters begins a group of three, which one or two searched characters find
 * as the beginning of a group.
 */
export const TEXT_END = "\u001f"

/** `TEXT_END` twice, in SQL. */
export const textEnd = (sql: SqlClient.SqlClient): Statement.Fragment =>
  sql.literal(sql.onDialectOrElse({ pg: () => "chr(31) || chr(31)", orElse: () => "char(31, 31)" }))

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

/** Returns the names for statements. */
export const literals = (sql: SqlClient.SqlClient, { name, row, table }: SearchIndex) => ({
  name: sql.literal(name),
  row: sql.literal(row),
  table: sql.literal(table)
})

/** Creates the index, and triggers for new and renamed rows. */
export const createSearchIndex = (index: SearchIndex) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    sql.onDialectOrElse({ pg: () => onPostgres(index), orElse: () => onSqlite(index) })
  )

const onSqlite = Effect.fnUntraced(function* (index: SearchIndex) {
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

const onPostgres = Effect.fnUntraced(function* (index: SearchIndex) {
  const sql = yield* SqlClient.SqlClient
  const { name, row, table } = literals(sql, index)
  yield* sql`
    CREATE TABLE ${name}_projects (
      project_id TEXT COLLATE "C" PRIMARY KEY REFERENCES projects (id) ON DELETE CASCADE,
      filled_to TEXT COLLATE "C"
    )`
  yield* sql`INSERT INTO ${name}_projects (project_id, filled_to) SELECT id, '' FROM projects`
  yield* sql`
    CREATE TABLE ${name} (
      ${row}_id TEXT COLLATE "C" PRIMARY KEY REFERENCES ${table} (id) ON DELETE CASCADE,
      project_id TEXT COLLATE "C" NOT NULL,
      text TEXT COLLATE "C" NOT NULL
    )`
  // The first lexeme is the project. Its cost keeps the planner from calling the function for each row of a scan.
  yield* sql`
    CREATE FUNCTION ${name}_lexemes(project_id text, content text) RETURNS tsvector
    LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 1000 AS $$
    DECLARE lexemes text[] := ARRAY[chr(1) || project_id];
    BEGIN
      FOR position IN 1 .. length(content) - 2 LOOP lexemes := lexemes || substr(content, position, 3); END LOOP;
      RETURN array_to_tsvector(lexemes);
    END $$`
  yield* sql`
    CREATE INDEX ${name}_by_lexeme ON ${name} USING gin (${name}_lexemes(project_id, text))`

  // A change of the same row that commits meanwhile is seen after the lock, or it is a conflict.
  yield* sql`
    CREATE FUNCTION ${name}_refresh(changed_${row}_id text) RETURNS void LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM 1 FROM ${name} WHERE ${row}_id = changed_${row}_id FOR UPDATE;
      IF NOT FOUND THEN
        INSERT INTO ${name} (${row}_id, project_id, text)
        SELECT ${table}.id, ${table}.project_id, ${index.texts(sql)} FROM ${table} WHERE ${table}.id = changed_${row}_id
        ON CONFLICT (${row}_id) DO NOTHING;
        IF FOUND THEN RETURN; END IF;
        PERFORM 1 FROM ${name} WHERE ${row}_id = changed_${row}_id FOR UPDATE;
      END IF;
      UPDATE ${name} SET text = ${index.texts(sql)}
      FROM ${table} WHERE ${table}.id = changed_${row}_id AND ${name}.${row}_id = ${table}.id;
    END $$`
  yield* sql`
    CREATE FUNCTION ${name}_of_${row}() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM ${name}_refresh(NEW.id);
      RETURN NULL;
    END $$`
  yield* sql`
    CREATE TRIGGER ${name}_of_new_${row} AFTER INSERT ON ${table}
    FOR EACH ROW EXECUTE FUNCTION ${name}_of_${row}()`
  yield* sql`
    CREATE TRIGGER ${name}_of_renamed_${row} AFTER UPDATE OF display_name ON ${table}
    FOR EACH ROW WHEN (OLD.display_name IS DISTINCT FROM NEW.display_name) EXECUTE FUNCTION ${name}_of_${row}()`
  yield* sql`
    CREATE FUNCTION ${name}_of_project() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO ${name}_projects (project_id) VALUES (NEW.id);
      RETURN NULL;
    END $$`
  yield* sql`
    CREATE TRIGGER ${name}_of_project AFTER INSERT ON projects
    FOR EACH ROW EXECUTE FUNCTION ${name}_of_project()`
})
