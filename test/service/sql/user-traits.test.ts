/** The traits of users, which triggers keep up to date. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import * as Database from "../../../service/sql/database.ts"
import { fillUserTraits } from "../../../service/sql/fill-user-traits.ts"
import { traits } from "../../../service/sql/user-traits.ts"

type Statements = (sql: SqlClient.SqlClient) => Effect.Effect<unknown, SqlError.SqlError>

const insertUsers = SqlClient.SqlClient.use((sql) =>
  Effect.andThen(
    sql`
      INSERT INTO projects (id, display_name, description, is_production_mode, created_at)
      VALUES ('project', 'Test', '', 0, 0), ('other', 'Test', '', 0, 0)`,
    sql`
      INSERT INTO users (
        id, project_id, client_metadata, client_read_only_metadata, server_metadata, otp_auth_enabled, is_anonymous,
        signed_up_at, last_active_at
      ) VALUES
        ('ada', 'project', 'null', 'null', 'null', 0, 0, 0, 0),
        ('bob', 'project', 'null', 'null', 'null', 1, 1, 0, 0)`
  )
)

const traitsOf = (id: string) =>
  SqlClient.SqlClient.use((sql) =>
    Effect.map(sql<{ traits: number }>`SELECT traits FROM users WHERE id = ${id}`, ([user]) => user?.traits)
  )

const passkey =
  (id: string, userId = "ada"): Statements =>
  (sql) =>
    sql`
    INSERT INTO passkeys (user_id, id, project_id, name, credential_id, public_key, counter, registered_at)
    VALUES (${userId}, ${id}, 'project', 'Passkey', ${id}, 'key', 0, 0)`
const account =
  (id: string, allowSignIn: 0 | 1): Statements =>
  (sql) =>
    sql`
    INSERT INTO oauth_accounts (id, project_id, provider_id, account_id, user_id, email, created_at, allow_sign_in)
    VALUES (${id}, 'project', 'github', ${id}, 'ada', NULL, 0, ${allowSignIn})`
const address =
  (id: string, isPrimary: 0 | 1, isVerified: 0 | 1): Statements =>
  (sql) =>
    sql`
    INSERT INTO contact_channels (
      id, project_id, user_id, type, value, is_primary, is_verified, used_for_auth, created_at
    ) VALUES (${id}, 'project', 'ada', 'email', ${id}, ${isPrimary}, ${isVerified}, 0, 0)`

/** Each step with the traits of Ada after it. */
const steps: Readonly<Record<string, ReadonlyArray<readonly [Statements, number]>>> = {
  "columns of the user": [
    [(sql) => sql`UPDATE users SET is_anonymous = 1 WHERE id = 'ada'`, traits.anonymous],
    [
      (sql) => sql`UPDATE users SET restricted_by_admin = 1, otp_auth_enabled = 1 WHERE id = 'ada'`,
      traits.anonymous | traits.restrictedByAdmin | traits.otp
    ],
    [(sql) => sql`UPDATE users SET is_anonymous = 0, restricted_by_admin = 0 WHERE id = 'ada'`, traits.otp],
    [(sql) => sql`UPDATE users SET display_name = 'Ada' WHERE id = 'ada'`, traits.otp],
    [(sql) => sql`UPDATE users SET otp_auth_enabled = 0 WHERE id = 'ada'`, 0]
  ],
  "a password": [
    [(sql) => sql`INSERT INTO passwords (user_id, hash, changed_at) VALUES ('ada', 'hash', 0)`, traits.password],
    [(sql) => sql`UPDATE passwords SET hash = 'other' WHERE user_id = 'ada'`, traits.password],
    [(sql) => sql`UPDATE users SET otp_auth_enabled = 1 WHERE id = 'ada'`, traits.password | traits.otp],
    [(sql) => sql`DELETE FROM passwords WHERE user_id = 'ada'`, traits.otp]
  ],
  "the last of two passkeys": [
    [passkey("first"), traits.passkey],
    [passkey("second"), traits.passkey],
    [(sql) => sql`DELETE FROM passkeys WHERE id = 'first'`, traits.passkey],
    [(sql) => sql`UPDATE passkeys SET user_id = 'bob' WHERE id = 'second'`, 0]
  ],
  "an account at a provider with which one may sign in": [
    [account("connected", 0), 0],
    [account("sign-in", 1), traits.oauth],
    [(sql) => sql`UPDATE oauth_accounts SET allow_sign_in = 0`, 0],
    [(sql) => sql`UPDATE oauth_accounts SET allow_sign_in = 1 WHERE id = 'sign-in'`, traits.oauth],
    [(sql) => sql`DELETE FROM oauth_accounts`, 0]
  ],
  "a verified primary address": [
    [address("a@example.com", 0, 1), 0],
    [address("b@example.com", 1, 0), 0],
    [(sql) => sql`UPDATE contact_channels SET is_verified = 1 WHERE is_primary = 1`, traits.verifiedEmail],
    [(sql) => sql`UPDATE contact_channels SET is_primary = 0`, 0],
    [(sql) => sql`UPDATE contact_channels SET is_primary = 1 WHERE id = 'a@example.com'`, traits.verifiedEmail],
    [(sql) => sql`DELETE FROM contact_channels WHERE id = 'a@example.com'`, 0]
  ]
}

