/** Databases of earlier versions. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import * as DefinitionStore from "../../service/permissions/definition-store.ts"
import { definePermissionsOfNewProject } from "../../service/permissions/new-project.ts"
import * as migrations from "../../service/sql/migrations/index.ts"
import * as NodeSqlite from "../../service/sql/node-sqlite.ts"

const addProject = Effect.fnUntraced(function*(id: string) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    INSERT INTO projects (id, display_name, description, is_production_mode, created_at)
    VALUES (${id}, 'Test', '', 0, 0)`
})

describe("a database from before there were teams", () => {
  it.effect("gives its projects the permissions that new ones start with", () =>
    Effect.gen(function*() {
      yield* migrations.projects
      yield* migrations.users
      yield* addProject("old")
      yield* migrations.teams
      yield* migrations.permissions
      yield* addProject("new")
      yield* Effect.gen(function*() {
        const definitions = yield* DefinitionStore.DefinitionStore
        assert.deepStrictEqual(yield* definitions.list("new"), [])
        yield* definePermissionsOfNewProject("new", undefined)
        const expected = yield* definitions.list("new")
        assert.lengthOf(expected, 7)
        assert.deepStrictEqual(yield* definitions.list("old"), expected)
      }).pipe(Effect.provide(DefinitionStore.layer))
    }).pipe(Effect.provide(NodeSqlite.layer(":memory:"))))
})
