/** The system permission that projects of an earlier version lack. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { systemPermissionIds } from "../../../core/schema/fields/permission-id.ts"
import { addMissingSystemPermission } from "../../../service/resources/permissions/add-missing-system-permission.ts"
import * as DefinitionStore from "../../../service/resources/permissions/definition-store.ts"
import { definePermissionsOfNewProject } from "../../../service/resources/permissions/new-project-permissions.ts"
import { blankProject } from "../../../service/resources/projects/new-project.ts"
import * as ProjectStore from "../../../service/resources/projects/project-store.ts"
import { layerDatabase } from "../database-layer.ts"

const stores = Layer.mergeAll(DefinitionStore.layer, ProjectStore.layer).pipe(Layer.provideMerge(layerDatabase()))

/** Creates two projects, and leaves the first as a version without the permission creates it. */
const projects = Effect.gen(function* () {
  for (const id of ["earlier", "other"]) {
    yield* (yield* ProjectStore.ProjectStore).insert(blankProject(id, 0))
    yield* definePermissionsOfNewProject(id, {
      definitions: [
        { id: "owner", containedPermissionIds: ["admin"] },
        {
          id: "admin",
          // On purpose without the latest one in the other project.
          containedPermissionIds: systemPermissionIds.slice(0, id === "other" ? 5 : 6)
        },
        { id: "member", containedPermissionIds: ["$read_members"] }
      ]
    })
  }
  const { list } = yield* DefinitionStore.DefinitionStore
  const before = yield* list("earlier")
  const sql = yield* SqlClient.SqlClient
  yield* sql`DELETE FROM permission_definitions WHERE project_id = 'earlier' AND id = '$manage_api_keys'`
  return { before, list }
})

describe("the permission to manage API keys", () => {
  it.effect("is listed in a project without it, and in what contains all other system permissions", () =>
    Effect.gen(function* () {
      const { before, list } = yield* projects
      assert.deepStrictEqual(yield* list("earlier"), before)
      assert.deepStrictEqual(before.find(({ id }) => id === "member")?.containedIds, ["$read_members"])
    }).pipe(Effect.provide(stores))
  )

  it.effect("is added once, and to no project that has it", () =>
    Effect.gen(function* () {
      const { list } = yield* projects
      const other = yield* list("other")
      assert.deepStrictEqual(
        yield* Effect.all(["earlier", "earlier", "other", "unknown"].map(addMissingSystemPermission)),
        [true, false, false, false]
      )
      assert.deepStrictEqual(yield* list("other"), other)
      assert.lengthOf(other.find(({ id }) => id === "admin")?.containedIds ?? [], 5)
      assert.deepStrictEqual(yield* list("unknown"), [])
    }).pipe(Effect.provide(stores))
  )
})
