/** The signed-in user, who is read by the statement that authenticates the request. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { DatabaseSync } from "node:sqlite"
import type { Service } from "../../../service/service.ts"
import { SQLITE_SCHEMA } from "../../../service/sql/sqlite-schema.ts"
import { ada, asServer, me, service, withToken } from "../fixture.ts"
import { ADA_ID, BOB_ID, makeTeam, users } from "../team-fixture.ts"
import { asUser, get, patch, post } from "../requests.ts"

/** Changes a user, and returns fields that the user then has. */
type Prepare = (userId: string) => Effect.Effect<Readonly<Record<string, unknown>>, unknown, Service>

const change =
  (update: object): Prepare =>
  (userId) =>
    Effect.as(patch(`/users/${userId}`, asServer, update), { ...update })

const selectTeam: Prepare = Effect.fnUntraced(function* (userId) {
  const teamId = yield* makeTeam(userId, "Crew")
  yield* patch(`/users/${userId}`, asServer, { selected_team_id: teamId })
  return { selected_team_id: teamId }
})

const addAccount: Prepare = Effect.fnUntraced(function* (userId) {
  const account = { account_id: "ada@github", email: "ada@work.example" }
  yield* post("/oauth-providers", asServer, {
    user_id: userId,
    provider_config_id: "github",
    allow_sign_in: true,
    allow_connected_accounts: false,
    ...account
  })
  return { oauth_providers: [{ id: "github", ...account }] }
})

const github = { id: "github", type: "shared" } as const

describe("the columns of users", () => {
  it("hide none of a project's that are read with them", () => {
    const database = new DatabaseSync(":memory:")
    database.exec(SQLITE_SCHEMA)
    const namesOf = (table: string) => database.prepare("SELECT name FROM pragma_table_info(?)").all(table)
    const names = [...namesOf("projects"), ...namesOf("project_configs")].map(({ name }) => name)
    const shared = namesOf("users").filter(({ name }) => names.includes(name))
    assert.deepStrictEqual(
      shared.map(({ name }) => name),
      ["id", "project_id", "display_name"]
    )
  })
})

describe("GET /users/me", () => {
  it.effect.each([
    ["who has only an email and a password", change({})],
    ["with a selected team", selectTeam],
    ["with an account at a provider", addAccount],
    ["without a name, and with metadata", change({ display_name: null, server_metadata: { plan: ["pro"] } })],
    ["whose email is not verified", change({ primary_email_verified: false })]
  ] as const)("returns the same user as the server tier by id, %s", ([, prepare]) =>
    Effect.gen(function* () {
      const expected = yield* prepare(ADA_ID)
      const signedIn = yield* asUser(ada)
      const { json, status } = yield* me(withToken(signedIn["x-stack-access-token"] ?? "", asServer))
      assert.strictEqual(status, 200)
      assert.deepInclude(json, expected)
      assert.deepStrictEqual(json, (yield* get(`/users/${ADA_ID}`, asServer)).json)
      assert.notDeepEqual(json, (yield* get(`/users/${BOB_ID}`, asServer)).json)
    }).pipe(Effect.provide(service({ users, config: { oauthProviders: [github] } })))
  )

  it.effect("reads a change that was made after the token was issued", () =>
    Effect.gen(function* () {
      const signedIn = yield* asUser(ada)
      yield* patch(`/users/${ADA_ID}`, asServer, { display_name: "Countess" })
      assert.include(yield* Effect.map(me(signedIn), ({ json }) => json), { display_name: "Countess" })
    }).pipe(Effect.provide(service({ users })))
  )
})
