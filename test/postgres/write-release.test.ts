/** Writes the PostgreSQL database of a release, with `pg_dump`: `KEYSTILE_RELEASE=0.1.0`. Otherwise nothing runs. */
import { describe, it } from "@effect/vitest"
import { Clock, Effect, Schema } from "effect"
import { execFileSync } from "node:child_process"
import { writeFileSync } from "node:fs"
import { gzipSync } from "node:zlib"
import { withEverySecret } from "../service/crypto/secrets/every-secret.ts"
import { fileOf, Secrets } from "../service/sql/releases/release.ts"
import { server, directDatabase } from "./server.ts"

const release = process.env["KEYSTILE_RELEASE"]

describe.runIf(release !== undefined && server !== undefined)("the database of a release on PostgreSQL", () => {
  it.live("is written", () =>
    Effect.gen(function* () {
      const url = yield* directDatabase
      yield* withEverySecret(url, (secrets) =>
        Effect.gen(function* () {
          const dump = execFileSync("pg_dump", ["--inserts", "--no-owner", "--no-privileges", url], {
            encoding: "utf8"
          })
          // Commands of psql begin with a backslash.
          const statements = dump.replaceAll(/^\\.*\n/gm, "")
          const name = release ?? ""
          writeFileSync(fileOf(name, "postgres", "database"), gzipSync(statements, { level: 9 }))
          const writtenAt = yield* Clock.currentTimeMillis
          const text = Schema.encodeSync(Secrets)({ writtenAt, secrets: Object.fromEntries(secrets) })
          writeFileSync(fileOf(name, "postgres", "secrets"), `${text}\n`)
        })
      )
    })
  )
})
