/** Deletion of anonymous users who do not return. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { AbandonedUserStore, layer as abandonedUsers } from "../../../service/pruning/abandoned-user-store.ts"
import { blankProject } from "../../../service/resources/projects/new-project.ts"
import { ProjectStore } from "../../../service/resources/projects/project-store.ts"
import { layer as resources } from "../../../service/resources.ts"
import { blankUser, createUser } from "../../../service/resources/users/create-user.ts"
import { UserStore } from "../../../service/resources/users/user-store.ts"
import * as InstallationSecret from "../../../service/crypto/secrets/installation-secret.ts"
import { DAY } from "../../durations.ts"
import { layerDatabase } from "../database-layer.ts"
import { PROJECT_ID } from "../fixture.ts"

const stores = (days: number | null) =>
  abandonedUsers(days === null ? null : days * DAY).pipe(
    Layer.provideMerge(resources),
    Layer.provideMerge(InstallationSecret.layer([])),
    Layer.provideMerge(layerDatabase())
  )

const create = (id: string, signedUpAt: number, isAnonymous = true) =>
  createUser({
    user: { ...blankUser(PROJECT_ID, id, signedUpAt), isAnonymous },
    primaryEmail: null,
    passwordHash: null
  })

const withProject = Effect.gen(function* () {
  yield* (yield* ProjectStore).insert({ ...blankProject(PROJECT_ID, 0), createTeamOnSignUp: true })
})

const remaining = Effect.gen(function* () {
  const { users } = yield* (yield* UserStore).page(PROJECT_ID, {
    teamId: null,
    anonymous: "all",
    text: null,
    from: null,
    newestFirst: false,
    limit: 1000
  })
  return users.map(({ id }) => id)
})

const countOf = Effect.fnUntraced(function* (table: string) {
  const sql = yield* SqlClient.SqlClient
  return (yield* sql`SELECT * FROM ${sql(table)}`).length
})

describe("anonymous users", () => {
  it.effect("are deleted with their team after the days without activity", () =>
    Effect.gen(function* () {
      yield* withProject
      yield* create("abandoned", 0)
      yield* create("active", 0)
      yield* create("new", 2 * DAY)
      yield* create("real", 0, false)
      yield* (yield* UserStore).recordActivity(PROJECT_ID, "active", 5 * DAY)
      const { prune } = yield* AbandonedUserStore
      assert.strictEqual(yield* prune(30 * DAY - 1), 0)
      assert.strictEqual(yield* prune(30 * DAY), 1)
      assert.sameMembers(yield* remaining, ["active", "new", "real"])
      assert.strictEqual(yield* countOf("teams"), 3)
      assert.strictEqual(yield* prune(90 * DAY), 2)
      assert.deepStrictEqual(yield* remaining, ["real"])
      assert.strictEqual(yield* countOf("teams"), 1)
    }).pipe(Effect.provide(stores(30)))
  )

  it.effect("are deleted in batches", () =>
    Effect.gen(function* () {
      yield* withProject
      for (let index = 0; index < 120; index++) yield* create(`user ${index}`, 0)
      assert.strictEqual(yield* (yield* AbandonedUserStore).prune(30 * DAY), 120)
      assert.deepStrictEqual(yield* remaining, [])
    }).pipe(Effect.provide(stores(30)))
  )

  it.effect("with a sign-in method are kept, and so are teams with other members", () =>
    Effect.gen(function* () {
      yield* withProject
      yield* create("with account", 0)
      yield* create("with account for tokens", 0)
      yield* create("in a team", 0)
      yield* create("real", 0, false)
      const sql = yield* SqlClient.SqlClient
      yield* sql`
        INSERT INTO oauth_accounts (project_id, provider_id, account_id, user_id, created_at)
        VALUES (${PROJECT_ID}, 'github', 'octocat', 'with account', 0)`
      yield* sql`
        INSERT INTO oauth_accounts (project_id, id, provider_id, account_id, user_id, allow_sign_in, created_at)
        VALUES (${PROJECT_ID}, 'other', 'github', 'other', 'with account for tokens', 0, 0)`
      yield* sql`
        INSERT INTO team_memberships (project_id, team_id, user_id, is_selected, created_at)
        SELECT project_id, team_id, 'real', 0, 0 FROM team_memberships WHERE user_id = 'in a team'`
      assert.strictEqual(yield* (yield* AbandonedUserStore).prune(90 * DAY), 2)
      assert.sameMembers(yield* remaining, ["with account", "real"])
      assert.strictEqual(yield* countOf("teams"), 3)
    }).pipe(Effect.provide(stores(30)))
  )

  it.effect("of a deleted project are left to the deletion of its rows, which raises no events", () =>
    Effect.gen(function* () {
      yield* withProject
      yield* create("abandoned", 0)
      yield* (yield* ProjectStore).remove(PROJECT_ID)
      assert.strictEqual(yield* (yield* AbandonedUserStore).prune(30 * DAY), 0)
      assert.deepStrictEqual(yield* remaining, ["abandoned"])
    }).pipe(Effect.provide(stores(30)))
  )

  it.effect("are kept by default", () =>
    Effect.gen(function* () {
      yield* withProject
      yield* create("abandoned", 0)
      assert.strictEqual(yield* (yield* AbandonedUserStore).prune(3650 * DAY), 0)
      assert.deepStrictEqual(yield* remaining, ["abandoned"])
    }).pipe(Effect.provide(stores(null)))
  )
})
