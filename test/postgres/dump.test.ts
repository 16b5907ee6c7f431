/** The tables of a PostgreSQL database contain no secret. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { findingsIn, withEverySecret } from "../service/crypto/secrets/every-secret.ts"
import { query } from "./connected.ts"
import { server, temporaryDatabase } from "./server.ts"

const readTables = Schema.decodeUnknownSync(Schema.Array(Schema.Struct({ name: Schema.String })))

/** Returns all rows of all tables as JSON, by table. */
const dumpOf = Effect.fnUntraced(function* (url: string) {
  const tables = readTables(
    yield* query(url, "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1")
  )
  const contents = yield* Effect.forEach(tables, ({ name }) =>
    Effect.map(query(url, `SELECT * FROM "${name}"`), (rows) => [name, JSON.stringify(rows)] as const)
  )
  return new Map(contents)
})

describe.skipIf(server === undefined)("the tables of a database on PostgreSQL", () => {
  it.live("contain no secret, in plain text, base64 or hexadecimal", () =>
    Effect.gen(function* () {
      const url = yield* temporaryDatabase
      yield* withEverySecret(url, (secrets) =>
        Effect.gen(function* () {
          const dump = yield* dumpOf(url)
          assert.isAtLeast(dump.size, 30)
          assert.deepStrictEqual(findingsIn(secrets, dump), [])
          assert.isNotEmpty(findingsIn(new Map([["address", "bob@example.com"]]), dump))
        })
      )
    })
  )
})
