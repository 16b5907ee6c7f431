// @ts-check
// Fills the databases of the benchmarks: a project with many users, 1,000 of them in one team.
//
// The service creates the tables, the project and its keys. A few statements that both databases support insert the
// users within seconds. All users have the same password, so that it is hashed once.

import { Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { createHash } from "node:crypto"
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import * as PasswordHasher from "../../service/crypto/password-hasher.ts"
import { hashOpaqueToken } from "../../service/crypto/opaque-token.ts"
import { layer as serviceLayer } from "../../service/development.ts"
import * as Database from "../../service/sql/database.ts"
import { fillUserTraits } from "../../service/sql/fill-user-traits.ts"
import { fillSearchIndex } from "../../service/sql/search/fill-search-index.ts"
import { userIndex } from "../../service/sql/search/search-indexes.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))
const cache = join(root, "node_modules", ".cache", "keystile", "bench-service")

export const TEAM_ID = "11111111-1111-4111-8111-111111111111"
const TEAM_SIZE = 1000

/** The project and its keys. */
export const project = {
  id: "22222222-2222-4222-8222-222222222222",
  publishableClientKey: "pck_bench_0123456789",
  secretServerKey: "ssk_bench_0123456789"
}

/** The password of all users. */
export const PASSWORD = "one password for all of them"

/** The number of users whose refresh tokens are known. They are distributed over all users. */
const VISITORS = 100

/** Distributes the ids as random ones would be. Consecutive ids would be on the same database page. */
const MULTIPLIER = 48_271
const MODULUS = 99_999_989

/** @param {number} i from 1 */
const idOf = (i) =>
  `${String(100_000_000 + ((i * MULTIPLIER) % MODULUS)).slice(1)}-0000-4000-8000-${String(1e12 + i).slice(1)}`

/** @param {number} users */
export const visitors = (users) =>
  Array.from({ length: VISITORS }, (_, index) => {
    // Every visitor is in the team.
    const i = (Math.floor((index * TEAM_SIZE) / VISITORS) + 1) * Math.max(1, Math.floor(users / TEAM_SIZE))
    const userId = idOf(i)
    return {
      userId,
      sessionId: `held-${userId}`,
      email: `person${i}@example.com`,
      refreshToken: `refresh-token-of-the-visitor-number-${i}`.padEnd(45, "0")
    }
  })

/** The sign-up of the oldest user, in epoch milliseconds. The others follow at intervals of a second. */
const FIRST_SIGN_UP = Date.UTC(2025, 0, 1)

/** The users that one statement inserts. PostgreSQL stops statements that take long. */
const BATCH = 50_000

/** The users of numbers from `first` to `last`, as the table `people`. @param {number} first @param {number} last */
const peopleRows = (first, last) =>
  Effect.map(SqlClient.SqlClient, (sql) => {
    // SQLite's driver binds every number as REAL.
    const whole = (/** @type {number} */ value) => sql`CAST(${value} AS BIGINT)`
    return sql`
      WITH RECURSIVE numbers (i) AS (
        SELECT ${whole(first)} UNION ALL SELECT i + 1 FROM numbers WHERE i < ${whole(last)}
      ),
      people AS (
        SELECT
          i,
          substr(CAST(100000000 + (i * ${whole(MULTIPLIER)}) % ${whole(MODULUS)} AS TEXT), 2) || '-0000-4000-8000-'
            || substr(CAST(1000000000000 + i AS TEXT), 2) AS id,
          ${whole(FIRST_SIGN_UP)} + i * 1000 AS at
        FROM numbers
      )`
  })

const insertPeople = Effect.fnUntraced(function* (
  /** @type {{ first: number, last: number, hash: string }} */ { first, hash, last }
) {
  const sql = yield* SqlClient.SqlClient
  const numbers = yield* peopleRows(first, last)
  yield* sql`
    ${numbers}
    INSERT INTO users (
      id, project_id, display_name, profile_image_url, client_metadata, client_read_only_metadata,
      server_metadata, totp_secret, otp_auth_enabled, signed_up_at, last_active_at
    )
    SELECT id, ${project.id}, 'Person ' || i, NULL, '{"theme":"dark"}', 'null', '{"plan":"pro"}', NULL, 0, at, at
    FROM people`
  yield* sql`
    ${numbers}
    INSERT INTO contact_channels (
      id, project_id, user_id, type, value, is_primary, is_verified, used_for_auth, created_at
    )
    SELECT 'channel-' || i, ${project.id}, id, 'email', 'person' || i || '@example.com', 1, 1, 1, at FROM people`
  yield* sql`
    ${numbers}
    INSERT INTO passwords (user_id, hash, changed_at) SELECT id, ${hash}, at FROM people`
  yield* sql`
    ${numbers}
    INSERT INTO sessions (id, project_id, user_id, refresh_token_hash, created_at, expires_at)
    SELECT 'session-' || i, ${project.id}, id, 'session-without-a-known-token-' || i, at, NULL FROM people`
  yield* sql`
    ${numbers}
    INSERT INTO user_activity (project_id, user_id, day) SELECT ${project.id}, id, at / 86400000 FROM people`
})

const fillWith = Effect.fnUntraced(function* (/** @type {number} */ users) {
  const sql = yield* SqlClient.SqlClient
  const hasher = yield* PasswordHasher.PasswordHasher
  const hash = yield* hasher.hash(Redacted.make(PASSWORD))
  for (let first = 1; first <= users; first += BATCH)
    yield* insertPeople({ first, last: Math.min(first + BATCH - 1, users), hash })
  yield* sql`
    INSERT INTO teams (
      id, project_id, display_name, profile_image_url, client_metadata, client_read_only_metadata, server_metadata,
      created_at
    )
    VALUES (${TEAM_ID}, ${project.id}, 'Everybody', NULL, 'null', 'null', 'null', ${FIRST_SIGN_UP})`
  const each = Math.max(1, Math.floor(users / TEAM_SIZE))
  yield* sql`
    ${yield* peopleRows(1, users)}
    INSERT INTO team_memberships (
      project_id, team_id, user_id, is_selected, display_name, profile_image_url, created_at
    )
    SELECT ${project.id}, ${TEAM_ID}, id, 1, NULL, NULL, at FROM people
    WHERE i % CAST(${each} AS BIGINT) = 0 AND i <= CAST(${each * TEAM_SIZE} AS BIGINT)`
  yield* sql`
    INSERT INTO member_permissions (project_id, team_id, user_id, permission_id)
    SELECT project_id, team_id, user_id, 'member' FROM team_memberships WHERE team_id = ${TEAM_ID}`
  for (const { refreshToken, sessionId, userId } of visitors(users)) {
    yield* sql`
      INSERT INTO sessions (id, project_id, user_id, refresh_token_hash, created_at, expires_at)
      VALUES (
        ${sessionId}, ${project.id}, ${userId}, ${hashOpaqueToken(refreshToken)}, ${FIRST_SIGN_UP}, NULL
      )`
  }
})

/**
 * Creates the project with its users in an empty database.
 *
 * @param {string} database a path or a PostgreSQL URL
 * @param {number} users
 */
export const fill = (database, users) => {
  const { id, publishableClientKey, secretServerKey } = project
  const seed = {
    projects: [
      { id, displayName: "Speed", keys: { publishableClientKey, secretServerKey }, config: { magicLinkEnabled: true } }
    ]
  }
  const withTables = Effect.scoped(Layer.build(serviceLayer({ database, seed })))
  const filled = Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    // The triggers of the search and of the traits would take most of the time.
    const setTriggers = (/** @type {"DISABLE" | "ENABLE"} */ how) =>
      sql.onDialectOrElse({
        pg: () =>
          Effect.forEach(
            ["users", "contact_channels", "passwords"],
            (name) => sql`ALTER TABLE ${sql(name)} ${sql.literal(how)} TRIGGER USER`
          ),
        orElse: () => Effect.void
      })
    if (users > 0) {
      yield* setTriggers("DISABLE")
      yield* sql.withTransaction(fillWith(users))
      yield* setTriggers("ENABLE")
      yield* sql`UPDATE user_search_projects SET filled_to = '' WHERE project_id = ${id}`
      yield* fillSearchIndex(userIndex)
      yield* sql`
        INSERT INTO projects_without_user_traits (project_id, last_signed_up_at, last_id) VALUES (${id}, -1, '')`
      yield* fillUserTraits
    }
    // A server in use has run autovacuum. A new one has no statistics yet.
    yield* sql.onDialectOrElse({ pg: () => sql`VACUUM ANALYZE`, orElse: () => Effect.void })
  })
  return Effect.runPromise(
    Effect.andThen(withTables, filled.pipe(Effect.provide([Database.layer(database), PasswordHasher.layer])))
  )
}

/** A hash of the sources that the files depend on. */
const version = () => {
  const hash = createHash("sha256").update(readFileSync(fileURLToPath(import.meta.url)))
  hash.update(readFileSync(join(root, "service", "crypto", "argon2-hash.ts")))
  const migrations = join(root, "service", "sql", "migrations")
  for (const name of readdirSync(migrations).sort()) hash.update(readFileSync(join(migrations, name)))
  return hash.digest("hex").slice(0, 12)
}

/**
 * Copies a SQLite file with this number of users to a path. The file is created once and cached.
 *
 * @param {string} path
 * @param {number} users
 */
export const filledFile = async (path, users) => {
  const kept = join(cache, `${users}-${version()}.db`)
  if (!existsSync(kept)) {
    mkdirSync(dirname(kept), { recursive: true })
    for (const name of readdirSync(cache)) if (name.startsWith(`${users}-`)) rmSync(join(cache, name), { force: true })
    const unfinished = `${kept}.${process.pid}`
    await fill(unfinished, users)
    renameSync(unfinished, kept)
  }
  copyFileSync(kept, path)
}
