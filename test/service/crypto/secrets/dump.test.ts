/** A copy of a database file contains no secret. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { readdirSync, readFileSync } from "node:fs"
import { temporaryFolder } from "../../temporary-folder.ts"
import { findingsIn, withEverySecret } from "./every-secret.ts"

describe("the files of a database on SQLite", () => {
  it.live("contain no secret, in plain text, base64 or hexadecimal", () =>
    Effect.gen(function* () {
      const { folder, path } = yield* temporaryFolder
      const read = () => new Map(readdirSync(folder).map((name) => [name, readFileSync(path(name), "latin1")]))
      yield* withEverySecret(path("a.db"), (secrets) =>
        Effect.sync(() => {
          assert.isAtLeast(secrets.size, 24)
          // Also the log, while the service runs.
          assert.include([...read().keys()], "a.db-wal")
          assert.deepStrictEqual(findingsIn(secrets, read()), [])
          assert.deepStrictEqual(findingsIn(new Map([["address", "bob@example.com"]]), read()).length > 0, true)
        })
      )
    })
  )
})
