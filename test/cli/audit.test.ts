/** The command `keystile audit`, run as operators run it, and the entries of other commands. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { readFileSync, statSync, writeFileSync } from "node:fs"
import { makeRawClient } from "../service/raw-client.ts"
import { asServer, PROJECT_ID } from "../service/fixture.ts"
import { makeSeededInstallation } from "./installation.ts"
import { serve } from "./serve-process.ts"

const Line = Schema.fromJsonString(
  Schema.Struct({
    project_id: Schema.NullOr(Schema.String),
    action: Schema.String,
    outcome: Schema.String,
    actor: Schema.Struct({ type: Schema.String, id: Schema.NullOr(Schema.String) }),
    at_millis: Schema.Int
  })
)
const decodeLine = Schema.decodeUnknownSync(Line)
const linesOf = (text: string) =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => decodeLine(line))

describe("keystile audit", () => {
  it.live("lists and exports what requests and commands changed, while the service runs", () =>
    Effect.gen(function* () {
      const { environment, keystile, path, url } = yield* makeSeededInstallation()
      yield* serve(environment)
      const client = makeRawClient(url)
      assert.strictEqual((yield* client.send("POST", "/api/v1/users", {}, asServer)).status, 201)
      assert.strictEqual((yield* keystile("project", "keys", "create", PROJECT_ID, "--json")).code, 0)
      assert.strictEqual((yield* keystile("owner", "create", "olga@example.com", "--json")).code, 0)
      assert.strictEqual((yield* keystile("keys", "rotate", "--project", PROJECT_ID)).code, 0)

      const file = path("audit.ndjson")
      const exported = yield* keystile("audit", "export", "--output", file)
      assert.deepStrictEqual(
        [exported.code, exported.stdout.trim()],
        [0, `Wrote 4 entries to ${file}`],
        exported.stderr
      )
      assert.strictEqual(statSync(file).mode & 0o777, 0o600)
      const lines = linesOf(readFileSync(file, "utf8"))
      assert.deepStrictEqual(
        lines.map(({ action, actor, project_id }) => [action, actor.type, project_id]),
        [
          ["keystile keys rotate", "operator", PROJECT_ID],
          ["keystile owner create", "operator", "internal"],
          ["keystile project keys create", "operator", PROJECT_ID],
          ["POST /users", "server_key", PROJECT_ID]
        ]
      )
      const printed = yield* keystile("audit", "export", "--project", "internal")
      assert.deepStrictEqual(linesOf(printed.stdout), lines.slice(1, 2))
      const listed = yield* keystile("audit", "list", "--actor", lines[0]?.actor.id ?? "")
      assert.lengthOf(listed.stdout.trim().split("\n"), 3)
      assert.include(listed.stdout, "keystile owner create  succeeded  by operator ")
    }).pipe(Effect.scoped)
  )

  it.live("refuses an existing file and unusable times, and says what to do", () =>
    Effect.gen(function* () {
      const { keystile, path } = yield* makeSeededInstallation()
      const file = path("audit.ndjson")
      writeFileSync(file, "kept")
      const onFile = yield* keystile("audit", "export", "--output", file)
      assert.strictEqual(onFile.code, 1)
      assert.include(onFile.stderr, `${file} exists and is not overwritten. Move it away first.`)
      assert.strictEqual(readFileSync(file, "utf8"), "kept")
      for (const time of ["yesterday", "2026-13-01", "2026-01-31T12:00", "1"]) {
        const refused = yield* keystile("audit", "list", "--since", time)
        assert.strictEqual(refused.code, 1, time)
        assert.include(refused.stderr, "--since has to be a date", time)
      }
      const tooMany = yield* keystile("audit", "list", "--limit", "1001")
      assert.strictEqual(tooMany.code, 1)
      assert.include(tooMany.stderr, '--limit cannot be "1001". The greatest number of entries, 1 to 1000.')
      const none = yield* keystile("audit", "list", "--until", "2020-01-01")
      assert.strictEqual(none.stdout.trim(), "There are no such entries.")
    }).pipe(Effect.scoped)
  )
})
