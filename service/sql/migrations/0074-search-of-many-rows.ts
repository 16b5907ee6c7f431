/**
 * Adds the rows of one statement to the index of a search at once, on PostgreSQL. For each row a function took more
 * time than the insertion of a user by an import.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { literals, type SearchIndex } from "../search/search-index.ts"
import { teamIndex, userIndex } from "../search/search-indexes.ts"

export const searchOfManyRows = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql.onDialectOrElse({
    pg: () => Effect.all([ofNewRows(userIndex), ofNewRows(teamIndex), ofNewAddresses], { discard: true }),
    // SQLite has no triggers of statements.
    orElse: () => Effect.void
  })
)

const ofNewRows = Effect.fnUntraced(function* (index: SearchIndex) {
  const sql = yield* SqlClient.SqlClient
  const { name, row, table } = literals(sql, index)
  yield* sql`
    CREATE FUNCTION ${name}_of_new_${table}() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO ${name} (${row}_id, project_id, text)
      SELECT ${table}.id, ${table}.project_id, ${index.texts(sql)} FROM added AS ${table}
      ON CONFLICT (${row}_id) DO NOTHING;
      RETURN NULL;
    END $$`
  yield* sql`DROP TRIGGER ${name}_of_new_${row} ON ${table}`
  yield* sql`
    CREATE TRIGGER ${name}_of_new_${table} AFTER INSERT ON ${table} REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION ${name}_of_new_${table}()`
})

const ofNewAddresses = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const texts = userIndex.texts(sql)
  // A change of the same row that commits meanwhile is seen after the lock, or it is a conflict. The text is the same
  // if one statement has inserted users and addresses.
  yield* sql`
    CREATE FUNCTION user_search_of_new_addresses() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO user_search (user_id, project_id, text)
      SELECT users.id, users.project_id, ${texts} FROM users
      WHERE users.id IN (SELECT added.user_id FROM added)
        AND NOT EXISTS (SELECT 1 FROM user_search AS known WHERE known.user_id = users.id)
      ON CONFLICT (user_id) DO NOTHING;
      PERFORM 1 FROM user_search WHERE user_id IN (SELECT added.user_id FROM added) ORDER BY user_id FOR UPDATE;
      UPDATE user_search SET text = fresh.text
      FROM (
        SELECT users.id, ${texts} AS text FROM users WHERE users.id IN (SELECT added.user_id FROM added)
      ) AS fresh
      WHERE user_search.user_id = fresh.id AND user_search.text <> fresh.text COLLATE "C";
      RETURN NULL;
    END $$`
  yield* sql`DROP TRIGGER user_search_of_address ON contact_channels`
  yield* sql`
    CREATE TRIGGER user_search_of_new_addresses AFTER INSERT ON contact_channels REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION user_search_of_new_addresses()`
  yield* sql`
    CREATE TRIGGER user_search_of_removed_address AFTER DELETE ON contact_channels
    FOR EACH ROW EXECUTE FUNCTION user_search_of_address()`
})
