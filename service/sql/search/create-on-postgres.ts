/** Creates the index of a search on PostgreSQL: a GIN index of lexemes, which are groups of characters. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { literals, type SearchIndex } from "./search-index.ts"

export const createOnPostgres = Effect.fnUntraced(function* (index: SearchIndex) {
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