const USERS = 4500

/** Users as in a database from before the column, each tenth with a password. */
const insertOldUsers = SqlClient.SqlClient.use((sql) =>
  Effect.gen(function* () {
    yield* insertUsers
    yield* sql`
      WITH RECURSIVE numbers (i) AS (
        SELECT CAST(1 AS BIGINT) UNION ALL SELECT i + 1 FROM numbers WHERE i < CAST(${USERS} AS BIGINT)
      )
      INSERT INTO users (
        id, project_id, client_metadata, client_read_only_metadata, server_metadata, otp_auth_enabled,
        signed_up_at, last_active_at
      )
      SELECT 'user' || i, 'other', 'null', 'null', 'null', 1, i % 7, 0 FROM numbers`
    yield* sql`
      INSERT INTO passwords (user_id, hash, changed_at)
      SELECT id, 'hash', 0 FROM users WHERE project_id = 'other' AND id LIKE '%0'`
    yield* sql`UPDATE users SET traits = 0`
    yield* sql`
      INSERT INTO projects_without_user_traits (project_id, last_signed_up_at, last_id)
      SELECT id, -1, '' FROM projects`
  })
)

const counts = SqlClient.SqlClient.use((sql) =>
  Effect.map(
    sql<{ traits: number; count: number }>`
      SELECT traits, count(*) AS count FROM users GROUP BY traits ORDER BY traits`,
    (rows) => rows.map((row) => [row.traits, row.count])
  )
)

const filled = [
  [0, 1],
  [traits.otp, USERS * 0.9],
  [traits.otp | traits.anonymous, 1],
  [traits.otp | traits.password, USERS * 0.1]
].toSorted(([a = 0], [b = 0]) => a - b)

/** Waits for the first transaction. */
const untilBegun: Effect.Effect<void, SqlError.SqlError, SqlClient.SqlClient> = Effect.flatMap(counts, ({ length }) =>
  length === 1 ? Effect.andThen(Effect.yieldNow, untilBegun) : Effect.void
)

const withDatabase = Effect.provide(Database.layer(Database.MEMORY))

describe("the traits of a user", () => {
  it.effect.each(Object.entries(steps))("depend on %s", ([, changes]) =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* insertUsers
      const others = traits.otp | traits.anonymous
      assert.strictEqual(yield* traitsOf("bob"), others)
      for (const [index, [change, expected]] of changes.entries()) {
        yield* change(sql)
        assert.strictEqual(yield* traitsOf("ada"), expected, `step ${index + 1}`)
      }
      const moved = yield* sql`SELECT 1 AS found FROM passkeys WHERE user_id = 'bob'`
      assert.strictEqual(yield* traitsOf("bob"), moved.length === 0 ? others : others | traits.passkey)
    }).pipe(withDatabase)
  )

  it.effect(
    "are set for the users of an older database, once",
    () =>
      Effect.gen(function* () {
        yield* insertOldUsers
        yield* fillUserTraits
        assert.deepStrictEqual(yield* counts, filled)
        const sql = yield* SqlClient.SqlClient
        assert.deepStrictEqual(yield* sql`SELECT project_id FROM projects_without_user_traits`, [])
        yield* sql`UPDATE users SET traits = 0`
        yield* fillUserTraits
        assert.deepStrictEqual(yield* counts, [[0, USERS + 2]])
      }).pipe(withDatabase),
    60_000
  )

  it.effect(
    "are completed by the next start when one was interrupted",
    () =>
      Effect.gen(function* () {
        yield* insertOldUsers
        const first = yield* Effect.forkChild(fillUserTraits)
        yield* untilBegun
        yield* Fiber.interrupt(first)
        assert.notDeepEqual(yield* counts, filled)
        yield* fillUserTraits
        assert.deepStrictEqual(yield* counts, filled)
      }).pipe(withDatabase),
    60_000
  )
})
