/** Dumps of databases of earlier commits, each with a project, a user in a team, an invitation and a webhook. */
import { assert } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import { readFileSync } from "node:fs"
import { makeAuthenticator } from "../../authenticator.ts"
import { asAdmin, asServer, PROJECT_ID, send, signIn, USER_ID } from "../../fixture.ts"
import { passkeysOf, signInBy } from "../../resources/passkey-fixture.ts"

const dump = (name: string) => readFileSync(new URL(name, import.meta.url), "utf8")

const authenticator = makeAuthenticator()
const REGISTERED_AT = 1_795_401_953_600

/** Adds a passkey of the user, as a version with one passkey of a user stored it. */
const withPasskey = (statements: string, schema: string) =>
  `${statements}
  INSERT INTO ${schema}.passkeys (user_id, project_id, credential_id, public_key, counter, registered_at)
  VALUES ('${USER_ID}', '${PROJECT_ID}', '${authenticator.id}', '${authenticator.publicKey}', 0, ${REGISTERED_AT});`

/** The commits whose databases have to open, with a dump for SQLite and one for PostgreSQL. */
export const earlierDatabases = ["5b6f70a"].map((commit) => ({
  commit,
  sqlite: withPasskey(dump(`./${commit}.sqlite.sql`), "main"),
  postgres: withPasskey(dump(`./${commit}.postgres.sql`), "public")
}))

const readUser = Schema.decodeUnknownEffect(
  Schema.Struct({
    primary_email: Schema.String,
    client_metadata: Schema.Unknown,
    selected_team: Schema.Struct({ display_name: Schema.String })
  })
)

const readIdentified = Schema.decodeUnknownEffect(Schema.Struct({ id: Schema.String }))

const readFound = Schema.decodeUnknownEffect(
  Schema.Struct({ items: Schema.Array(Schema.Struct({ id: Schema.String })) })
)

const readInvitations = Schema.decodeUnknownEffect(
  Schema.Struct({
    items: Schema.Array(Schema.Struct({ team_display_name: Schema.String, recipient_email: Schema.String }))
  })
)

const assertKeepsPasskey = Effect.gen(function* () {
  const [passkey, ...others] = yield* passkeysOf(asServer, USER_ID)
  assert.deepStrictEqual(others, [])
  const expected = { name: "Passkey", created_at_millis: REGISTERED_AT, last_used_at_millis: null, is_backed_up: null }
  assert.deepInclude(passkey, expected)
  assert.match(passkey?.id ?? "", /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  const json = { config: { passkey_enabled: true } }
  yield* send("PATCH", "/api/v1/projects/current", { headers: asAdmin, json })
  const used = yield* signInBy(authenticator, { backupEligible: true, backedUp: true })
  assert.strictEqual(used.status, 200, used.text)
  assert.deepInclude((yield* passkeysOf(asServer, USER_ID))[0], { is_backed_up: true })
})

/** Asserts that a user with the invited address receives the invitation. */
const assertKeepsInvitation = Effect.gen(function* () {
  // A day after the dumps were made. An invitation is valid for a week.
  yield* TestClock.setTime(Date.UTC(2026, 10, 24))
  const json = { primary_email: "BOB@example.com", primary_email_verified: true }
  const { json: user } = yield* send("POST", "/api/v1/users", { headers: asServer, json })
  const { id } = yield* Effect.orDie(readIdentified(user))
  const received = yield* send("GET", `/api/v1/team-invitations?user_id=${id}`, { headers: asServer })
  const { items } = yield* Effect.orDie(readInvitations(received.json))
  assert.deepStrictEqual(items, [{ team_display_name: "Gardeners", recipient_email: "bob@example.com" }])
})

/** Asserts that a service on an earlier database signs its user in and returns the user's data. */
export const assertServesEarlierUser = Effect.gen(function* () {
  yield* assertKeepsInvitation
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
  const { json: found } = yield* send("GET", "/api/v1/users?query=DA@exam", { headers: asServer })
  assert.deepStrictEqual((yield* Effect.orDie(readFound(found))).items, [{ id: USER_ID }])
  yield* assertKeepsPasskey
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
