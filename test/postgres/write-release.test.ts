/** Writes the PostgreSQL database of a release, with `pg_dump`: `KEYSTILE_RELEASE=0.1.0`. Otherwise nothing runs. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { execFileSync } from "node:child_process"
import { withEverySecret } from "../service/crypto/secrets/every-secret.ts"
import { readDatabase, readSecrets, writeRelease } from "../service/sql/releases/release.ts"
import { server, directDatabase } from "./server.ts"

const release = process.env["KEYSTILE_RELEASE"]

describe.runIf(release !== undefined && server !== undefined)("the database of a release on PostgreSQL", () => {
  it.live("is written with its secrets, and read back as it was", () =>
    Effect.gen(function* () {
      const name = release ?? ""
      const url = yield* directDatabase
      yield* withEverySecret(url, (secrets) =>
        Effect.gen(function* () {
          const dump = execFileSync("pg_dump", ["--inserts", "--no-owner", "--no-privileges", url], {
            encoding: "utf8"
          })
          // Commands of psql begin with a backslash.
          const statements = dump.replaceAll(/^\\.*\n/gm, "")
          yield* writeRelease(name, "postgres", statements, secrets)
          assert.strictEqual(readDatabase(name, "postgres").toString(), statements)
          assert.deepStrictEqual((yield* readSecrets(name, "postgres")).secrets, Object.fromEntries(secrets))
        })
      )
    })
  )
})
