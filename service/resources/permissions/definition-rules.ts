/** Lists and changes the permission definitions of one scope, for the endpoints of both. */
import { Effect } from "effect"
import { SchemaError } from "../../../core/errors/protocol.ts"
import {
  ContainedPermissionNotFound,
  PermissionIdAlreadyExists,
  PermissionNotFound
} from "../../../core/errors/team.ts"
import { isSystemPermission } from "../../../core/schema/fields/permission-id.ts"
import { noteTargets } from "../../audit/current-audit.ts"
import { caller } from "../../endpoint/caller.ts"
import { inTransaction } from "../../sql/rows.ts"
import { type Definition, DefinitionStore, type PermissionScope } from "./definition-store.ts"

/** A definition as the endpoints return it. */
const serialize = ({ containedIds, description, id }: Definition) => ({
  id,
  containedPermissionIds: containedIds,
  ...(description !== null && { description })
})

interface NewDefinition {
  readonly id: string
  readonly description?: string
  readonly containedPermissionIds?: ReadonlyArray<string>
}

/** The fields that an update sets. `undefined` fields are kept; `null` removes the description. */
export interface DefinitionChange {
  readonly id: string | undefined
  readonly description: string | null | undefined
  readonly containedPermissionIds: ReadonlyArray<string> | undefined
}

const one = Effect.fnUntraced(function* (projectId: string, id: string) {
  const all = yield* (yield* DefinitionStore).list(projectId)
  const found = all.find((definition) => definition.id === id)
  return found === undefined ? yield* Effect.die(`The permission ${id} was just written`) : serialize(found)
})

const requireAll = Effect.fnUntraced(function* (projectId: string, scope: PermissionScope, ids: ReadonlyArray<string>) {
  const definitions = yield* DefinitionStore
  for (const id of ids) {
    if ((yield* definitions.scopeOf(projectId, id)) === scope) continue
    return yield* new ContainedPermissionNotFound({ permissionId: id })
  }
})

/**
 * Fails if a permission would contain itself, also by others. What it contains already is not checked: earlier versions
 * accepted cycles, and the other fields of such a permission can be changed.
 */
const refuseCycle = Effect.fnUntraced(function* (projectId: string, id: string, containedIds: ReadonlyArray<string>) {
  const definitions = yield* (yield* DefinitionStore).list(projectId)
  const contained = new Map(definitions.map((definition) => [definition.id, definition.containedIds]))
  const added = containedIds.filter((one) => !contained.get(id)?.includes(one))
  for (const first of added) {
    const reached = new Set([first])
    // A set iterates over what is added meanwhile.
    for (const next of reached) for (const inner of contained.get(next) ?? []) reached.add(inner)
    if (!reached.has(id)) continue
    return yield* new SchemaError({
      explanation:
        first === id
          ? `body.contained_permission_ids: The permission "${id}" cannot contain itself.`
          : `body.contained_permission_ids: "${first}" contains "${id}" already. Permissions cannot contain each other.`
    })
  }
})

const taken = (permissionId: string) => () => Effect.fail(new PermissionIdAlreadyExists({ permissionId }))

export const listDefinitions = Effect.fnUntraced(function* (scope: PermissionScope) {
  const { project } = yield* caller
  const all = yield* (yield* DefinitionStore).list(project.id)
  return { items: all.filter((definition) => definition.scope === scope).map(serialize), isPaginated: false }
})

export const createDefinition = Effect.fnUntraced(function* (
  scope: PermissionScope,
  { containedPermissionIds = [], description, id }: NewDefinition
) {
  const { project } = yield* caller
  const definitions = yield* DefinitionStore
  yield* noteTargets({ permission_id: id })
  // Checked before the permission is inserted, so that it cannot contain itself.
  yield* requireAll(project.id, scope, containedPermissionIds)
  yield* definitions
    .insert(project.id, { scope, id, description: description ?? null })
    .pipe(Effect.catchTag("Taken", taken(id)))
  yield* definitions.setContents(project.id, id, containedPermissionIds)
  return yield* one(project.id, id)
}, inTransaction)

export const updateDefinition = Effect.fnUntraced(function* (
  scope: PermissionScope,
  permissionId: string,
  { containedPermissionIds, description, id = permissionId }: DefinitionChange
) {
  const { project } = yield* caller
  const definitions = yield* DefinitionStore
  if ((yield* definitions.scopeOf(project.id, permissionId)) !== scope) {
    return yield* new PermissionNotFound({ permissionId })
  }
  if (containedPermissionIds !== undefined) {
    yield* requireAll(project.id, scope, containedPermissionIds)
    yield* refuseCycle(project.id, permissionId, containedPermissionIds)
    yield* definitions.setContents(project.id, permissionId, containedPermissionIds)
  }
  if (description !== undefined) yield* definitions.describe(project.id, permissionId, description)
  if (id !== permissionId) {
    yield* definitions.rename(project.id, permissionId, id).pipe(Effect.catchTag("Taken", taken(id)))
  }
  return yield* one(project.id, id)
}, inTransaction)

export const removeDefinition = Effect.fnUntraced(function* (scope: PermissionScope, permissionId: string) {
  const { project } = yield* caller
  const isRemoved =
    !isSystemPermission(permissionId) && (yield* (yield* DefinitionStore).remove(project.id, scope, permissionId))
  return isRemoved ? { success: true as const } : yield* new PermissionNotFound({ permissionId })
}, inTransaction)
