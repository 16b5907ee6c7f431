/** Handles the endpoints of permission definitions. */
import { Effect, Layer } from "effect"
import * as Api from "../../../core/api/team-permission-definitions.ts"
import { ContainedPermissionNotFound, PermissionNotFound } from "../../../core/errors/team.ts"
import type { TeamPermissionDefinition } from "../../../core/schema/permission.ts"
import { noteTargets } from "../../audit/current-audit.ts"
import { caller } from "../../endpoint/caller.ts"
import { textError } from "../../endpoint/http-error-response.ts"
import { implement } from "../../endpoint/implement.ts"
import { inTransaction } from "../../sql/rows.ts"
import { type Definition, DefinitionStore } from "./definition-store.ts"
import * as Definitions from "./definition-store.ts"
import * as Grants from "./grant-store.ts"

const serialize = ({ containedIds, description, id }: Definition): TeamPermissionDefinition => ({
  id,
  containedPermissionIds: containedIds,
  ...(description !== null && { description })
})

/** Ids of system permissions start with `$`, other ids must not. */
const isSystem = (id: string) => id.startsWith("$")

const one = Effect.fnUntraced(function* (projectId: string, id: string) {
  const all = yield* (yield* DefinitionStore).list(projectId)
  const found = all.find((definition) => definition.id === id)
  return found === undefined ? yield* Effect.die(`The permission ${id} was just written`) : serialize(found)
})

const requireAll = Effect.fnUntraced(function* (projectId: string, ids: ReadonlyArray<string>) {
  const definitions = yield* DefinitionStore
  for (const id of ids) {
    if (!(yield* definitions.exists(projectId, id))) return yield* new ContainedPermissionNotFound({ permissionId: id })
  }
})

const taken = (id: string) => () => Effect.fail(textError(409, `The project has a permission "${id}" already.`))

export const layer = Layer.mergeAll(Definitions.layer, Grants.layer)

export const handlers = [
  implement(
    Api.list,
    Effect.fnUntraced(function* () {
      const { project } = yield* caller
      const all = yield* (yield* DefinitionStore).list(project.id)
      return { items: all.map(serialize), isPaginated: false }
    })
  ),

  implement(
    Api.create,
    Effect.fnUntraced(function* ({ body: { containedPermissionIds = [], description, id } }) {
      const { project } = yield* caller
      const definitions = yield* DefinitionStore
      yield* noteTargets({ permission_id: id })
      // Checked before the permission is inserted, so that it cannot contain itself.
      yield* requireAll(project.id, containedPermissionIds)
      yield* definitions.insert(project.id, id, description ?? null).pipe(Effect.catchTag("Taken", taken(id)))
      yield* definitions.setContents(project.id, id, containedPermissionIds)
      return yield* one(project.id, id)
    }, inTransaction)
  ),

  implement(
    Api.update,
    Effect.fnUntraced(function* ({ body, params: { permission_id: id } }) {
      const { project } = yield* caller
      const definitions = yield* DefinitionStore
      if (isSystem(id)) return yield* textError(400, `"${id}" is the system's own: it cannot be changed.`)
      if (!(yield* definitions.exists(project.id, id))) {
        return yield* textError(404, `The project has no permission "${id}".`)
      }
      if (body.containedPermissionIds !== undefined) {
        yield* requireAll(project.id, body.containedPermissionIds)
        yield* definitions.setContents(project.id, id, body.containedPermissionIds)
      }
      if (body.description !== undefined) yield* definitions.describe(project.id, id, body.description)
      const newId = body.id ?? id
      if (newId !== id) {
        yield* definitions.rename(project.id, id, newId).pipe(Effect.catchTag("Taken", taken(newId)))
      }
      return yield* one(project.id, newId)
    }, inTransaction)
  ),

  implement(
    Api.remove,
    Effect.fnUntraced(function* ({ params: { permission_id: permissionId } }) {
      const { project } = yield* caller
      const removed = !isSystem(permissionId) && (yield* (yield* DefinitionStore).remove(project.id, permissionId))
      return removed ? { success: true as const } : yield* new PermissionNotFound({ permissionId })
    }, inTransaction)
  )
]
