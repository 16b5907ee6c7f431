/** Dumps of databases of earlier commits, each with a project, a user in a team, an invitation and a webhook. */
import { assert } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import { readFileSync } from "node:fs"
import { asServer, send, signIn, USER_ID } from "../../fixture.ts"

const dump = (name: string) => readFileSync(new URL(name, import.meta.url), "utf8")

/** The commits whose databases have to open, with a dump for SQLite and one for PostgreSQL. */
export const earlierDatabases = ["5b6f70a"].map((commit) => ({
  commit,
  sqlite: dump(`./${commit}.sqlite.sql`),
  postgres: dump(`./${commit}.postgres.sql`)
}))

const readUser = Schema.decodeUnknownEffect(
  Schema.Struct({
    primary_email: Schema.String,
    client_metadata: Schema.Unknown,
    selected_team: Schema.Struct({ display_name: Schema.String })
  })
)

/** Asserts that a service on an earlier database signs its user in and returns the user's data. */
export const assertServesEarlierUser = Effect.gen(function* () {
  // A time after the dumps were made.
  yield* TestClock.setTime(Date.UTC(2027, 0, 1))
  assert.strictEqual((yield* signIn()).user_id, USER_ID)
  const { json } = yield* send("GET", `/api/v1/users/${USER_ID}`, { headers: asServer })
  const user = yield* Effect.orDie(readUser(json))
  assert.deepStrictEqual(user, {
    primary_email: "ada@example.com",
    client_metadata: { theme: "dark" },
    selected_team: { display_name: "Gardeners" }
  })
  for (const path of ["teams", "team-permissions", "contact-channels?user_id=" + USER_ID, "team-memberships"]) {
    const { status, text } = yield* send("GET", `/api/v1/${path}`, { headers: asServer })
    assert.isBelow(status, 500, text)
  }
  const created = yield* send("POST", "/api/v1/users", {
    headers: asServer,
    json: { primary_email: "new@example.com" }
  })
  assert.strictEqual(created.status, 201, created.text)
})
