/** Verifies the data of a service after a crash. */
import { assert } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { asServer } from "../service/fixture.ts"
import { makeRawClient } from "../service/raw-client.ts"
import type { Expectations } from "./expectations.ts"
import { verifyFacts } from "./facts.ts"

const readCode = Schema.decodeUnknownEffect(Schema.Struct({ code: Schema.optionalKey(Schema.String) }))
const Channel = Schema.Struct({ is_primary: Schema.Boolean })
const readChannels = Schema.decodeUnknownEffect(Schema.Struct({ items: Schema.Array(Channel) }))
const readUser = Schema.decodeUnknownEffect(
  Schema.Struct({
    id: Schema.String,
    primary_email: Schema.NullOr(Schema.String),
    has_password: Schema.Boolean,
    display_name: Schema.NullOr(Schema.String),
    is_anonymous: Schema.Boolean,
    restricted_by_admin: Schema.Boolean
  })
)
const readUsers = Schema.decodeUnknownEffect(
  Schema.Struct({
    items: Schema.Array(
      Schema.Struct({ id: Schema.String, primary_email: Schema.NullOr(Schema.String), has_password: Schema.Boolean })
    )
  })
)
const readHolders = Schema.decodeUnknownEffect(
  Schema.Struct({ items: Schema.Array(Schema.Struct({ user_id: Schema.String })) })
)
const readTeams = Schema.decodeUnknownEffect(
  Schema.Struct({ items: Schema.Array(Schema.Struct({ id: Schema.String, display_name: Schema.String })) })
)

/**
 * Verifies that everything acknowledged is present and everything else is complete. Returns the counts of users and
 * teams.
 */
export const verifyExpectations = Effect.fnUntraced(function* (url: string, expected: Expectations) {
  const client = makeRawClient(url)
  const get = (path: string) => client.send("GET", path, undefined, asServer)

  for (const [email, session] of expected.sessions) {
    assert.strictEqual((yield* client.refresh(session.refresh_token)).status, 200, `the session of ${email}`)
    const user = yield* Effect.orDie(readUser((yield* get(`/api/v1/users/${session.user_id}`)).json))
    assert.strictEqual(user.primary_email, email)
    const { acknowledged, sent } = expected.names.get(session.user_id) ?? { acknowledged: null, sent: null }
    assert.include([acknowledged, ...(acknowledged === null ? [sent] : [])], user.display_name, `the name of ${email}`)
  }
  for (const [id, email] of expected.imported) {
    const user = yield* Effect.orDie(readUser((yield* get(`/api/v1/users/${id}`)).json))
    assert.strictEqual(user.primary_email, email)
  }
  for (const [id, creator] of expected.teams) {
    assert.strictEqual((yield* get(`/api/v1/teams/${id}`)).status, 200, "a team")
    const permissions = yield* get(`/api/v1/team-permissions?team_id=${id}&user_id=${creator}&permission_id=admin`)
    assert.include(JSON.stringify(permissions.json), "admin", "the permission of a team's creator")
  }

  for (const [id, session] of expected.anonymous) {
    assert.strictEqual((yield* client.refresh(session.refresh_token)).status, 200, "the session of an anonymous user")
    assert.isTrue((yield* Effect.orDie(readUser((yield* get(`/api/v1/users/${id}`)).json))).is_anonymous)
  }
  for (const refreshToken of expected.commandLines.values()) {
    assert.strictEqual((yield* client.refresh(refreshToken)).status, 200, "the session of a command line")
  }
  for (const [refreshToken, statuses] of expected.otherDomains) {
    assert.include(statuses, (yield* client.refresh(refreshToken)).status, "the session of another domain")
  }
  for (const member of expected.members) {
    assert.strictEqual((yield* get(`/api/v1/team-member-profiles/${member}`)).status, 200, "an invited member")
  }
  for (const [id, states] of expected.restricted) {
    const user = yield* Effect.orDie(readUser((yield* get(`/api/v1/users/${id}`)).json))
    assert.include(states, user.restricted_by_admin, "the restriction of a user")
  }

  for (const [key, responses] of expected.apiKeys) {
    const [path = "", api_key = ""] = key.split(" ")
    const checked = yield* client.send("POST", `/api/v1/${path}/check`, { api_key }, asServer)
    const { code } = yield* Effect.orDie(readCode(checked.json))
    assert.include(responses, code, "the check of an API key")
  }

  for (const [path, statuses] of expected.accounts) {
    assert.include(statuses, (yield* get(`/api/v1/oauth-providers/${path}`)).status, "a connected account")
  }

  const holders = Effect.fnUntraced(function* (permissionId: string) {
    const { json } = yield* get(`/api/v1/project-permissions?permission_id=${permissionId}`)
    return (yield* Effect.orDie(readHolders(json))).items.map(({ user_id }) => user_id)
  })
  yield* verifyFacts(expected.facts)

  const staff = new Set(yield* holders("staff"))
  for (const [id, states] of expected.staff) assert.include(states, staff.has(id), "a project permission")

  // Everything else is complete: users have an address, a password and the default permission, teams have a creator.
  const withDefault = new Set(yield* holders("beta"))
  const users = yield* Effect.orDie(readUsers((yield* get("/api/v1/users")).json))
  for (const { id, has_password, primary_email } of users.items) {
    assert.isNotNull(primary_email)
    assert.isTrue(withDefault.has(id), `${primary_email} has the default permission`)
    if (!primary_email?.includes("imported-")) assert.isTrue(has_password, `${primary_email} has a password`)
    const channels = yield* Effect.orDie(readChannels((yield* get(`/api/v1/contact-channels?user_id=${id}`)).json))
    assert.lengthOf(
      channels.items.filter(({ is_primary }) => is_primary),
      1
    )
  }
  const teams = yield* Effect.orDie(readTeams((yield* get("/api/v1/teams")).json))
  for (const { id, display_name } of teams.items) {
    const members = yield* get(`/api/v1/team-member-profiles?team_id=${id}`)
    assert.match(JSON.stringify(members.json), /"user_id"/, `${display_name} has its creator`)
  }
  return { users: users.items.length, teams: teams.items.length }
})
