/** The command `keystile keys`, run as users run it. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { DatabaseSync } from "node:sqlite"
import { PROJECT_ID } from "../service/fixture.ts"
import { makeInstallation } from "./installation.ts"
import { seedDatabase } from "./serve-cluster.ts"

const secret = "cAnArY-of-the-secrets-8ebf9b8c1d0a4f7e92b3"

describe("keystile keys rotate", () => {
  it.live("adds an encrypted key to one project or to all, and refuses an unknown one", () =>
    Effect.gen(function* () {
      const { database, keystile } = yield* makeInstallation({ KEYSTILE_SECRETS: secret })
      yield* seedDatabase({ database, secrets: [Redacted.make(secret)] })
      const rotate = (...args: ReadonlyArray<string>) => keystile("keys", "rotate", ...args)
      const rows = () => {
        const opened = new DatabaseSync(database)
        try {
          return opened.prepare("SELECT project_id, secret FROM signing_keys").all()
        } finally {
          opened.close()
        }
      }
      const one = yield* rotate("--project", PROJECT_ID)
      assert.strictEqual(one.code, 0, one.stderr)
      assert.match(one.stdout, new RegExp(`^${PROJECT_ID}: the new key is published now and signs from \\d{4}-`))
      assert.deepStrictEqual(
        rows().map((row) => row["project_id"]),
        [PROJECT_ID]
      )
      assert.match(String(rows()[0]?.["secret"]), /^ks1\./)
      const all = yield* rotate("--json")
      // The two projects of the seed, and that of the owners.
      assert.lengthOf(all.stdout.trim().split("\n"), 3)
      assert.lengthOf(rows(), 4)
      const leaked = yield* rotate("--project", PROJECT_ID, "--now")
      assert.include(leaked.stdout, "the new key signs, and tokens of the former one are refused, within a minute.")
      assert.lengthOf(rows(), 3)
      const unknown = yield* rotate("--project", "nothing")
      assert.strictEqual(unknown.code, 1)
      assert.include(unknown.stderr, "There is no project nothing.")
      assert.lengthOf(rows(), 3)
      assert.notMatch(one.stdout + all.stdout + unknown.stderr, /cAnArY/)
    })
  )
})
