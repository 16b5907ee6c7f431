/** The index of the search for users on PostgreSQL, when two transactions change the same user. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { layerTest } from "../../service/development.ts"
import { PROJECT_ID, seedWith } from "../service/fixture.ts"
import { importContent, newDatabase, usersFile } from "../service/transfer/transfer-fixture.ts"
import { connectTo, query } from "./connected.ts"
import { server, temporaryDatabase } from "./server.ts"

const insertUser = `
  INSERT INTO users (
    id, project_id, display_name, client_metadata, client_read_only_metadata, server_metadata, otp_auth_enabled,
    signed_up_at, last_active_at
  )
  VALUES ('user', '${PROJECT_ID}', 'Ada', 'null', 'null', 'null', 0, 0, 0)`

const insertAddress = (name: string) => `
  INSERT INTO contact_channels (
    id, project_id, user_id, type, value, is_primary, is_verified, used_for_auth, created_at
  )
  VALUES ('${name}', '${PROJECT_ID}', 'user', 'email', '${name}@a.example', 0, 0, 0, 0)`

/** Waits until a connection waits for a lock. */
const untilLocked = (url: string): Effect.Effect<void> =>
  Effect.flatMap(query(url, "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'"), (rows) =>
    rows.length > 0 ? Effect.void : Effect.andThen(Effect.yieldNow, untilLocked(url))
  )

describe.skipIf(server === undefined)("the index of the search for users on PostgreSQL", () => {
  it.effect.each([
    ["a user of the index", ""],
    ["a user from before the index existed", "DELETE FROM user_search"]
  ])("has both addresses that two transactions add to %s", ([, change]) =>
    Effect.gen(function* () {
      const url = yield* temporaryDatabase
      yield* Effect.provide(Effect.void, layerTest({ database: url, seed: seedWith() }))
      yield* query(url, `${insertUser}; ${change}`)
      const first = yield* connectTo(url)
      const second = yield* connectTo(url)
      yield* Effect.promise(() => first.query(`BEGIN; ${insertAddress("one")}`))
      const waiting = second.query(insertAddress("two"))
      yield* untilLocked(url)
      yield* Effect.promise(() => first.query("COMMIT"))
      yield* Effect.promise(() => waiting)
      const [row] = yield* query(url, "SELECT text FROM user_search WHERE user_id = 'user'")
      assert.sameMembers(row.text.split("\u001f\u001f"), ["ada", "one@a.example", "two@a.example", ""])
    })
  )

  it.effect("refuses one of two serializable transactions that change a user, so that it is retried", () =>
    Effect.gen(function* () {
      const url = yield* temporaryDatabase
      yield* Effect.provide(Effect.void, layerTest({ database: url, seed: seedWith() }))
      yield* query(url, insertUser)
      const first = yield* connectTo(url)
      const second = yield* connectTo(url)
      const begin = "BEGIN ISOLATION LEVEL SERIALIZABLE; SELECT 1 FROM users WHERE id = 'user'"
      yield* Effect.promise(() => first.query(begin))
      yield* Effect.promise(() => second.query(begin))
      yield* Effect.promise(() => first.query(insertAddress("one")))
      const waiting = second.query(insertAddress("two")).then(
        () => "",
        (error: { readonly code?: string }) => error.code
      )
      yield* untilLocked(url)
      yield* Effect.promise(() => first.query("COMMIT"))
      assert.strictEqual(yield* Effect.promise(() => waiting), "40001")
    })
  )

  it.effect("has the name and the address of each imported user, and its tables have statistics", () =>
    Effect.gen(function* () {
      const url = yield* newDatabase()
      const { imported } = yield* importContent(url, usersFile(450))
      assert.strictEqual(imported.user, 450)
      const missing = `
        SELECT 1 FROM users JOIN contact_channels ON contact_channels.user_id = users.id
        LEFT JOIN user_search ON user_search.user_id = users.id
        WHERE user_search.text IS NULL OR strpos(user_search.text, lower(users.display_name)) = 0
          OR strpos(user_search.text, contact_channels.value) = 0`
      assert.deepStrictEqual(yield* query(url, missing), [])
      const analyzed = "SELECT relname FROM pg_class WHERE relname IN ('users', 'contact_channels') AND reltuples > 0"
      assert.strictEqual((yield* query(url, analyzed)).length, 2)
    })
  )
})
