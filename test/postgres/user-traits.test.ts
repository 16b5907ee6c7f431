/** The traits of users on PostgreSQL, when two transactions change the same user. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { layerTest } from "../../service/development.ts"
import { traits } from "../../service/sql/user-traits.ts"
import { PROJECT_ID, seedWith } from "../service/fixture.ts"
import { connectTo, query } from "./connected.ts"
import { server, temporaryDatabase } from "./server.ts"

const insertUser = `
  INSERT INTO users (
    id, project_id, client_metadata, client_read_only_metadata, server_metadata, otp_auth_enabled, signed_up_at,
    last_active_at
  )
  VALUES ('user', '${PROJECT_ID}', 'null', 'null', 'null', 0, 0, 0)`

const insertPasskey = (id: string) => `
  INSERT INTO passkeys (user_id, id, project_id, name, credential_id, public_key, counter, registered_at)
  VALUES ('user', '${id}', '${PROJECT_ID}', 'Passkey', '${id}', 'key', 0, 0)`

/** Waits until a connection waits for a lock. */
const untilLocked = (url: string): Effect.Effect<void> =>
  Effect.flatMap(query(url, "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'"), (rows) =>
    rows.length > 0 ? Effect.void : Effect.andThen(Effect.yieldNow, untilLocked(url))
  )

describe.skipIf(server === undefined)("the traits of a user on PostgreSQL", () => {
  it.effect.each<readonly [name: string, statement: string, expected: number]>([
    [
      "one adds a passkey, and the other one removes the first",
      "DELETE FROM passkeys WHERE id = 'old'",
      traits.passkey
    ],
    [
      "one adds a passkey, and the other one a password",
      "INSERT INTO passwords VALUES ('user', 'hash', 0)",
      traits.passkey | traits.password
    ]
  ])("are those after both transactions: %s", ([, statement, expected]) =>
    Effect.gen(function* () {
      const url = yield* temporaryDatabase
      yield* Effect.provide(Effect.void, layerTest({ database: url, seed: seedWith() }))
      yield* query(url, `${insertUser}; ${insertPasskey("old")}`)
      const first = yield* connectTo(url)
      const second = yield* connectTo(url)
      yield* Effect.promise(() => first.query(`BEGIN; ${insertPasskey("new")}`))
      const waiting = second.query(statement)
      yield* untilLocked(url)
      yield* Effect.promise(() => first.query("COMMIT"))
      yield* Effect.promise(() => waiting)
      const [row] = yield* query(url, "SELECT traits FROM users WHERE id = 'user'")
      assert.strictEqual(Number(row.traits), expected)
    })
  )
})
