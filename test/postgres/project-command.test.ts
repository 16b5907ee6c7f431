/** `keystile project` beside other processes on one PostgreSQL database. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { writeFileSync } from "node:fs"
import { makeInstallation } from "../cli/installation.ts"
import { start } from "../cli/keystile-process.ts"
import { connectTo } from "./connected.ts"
import { server, temporaryDatabase } from "./server.ts"
import { untilBlocked } from "./until-blocked.ts"

describe.skipIf(server === undefined)("keystile project", () => {
  it.live("reads the settings from stdin once, also if its transaction runs again after a conflict", () =>
    Effect.gen(function* () {
      const url = yield* temporaryDatabase
      const { environment, keystile, path } = yield* makeInstallation({ KEYSTILE_DB: url })
      const created = yield* keystile("project", "create", "Larkspur", "--json")
      assert.strictEqual(created.code, 0, created.stderr)
      const { id } = JSON.parse(created.stdout)
      writeFileSync(path("settings.json"), '{"config": {"sign_up_enabled": false}}')
      const [other, watcher] = [yield* connectTo(url), yield* connectTo(url)]
      yield* Effect.promise(() => other.query("BEGIN"))
      yield* Effect.promise(() => other.query("UPDATE projects SET description = 'changed' WHERE id = $1", [id]))
      const shell = ["sh", "-c", 'exec "$@" < "$0"', path("settings.json")]
      const { ended } = yield* start(["project", "set", id, "--settings", "-", "--json"], environment, shell)
      const set = yield* Effect.forkChild(ended, { startImmediately: true })
      yield* untilBlocked(watcher, "projects")
      yield* Effect.promise(() => other.query("COMMIT"))
      const { code, stderr, stdout } = yield* Fiber.join(set)
      assert.strictEqual(code, 0, stderr)
      const { config, description } = JSON.parse(stdout)
      assert.deepStrictEqual([config.sign_up_enabled, description], [false, "changed"])
    }).pipe(Effect.scoped)
  )
})
