/** Writes the SQLite database of a release: `KEYSTILE_RELEASE=0.1.0`. Otherwise nothing runs. */
import { describe, it } from "@effect/vitest"
import { Clock, Effect, Schema } from "effect"
import { readFileSync, writeFileSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"
import { gzipSync } from "node:zlib"
import { withEverySecret } from "../../crypto/secrets/every-secret.ts"
import { temporaryFolder } from "../../temporary-folder.ts"
import { fileOf, Secrets } from "./release.ts"

const release = process.env["KEYSTILE_RELEASE"]

describe.runIf(release !== undefined)("the database of a release on SQLite", () => {
  it.live("is written", () =>
    Effect.gen(function* () {
      const { path } = yield* temporaryFolder
      yield* withEverySecret(path("a.db"), (secrets) =>
        Effect.gen(function* () {
          const database = new DatabaseSync(path("a.db"))
          database.prepare("VACUUM INTO ?").run(path("copy.db"))
          database.close()
          const name = release ?? ""
          writeFileSync(fileOf(name, "sqlite", "database"), gzipSync(readFileSync(path("copy.db")), { level: 9 }))
          const writtenAt = yield* Clock.currentTimeMillis
          const text = Schema.encodeSync(Secrets)({ writtenAt, secrets: Object.fromEntries(secrets) })
          writeFileSync(fileOf(name, "sqlite", "secrets"), `${text}\n`)
        })
      )
    })
  )
})
