/** Adds the index by which users are found by a part of their name or of an address. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { refreshOnSqlite } from "../search/create-on-sqlite.ts"
import { createSearchIndex } from "../search/create-search-index.ts"
import { userIndex } from "../search/search-indexes.ts"

export const userSearch = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* createSearchIndex(userIndex)
  yield* sql.onDialectOrElse({ pg: () => onPostgres, orElse: () => onSqlite })
})

const onSqlite = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const refresh = (userId: string) => refreshOnSqlite(sql, userIndex, userId)
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

const onPostgres = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
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
})
