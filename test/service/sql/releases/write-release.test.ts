/** Writes the SQLite database of a release: `KEYSTILE_RELEASE=0.1.0`. Otherwise nothing runs. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { readFileSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"
import { withEverySecret } from "../../crypto/secrets/every-secret.ts"
import { temporaryFolder } from "../../temporary-folder.ts"
import { readDatabase, readSecrets, writeRelease } from "./release.ts"

const release = process.env["KEYSTILE_RELEASE"]

describe.runIf(release !== undefined)("the database of a release on SQLite", () => {
  it.live("is written with its secrets, and read back as it was", () =>
    Effect.gen(function* () {
      const name = release ?? ""
      const { path } = yield* temporaryFolder
      yield* withEverySecret(path("a.db"), (secrets) =>
        Effect.gen(function* () {
          const database = new DatabaseSync(path("a.db"))
          database.prepare("VACUUM INTO ?").run(path("copy.db"))
          database.close()
          const copy = readFileSync(path("copy.db"))
          yield* writeRelease(name, "sqlite", copy, secrets)
          assert.isTrue(readDatabase(name, "sqlite").equals(copy))
          assert.deepStrictEqual((yield* readSecrets(name, "sqlite")).secrets, Object.fromEntries(secrets))
        })
      )
    })
  )
})
