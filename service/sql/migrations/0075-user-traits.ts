/** Adds the traits of users, by which lists of users are filtered, and their indexes. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { columnTypes } from "../dialect.ts"
import { OWN_TRAITS, ownTraits, type TraitSource, traitOf, traitSources } from "../user-traits.ts"

export const userTraits = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { integer, strict, text } = yield* columnTypes
  // The service stops statements that take long. Each index takes some seconds for a million users.
  yield* sql.onDialectOrElse({ pg: () => sql`SET LOCAL statement_timeout = 0`, orElse: () => Effect.void })
  yield* sql`ALTER TABLE users ADD COLUMN traits ${integer} NOT NULL DEFAULT 0`
  yield* sql`CREATE INDEX users_by_traits_and_sign_up ON users (project_id, traits, signed_up_at, id)`
  // Users who were active in a time span are sorted by their sign-up without a look at the table.
  yield* sql`
    CREATE INDEX users_by_traits_and_activity ON users (project_id, traits, last_active_at, id, signed_up_at)`
  // The projects whose existing users are to be completed: see `fill-user-traits.ts`.
  yield* sql`
    CREATE TABLE projects_without_user_traits (
      project_id ${text} PRIMARY KEY REFERENCES projects (id) ON DELETE CASCADE,
      last_signed_up_at ${integer} NOT NULL,
      last_id ${text} NOT NULL
    ) ${strict}`
  yield* sql`
    INSERT INTO projects_without_user_traits (project_id, last_signed_up_at, last_id)
    SELECT id, ${sql.literal(String(Number.MIN_SAFE_INTEGER))}, '' FROM projects`
  yield* sql.onDialectOrElse({ pg: () => onPostgres, orElse: () => onSqlite })
})

/** A condition that a column of an updated row has changed. */
const isChanged = (columns: ReadonlyArray<string>, isDistinct: string) =>
  columns.map((column) => `OLD.${column} ${isDistinct} NEW.${column}`).join(" OR ")

const OWN_COLUMNS = ["is_anonymous", "restricted_by_admin", "otp_auth_enabled"]

const onSqlite = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const refresh = (source: TraitSource, row: "NEW" | "OLD") => sql`
    UPDATE users SET traits = (traits & ~${sql.literal(String(source.bit))}) | ${traitOf(sql, source)}
    WHERE id = ${sql.literal(row)}.user_id AND traits & ${sql.literal(String(source.bit))} <> ${traitOf(sql, source)};`
  const own = sql`
    UPDATE users SET traits = (traits & ~${sql.literal(String(OWN_TRAITS))}) | ${ownTraits(sql, "NEW")}
    WHERE id = NEW.id;`
  yield* sql`
    CREATE TRIGGER user_traits_of_new_user AFTER INSERT ON users
    WHEN NEW.traits <> ${ownTraits(sql, "NEW")} BEGIN ${own} END`
  yield* sql`
    CREATE TRIGGER user_traits_of_changed_user AFTER UPDATE OF ${sql.literal(OWN_COLUMNS.join(", "))} ON users
    WHEN ${sql.literal(isChanged(OWN_COLUMNS, "<>"))} BEGIN ${own} END`
  for (const source of traitSources) {
    const name = (event: string) => sql.literal(`user_traits_of_${event}_${source.table}`)
    const table = sql.literal(source.table)
    yield* sql`CREATE TRIGGER ${name("new")} AFTER INSERT ON ${table} BEGIN ${refresh(source, "NEW")} END`
    yield* sql`CREATE TRIGGER ${name("removed")} AFTER DELETE ON ${table} BEGIN ${refresh(source, "OLD")} END`
    yield* sql`
      CREATE TRIGGER ${name("changed")} AFTER UPDATE OF ${sql.literal(source.columns.join(", "))} ON ${table}
      WHEN ${sql.literal(isChanged(source.columns, "<>"))}
      BEGIN ${refresh(source, "OLD")} ${refresh(source, "NEW")} END`
  }
})

const onPostgres = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE FUNCTION user_traits_of_user() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      NEW.traits := (NEW.traits & ~${sql.literal(String(OWN_TRAITS))}::bigint) | ${ownTraits(sql, "NEW")};
      RETURN NEW;
    END $$`
  yield* sql`
    CREATE TRIGGER user_traits_of_new_user BEFORE INSERT ON users
    FOR EACH ROW EXECUTE FUNCTION user_traits_of_user()`
  yield* sql`
    CREATE TRIGGER user_traits_of_changed_user BEFORE UPDATE ON users
    FOR EACH ROW WHEN (${sql.literal(isChanged(OWN_COLUMNS, "<>"))}) EXECUTE FUNCTION user_traits_of_user()`
  yield* Effect.forEach(traitSources, ofSource, { discard: true })
})

/** On PostgreSQL one statement may add the rows of many users, which triggers of rows would slow down. */
const ofSource = Effect.fnUntraced(function* (source: TraitSource) {
  const sql = yield* SqlClient.SqlClient
  const table = sql.literal(source.table)
  const name = (event: string) => sql.literal(`user_traits_of_${event}_${source.table}`)
  const bit = sql.literal(`${source.bit}::bigint`)
  // A change of the same user that commits meanwhile is seen after the lock, or it is a conflict.
  const refresh = (ids: string) => sql`
    PERFORM 1 FROM users WHERE id IN (${sql.literal(ids)}) ORDER BY id FOR NO KEY UPDATE;
    UPDATE users SET traits = (traits & ~${bit}) | ${traitOf(sql, source)}
    WHERE id IN (${sql.literal(ids)}) AND traits & ${bit} <> ${traitOf(sql, source)};`
  yield* sql`
    CREATE FUNCTION ${name("rows_of")}() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      ${refresh("SELECT rows_of.user_id FROM rows_of")}
      RETURN NULL;
    END $$`
  yield* sql`
    CREATE FUNCTION ${name("changed")}() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      ${refresh("OLD.user_id, NEW.user_id")}
      RETURN NULL;
    END $$`
  yield* sql`
    CREATE TRIGGER ${name("new")} AFTER INSERT ON ${table} REFERENCING NEW TABLE AS rows_of
    FOR EACH STATEMENT EXECUTE FUNCTION ${name("rows_of")}()`
  yield* sql`
    CREATE TRIGGER ${name("removed")} AFTER DELETE ON ${table} REFERENCING OLD TABLE AS rows_of
    FOR EACH STATEMENT EXECUTE FUNCTION ${name("rows_of")}()`
  yield* sql`
    CREATE TRIGGER ${name("changed")} AFTER UPDATE ON ${table}
    FOR EACH ROW WHEN (${sql.literal(isChanged(source.columns, "<>"))}) EXECUTE FUNCTION ${name("changed")}()`
})
