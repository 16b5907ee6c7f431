/**
 * Adds the index by which users are found by a part of their name or of an address.
 *
 * `user_search` has one row for each user: the lower-case texts that are searched. Triggers keep it up to date, so that
 * processes of earlier versions do, too. An index of all groups of three characters finds its rows: FTS5 on SQLite, a
 * GIN index of lexemes on PostgreSQL, which needs no extension. `fillUserSearch` adds the existing users.
 */
import { Effect } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { lowered } from "../dialect.ts"

/**
 * Ends each text, twice. So each of its characters begins a group of three, which one or two searched characters find
 * as the beginning of a group.
 */
export const TEXT_END = "\u001f"

const END = "char(31, 31)"
const END_POSTGRES = "chr(31) || chr(31)"

/** The searched texts of a row of `users`. */
export const searchedTexts = (sql: SqlClient.SqlClient): Statement.Fragment => {
  const end = sql.literal(sql.onDialectOrElse({ pg: () => END_POSTGRES, orElse: () => END }))
  const addresses = sql.literal(sql.onDialectOrElse({ pg: () => "string_agg", orElse: () => "group_concat" }))
  return sql`
    coalesce(${lowered(sql, sql`users.display_name`)} || ${end}, '') || coalesce((
      SELECT ${addresses}(${lowered(sql, sql`own.value`)} || ${end}, '') FROM contact_channels AS own
      WHERE own.user_id = users.id
    ), '')`
}

export const userSearch = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql.onDialectOrElse({ pg: () => onPostgres, orElse: () => onSqlite })
)

const onSqlite = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // Each project has a range of row numbers, so that a search reads the index of its project only.
  yield* sql`
    CREATE TABLE user_search_projects (
      project_id TEXT PRIMARY KEY REFERENCES projects (id) ON DELETE CASCADE,
      number INTEGER NOT NULL UNIQUE,
      filled_to TEXT
    ) STRICT`
  yield* sql`
    INSERT INTO user_search_projects (project_id, number, filled_to)
    SELECT id, row_number() OVER (ORDER BY created_at, id), '' FROM projects`
  yield* sql`
    CREATE TRIGGER user_search_project_added AFTER INSERT ON projects
    BEGIN
      INSERT INTO user_search_projects (project_id, number)
      SELECT NEW.id, coalesce(max(number), 0) + 1 FROM user_search_projects;
    END`
  yield* sql`
    CREATE TABLE user_search (
      number INTEGER PRIMARY KEY,
      user_id TEXT NOT NULL UNIQUE REFERENCES users (id) ON DELETE CASCADE,
      text TEXT NOT NULL
    ) STRICT`
  // Contentless, with neither positions nor lengths: a fifth of the size. The texts are compared in `user_search`.
  yield* sql`
    CREATE VIRTUAL TABLE user_search_index USING fts5 (
      text, content = '', columnsize = 0, detail = none, tokenize = 'trigram case_sensitive 1'
    )`
  yield* sql`CREATE VIRTUAL TABLE user_search_terms USING fts5vocab (user_search_index, instance)`
  yield* sql`
    CREATE TRIGGER user_search_added AFTER INSERT ON user_search
    BEGIN INSERT INTO user_search_index (rowid, text) VALUES (NEW.number, NEW.text); END`
  yield* sql`
    CREATE TRIGGER user_search_changed AFTER UPDATE OF text ON user_search WHEN OLD.text <> NEW.text
    BEGIN
      INSERT INTO user_search_index (user_search_index, rowid, text) VALUES ('delete', OLD.number, OLD.text);
      INSERT INTO user_search_index (rowid, text) VALUES (NEW.number, NEW.text);
    END`
  yield* sql`
    CREATE TRIGGER user_search_removed AFTER DELETE ON user_search
    BEGIN
      INSERT INTO user_search_index (user_search_index, rowid, text) VALUES ('delete', OLD.number, OLD.text);
    END`
  const refresh = (userId: string) => sql`
    INSERT INTO user_search (number, user_id, text)
    SELECT ${nextNumber(sql)}, users.id, ${searchedTexts(sql)}
    FROM users JOIN user_search_projects AS project ON project.project_id = users.project_id
    WHERE users.id = ${sql.literal(userId)}
    ON CONFLICT (user_id) DO UPDATE SET text = excluded.text;`
  yield* sql`CREATE TRIGGER user_search_of_new_user AFTER INSERT ON users BEGIN ${refresh("NEW.id")} END`
  yield* sql`
    CREATE TRIGGER user_search_of_renamed_user AFTER UPDATE OF display_name ON users
    WHEN OLD.display_name IS NOT NEW.display_name BEGIN ${refresh("NEW.id")} END`
  yield* sql`
    CREATE TRIGGER user_search_of_new_address AFTER INSERT ON contact_channels
    BEGIN ${refresh("NEW.user_id")} END`
  yield* sql`
    CREATE TRIGGER user_search_of_changed_address AFTER UPDATE OF value, user_id ON contact_channels
    WHEN OLD.value <> NEW.value OR OLD.user_id <> NEW.user_id
    BEGIN ${refresh("OLD.user_id")} ${refresh("NEW.user_id")} END`
  yield* sql`
    CREATE TRIGGER user_search_of_removed_address AFTER DELETE ON contact_channels
    BEGIN ${refresh("OLD.user_id")} END`
})

