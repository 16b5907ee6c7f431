// @ts-check
// Adds to a filled database what the lists of the console are filtered by: other methods of signing in, unverified
// addresses, and many teams.

import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import * as Database from "../../service/sql/database.ts"
import { fillSearchIndex } from "../../service/sql/search/fill-search-index.ts"
import { teamIndex } from "../../service/sql/search/search-indexes.ts"
import { project } from "./filled.mjs"

/** Of so many users, one has an account at a provider. */
export const PER_ACCOUNT = 10
/** Of so many users, one has a passkey. */
export const PER_PASSKEY = 5000
/** Of so many users, one belongs to a team of its own. */
export const PER_TEAM = 10

/** The creation of the oldest team, in epoch milliseconds. The others follow at intervals of a second. */
const FIRST_TEAM = Date.UTC(2025, 0, 1)

const vary = Effect.fnUntraced(function* (/** @type {number} */ users) {
  const sql = yield* SqlClient.SqlClient
  // The service stops statements that take long.
  yield* sql.onDialectOrElse({ pg: () => sql`SET LOCAL statement_timeout = 0`, orElse: () => Effect.void })
  // The last six digits of an id are the number of the user.
  const number = sql`CAST(substr(users.id, 25) AS BIGINT)`
  const each = (/** @type {number} */ count, /** @type {number} */ rest) =>
    sql`users.project_id = ${project.id} AND ${number} % CAST(${count} AS BIGINT) = CAST(${rest} AS BIGINT)`
  yield* sql`
    INSERT INTO oauth_accounts (id, project_id, provider_id, account_id, user_id, email, created_at)
    SELECT users.id, users.project_id, 'github', users.id, users.id, NULL, signed_up_at FROM users
    WHERE ${each(PER_ACCOUNT, 0)}`
  yield* sql`
    INSERT INTO passkeys (user_id, id, project_id, name, credential_id, public_key, counter, registered_at)
    SELECT users.id, users.id, users.project_id, 'Passkey', users.id, 'key', 0, signed_up_at FROM users
    WHERE ${each(PER_PASSKEY, 7)}`
  // No user with an account: so a filter by both selects none.
  yield* sql`
    UPDATE contact_channels SET is_verified = 0
    WHERE user_id IN (SELECT users.id FROM users WHERE ${each(PER_ACCOUNT, 1)})`
  yield* sql`
    WITH RECURSIVE numbers (i) AS (
      SELECT CAST(1 AS BIGINT) UNION ALL SELECT i + 1 FROM numbers WHERE i < CAST(${users / PER_TEAM} AS BIGINT)
    )
    INSERT INTO teams (
      id, project_id, display_name, profile_image_url, client_metadata, client_read_only_metadata, server_metadata,
      created_at
    )
    SELECT
      substr(CAST(100000000 + (i * 48271) % 99999989 AS TEXT), 2) || '-0000-4000-9000-'
        || substr(CAST(1000000000000 + i AS TEXT), 2),
      ${project.id}, 'Guild ' || i, NULL, 'null', 'null', 'null', CAST(${FIRST_TEAM} AS BIGINT) + i * 1000
    FROM numbers`
})

/**
 * Adds the data to a database that was filled with this number of users.
 *
 * @param {string} database a path or a PostgreSQL URL
 * @param {number} users
 */
export const addVariety = (database, users) => {
  const added = Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    // The triggers of the search would take most of the time.
    const setTriggers = (/** @type {"DISABLE" | "ENABLE"} */ how) =>
      sql.onDialectOrElse({
        pg: () => sql`ALTER TABLE teams ${sql.literal(how)} TRIGGER USER`,
        orElse: () => Effect.void
      })
    yield* setTriggers("DISABLE")
    yield* sql.withTransaction(vary(users))
    yield* setTriggers("ENABLE")
    yield* sql`UPDATE team_search_projects SET filled_to = '' WHERE project_id = ${project.id}`
    yield* fillSearchIndex(teamIndex)
    yield* sql.onDialectOrElse({ pg: () => sql`VACUUM ANALYZE`, orElse: () => Effect.void })
  })
  return Effect.runPromise(added.pipe(Effect.provide(Database.layer(database))))
}
