/** Pages of filtered users in a large project. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { UserFilter } from "../../../service/resources/users/user-filters.ts"
import * as UserStore from "../../../service/resources/users/user-store.ts"
import * as Database from "../../../service/sql/database.ts"

/** More users than a page with filters reads. */
const count = (sql: SqlClient.SqlClient) => sql.onDialectOrElse({ pg: () => 36_000, orElse: () => 9000 })

const oldest = "user00001"

/** Inserts users of whom the oldest one alone has a password, a passkey and an account at a provider. */
const insertUsers = SqlClient.SqlClient.use((sql) =>
  Effect.gen(function* () {
    yield* sql`
      INSERT INTO projects (id, display_name, description, is_production_mode, created_at)
      VALUES ('project', 'Test', '', 0, 0)`
    yield* sql`
      WITH RECURSIVE numbers (i) AS (
        SELECT CAST(1 AS BIGINT) UNION ALL SELECT i + 1 FROM numbers WHERE i < CAST(${count(sql)} AS BIGINT)
      )
      INSERT INTO users (
        id, project_id, client_metadata, client_read_only_metadata, server_metadata, otp_auth_enabled,
        signed_up_at, last_active_at
      )
      SELECT 'user' || substr(CAST(100000 + i AS TEXT), 2), 'project', 'null', 'null', 'null',
        CASE WHEN i = 1 THEN 1 ELSE 0 END, i, i
      FROM numbers`
    yield* sql`INSERT INTO passwords (user_id, hash, changed_at) VALUES (${oldest}, 'hash', 0)`
    yield* sql`
      INSERT INTO passkeys (user_id, id, project_id, name, credential_id, public_key, counter, registered_at)
      VALUES (${oldest}, 'passkey', 'project', 'Passkey', 'credential', 'key', 0, 0)`
    yield* sql`
      INSERT INTO oauth_accounts (id, project_id, provider_id, account_id, user_id, email, created_at)
      VALUES ('account', 'project', 'github', 'account', ${oldest}, NULL, 0)`
  })
)

const pageOf = (filter: UserFilter, from: string | null = null, text: string | null = null) =>
  Effect.map(
    UserStore.UserStore.use((store) =>
      store.page("project", { teamId: null, text, from, newestFirst: true, limit: 10, filter })
    ),
    ({ next, users }) => ({ ids: users.map(({ id }) => id), next })
  )

const database = Layer.provideMerge(UserStore.layer, Database.layer(Database.MEMORY))

describe("a page of filtered users", () => {
  it.effect("finds few users by an index, however many others are newer", () =>
    Effect.gen(function* () {
      yield* insertUsers
      for (const filter of [
        { signInMethod: "passkey" },
        { signInMethod: "oauth" },
        { signInMethod: "otp" },
        { activeUntil: 2 },
        { signInMethod: "passkey", activeUntil: 2, primaryEmailVerified: false }
      ] as const) {
        assert.deepStrictEqual(yield* pageOf(filter), { ids: [oldest], next: null }, JSON.stringify(filter))
      }
      const none = yield* pageOf({ signInMethod: "passkey", primaryEmailVerified: true })
      assert.deepStrictEqual(none, { ids: [], next: null })
    }).pipe(Effect.provide(database))
  )

  it.effect("ends early where no index selects few users, and the next pages have the others", () =>
    Effect.gen(function* () {
      yield* insertUsers
      const first = yield* pageOf({ signInMethod: "password" })
      assert.deepStrictEqual(first.ids, [])
      assert.isNotNull(first.next)
      const found = [...first.ids]
      let next: string | null = first.next
      while (next !== null) {
        const page: { ids: ReadonlyArray<string>; next: string | null } = yield* pageOf(
          { signInMethod: "password" },
          next
        )
        found.push(...page.ids)
        assert.notStrictEqual(page.next, next)
        next = page.next
      }
      assert.deepStrictEqual(found, [oldest])
    }).pipe(Effect.provide(database))
  )

  it.effect("has no gap and no user twice where a page ends early", () =>
    Effect.gen(function* () {
      yield* insertUsers
      const sql = yield* SqlClient.SqlClient
      // One of 1,000 users has a password: a page of ten would read more than it may.
      yield* sql`
        INSERT INTO passwords (user_id, hash, changed_at)
        SELECT id, 'hash', 0 FROM users WHERE id LIKE 'user__000' AND id <> ${oldest}`
      const expected = yield* sql<{ id: string }>`
        SELECT user_id AS id FROM passwords ORDER BY user_id DESC`
      const found: Array<string> = []
      let next: string | null = null
      do {
        const page: { ids: ReadonlyArray<string>; next: string | null } = yield* pageOf(
          { signInMethod: "password" },
          next
        )
        found.push(...page.ids)
        next = page.next
      } while (next !== null)
      assert.deepStrictEqual(
        found,
        expected.map(({ id }) => id)
      )
    }).pipe(Effect.provide(database))
  )

  it.effect("is not ended early by a search alone", () =>
    Effect.gen(function* () {
      yield* insertUsers
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE users SET display_name = 'Ada' WHERE id = ${oldest}`
      assert.deepStrictEqual(yield* pageOf({}, null, "ada"), { ids: [oldest], next: null })
    }).pipe(Effect.provide(database))
  )
})