/** The next row number of a row of `user_search_projects` with the alias `project`. */
export const nextNumber = (sql: SqlClient.SqlClient): Statement.Fragment => sql`(
  SELECT coalesce(max(other.number), project.number << 30) + 1 FROM user_search AS other
  WHERE other.number BETWEEN project.number << 30 AND (project.number + 1 << 30) - 1
)`

const onPostgres = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE user_search_projects (
      project_id TEXT COLLATE "C" PRIMARY KEY REFERENCES projects (id) ON DELETE CASCADE,
      filled_to TEXT COLLATE "C"
    )`
  yield* sql`INSERT INTO user_search_projects (project_id, filled_to) SELECT id, '' FROM projects`
  yield* sql`
    CREATE TABLE user_search (
      user_id TEXT COLLATE "C" PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
      project_id TEXT COLLATE "C" NOT NULL,
      text TEXT COLLATE "C" NOT NULL
    )`
  // The first lexeme is the project. Its cost keeps the planner from calling the function for each row of a scan.
  yield* sql`
    CREATE FUNCTION user_search_lexemes(project_id text, content text) RETURNS tsvector
    LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 1000 AS $$
    DECLARE lexemes text[] := ARRAY[chr(1) || project_id];
    BEGIN
      FOR position IN 1 .. length(content) - 2 LOOP lexemes := lexemes || substr(content, position, 3); END LOOP;
      RETURN array_to_tsvector(lexemes);
    END $$`
  yield* sql`
    CREATE INDEX user_search_by_lexeme ON user_search USING gin (user_search_lexemes(project_id, text))`

  // A change of the same user that commits meanwhile is seen after the lock, or it is a conflict.
  yield* sql`
    CREATE FUNCTION user_search_refresh(changed_user_id text) RETURNS void LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM 1 FROM user_search WHERE user_id = changed_user_id FOR UPDATE;
      IF NOT FOUND THEN
        INSERT INTO user_search (user_id, project_id, text)
        SELECT users.id, users.project_id, ${searchedTexts(sql)} FROM users WHERE users.id = changed_user_id
        ON CONFLICT (user_id) DO NOTHING;
        IF FOUND THEN RETURN; END IF;
        PERFORM 1 FROM user_search WHERE user_id = changed_user_id FOR UPDATE;
      END IF;
      UPDATE user_search SET text = ${searchedTexts(sql)}
      FROM users WHERE users.id = changed_user_id AND user_search.user_id = users.id;
    END $$`
  yield* sql`
    CREATE FUNCTION user_search_of_user() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM user_search_refresh(NEW.id);
      RETURN NULL;
    END $$`
  yield* sql`
    CREATE TRIGGER user_search_of_new_user AFTER INSERT ON users
    FOR EACH ROW EXECUTE FUNCTION user_search_of_user()`
  yield* sql`
    CREATE TRIGGER user_search_of_renamed_user AFTER UPDATE OF display_name ON users
    FOR EACH ROW WHEN (OLD.display_name IS DISTINCT FROM NEW.display_name) EXECUTE FUNCTION user_search_of_user()`
  yield* sql`
    CREATE FUNCTION user_search_of_address() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP <> 'INSERT' THEN PERFORM user_search_refresh(OLD.user_id); END IF;
      IF TG_OP <> 'DELETE' THEN PERFORM user_search_refresh(NEW.user_id); END IF;
      RETURN NULL;
    END $$`
  yield* sql`
    CREATE TRIGGER user_search_of_address AFTER INSERT OR DELETE ON contact_channels
    FOR EACH ROW EXECUTE FUNCTION user_search_of_address()`
  yield* sql`
    CREATE TRIGGER user_search_of_changed_address AFTER UPDATE OF value, user_id ON contact_channels
    FOR EACH ROW WHEN (OLD.value <> NEW.value OR OLD.user_id <> NEW.user_id)
    EXECUTE FUNCTION user_search_of_address()`
  yield* sql`
    CREATE FUNCTION user_search_of_project() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO user_search_projects (project_id) VALUES (NEW.id);
      RETURN NULL;
    END $$`
  yield* sql`
    CREATE TRIGGER user_search_of_project AFTER INSERT ON projects
    FOR EACH ROW EXECUTE FUNCTION user_search_of_project()`
})
