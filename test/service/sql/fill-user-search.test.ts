/** The index of the search for users in a database from before it existed. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import * as UserStore from "../../../service/resources/users/user-store.ts"
import * as Database from "../../../service/sql/database.ts"
import { fillSearchIndex } from "../../../service/sql/search/fill-search-index.ts"
import { userIndex } from "../../../service/sql/search/search-indexes.ts"

const fillUserSearch = fillSearchIndex(userIndex)

/** More than one transaction fills in. */
const USERS = 4500

const stores = UserStore.layer.pipe(Layer.provideMerge(Database.layer(Database.MEMORY)))

/** Creates two projects. Their users are not in the index, as in a database from before it existed. */
const makeOldUsers = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const [project, users] of [
    ["a", USERS],
    ["b", 1],
    ["c", 0]
  ] as const) {
    yield* sql`
      INSERT INTO projects (id, display_name, description, is_production_mode, created_at)
      VALUES (${project}, 'Test', '', 0, 0)`
    yield* sql`
      WITH RECURSIVE numbers (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM numbers WHERE i < CAST(${users} AS BIGINT))
      INSERT INTO users (
        id, project_id, display_name, client_metadata, client_read_only_metadata, server_metadata, otp_auth_enabled,
        signed_up_at, last_active_at
      )
      SELECT ${project} || i, CAST(${project} AS TEXT), 'Person ' || i, 'null', 'null', 'null', 0, i, i FROM numbers
      WHERE i <= CAST(${users} AS BIGINT)`
  }
  yield* addAddress("a1", "Old@a.example")
  yield* sql`DELETE FROM user_search`
  yield* sql`UPDATE user_search_projects SET filled_to = ''`
})

const addAddress = (userId: string, value: string) =>
  SqlClient.SqlClient.use(
    (sql) => sql`
      INSERT INTO contact_channels (
        id, project_id, user_id, type, value, is_primary, is_verified, used_for_auth, created_at
      )
      SELECT ${userId + value}, project_id, id, 'email', ${value}, 0, 0, 0, 0 FROM users WHERE id = ${userId}`
  )

const search = (text: string, projectId = "a") =>
  UserStore.UserStore.use((store) =>
    Effect.map(store.page(projectId, { teamId: null, text, from: null, newestFirst: false, limit: 50 }), ({ users }) =>
      users.map(({ id }) => id)
    )
  )

const counts = SqlClient.SqlClient.use((sql) =>
  Effect.map(
    sql<{ rows: number; open: number }>`
      SELECT (SELECT count(*) FROM user_search) AS rows,
        (SELECT count(*) FROM user_search_projects WHERE filled_to IS NOT NULL) AS open`,
    ([row]) => row
  )
)

/** Waits for the first transaction. */
const untilBegun: Effect.Effect<void, SqlError.SqlError, SqlClient.SqlClient> = Effect.flatMap(counts, (row) =>
  row?.rows === 0 ? Effect.andThen(Effect.yieldNow, untilBegun) : Effect.void
)

describe("the index of the search for users, in an older database", () => {
  it.effect(
    "contains all users of all projects after the start, once",
    () =>
      Effect.gen(function* () {
        yield* makeOldUsers
        yield* fillUserSearch
        yield* fillUserSearch
        assert.deepStrictEqual(yield* counts, { rows: USERS + 1, open: 0 })
        assert.deepStrictEqual(yield* search("old@A.example"), ["a1"])
        assert.deepStrictEqual(yield* search("person 4321"), ["a4321"])
        assert.deepStrictEqual(yield* search("person 1", "b"), ["b1"])
        assert.deepStrictEqual(yield* search("person", "c"), [])
      }).pipe(Effect.provide(stores)),
    60_000
  )

  it.effect(
    "has users who change before they are added",
    () =>
      Effect.gen(function* () {
        yield* makeOldUsers
        const sql = yield* SqlClient.SqlClient
        yield* addAddress("a4400", "early@a.example")
        yield* sql`UPDATE users SET display_name = 'Renamed' WHERE id = 'a4401'`
        yield* sql`DELETE FROM users WHERE id = 'a4402'`
        yield* fillUserSearch
        assert.deepStrictEqual(yield* counts, { rows: USERS, open: 0 })
        assert.deepStrictEqual(yield* search("early@a.example"), ["a4400"])
        assert.deepStrictEqual(yield* search("person 4400"), ["a4400"])
        assert.deepStrictEqual(yield* search("renamed"), ["a4401"])
        for (const text of ["person 4401", "person 4402"]) assert.deepStrictEqual(yield* search(text), [])
      }).pipe(Effect.provide(stores)),
    60_000
  )

  it.effect(
    "is completed by the next start when one was interrupted",
    () =>
      Effect.gen(function* () {
        yield* makeOldUsers
        const first = yield* Effect.forkChild(fillUserSearch)
        yield* untilBegun
        yield* Fiber.interrupt(first)
        assert.notStrictEqual((yield* counts)?.open, 0)
        yield* fillUserSearch
        assert.deepStrictEqual(yield* counts, { rows: USERS + 1, open: 0 })
      }).pipe(Effect.provide(stores)),
    60_000
  )
})
