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
import { caller } from "../../request/caller.ts"
import { checkLimit } from "../../validation/check-limit.ts"
import { inTransaction } from "../../sql/rows.ts"
import { type Definition, DefinitionStore, idsInScope, type PermissionScope } from "./definition-store.ts"

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
interface DefinitionChange {
  readonly id: string | undefined
  readonly description: string | null | undefined
  readonly containedPermissionIds: ReadonlyArray<string> | undefined
}

const requireDefinition = Effect.fnUntraced(function* (projectId: string, id: string) {
  const all = yield* (yield* DefinitionStore).list(projectId)
  const found = all.find((definition) => definition.id === id)
  return found === undefined ? yield* Effect.die(`The permission ${id} was just written`) : serialize(found)
})

/** The limit for the permissions of a project, in both scopes. Each check of a permission may read all of them. */
const MAX_DEFINITIONS = 500

/** The limit for the permissions that one contains directly. */
const MAX_CONTAINED = 100

const requireContainable = Effect.fnUntraced(function* (
  defined: ReadonlyArray<Definition>,
  scope: PermissionScope,
  ids: ReadonlySet<string>
) {
  if (ids.size > MAX_CONTAINED)
    return yield* new SchemaError({
      explanation: `body.contained_permission_ids: A permission contains at most ${MAX_CONTAINED} others.`
    })
  const known = idsInScope(defined, scope)
  for (const id of ids) if (!known.has(id)) return yield* new ContainedPermissionNotFound({ permissionId: id })
})

/** Returns the permissions that contain a permission, also by others, and itself. */
const findContaining = (defined: ReadonlyArray<Definition>, id: string): ReadonlySet<string> => {
  const containers = new Map<string, Array<string>>()
  for (const { containedIds, id: container } of defined) {
    for (const contained of containedIds) {
      const known = containers.get(contained)
      if (known === undefined) containers.set(contained, [container])
      else known.push(container)
    }
  }
  const reached = new Set([id])
  // A set iterates over what is added meanwhile.
  for (const next of reached) for (const container of containers.get(next) ?? []) reached.add(container)
  return reached
}

/**
 * Fails if a permission would contain itself, also by others. What it contains already is not checked: earlier versions
 * accepted cycles, and the other fields of such a permission can be changed.
 */
const refuseCycle = Effect.fnUntraced(function* (
  defined: ReadonlyArray<Definition>,
  id: string,
  ids: ReadonlySet<string>
) {
  const already = defined.find((definition) => definition.id === id)?.containedIds ?? []
  const containers = findContaining(defined, id)
  const first = [...ids].find((one) => containers.has(one) && !already.includes(one))
  if (first === undefined) return
  return yield* new SchemaError({
    explanation:
      first === id
        ? `body.contained_permission_ids: The permission "${id}" cannot contain itself.`
        : `body.contained_permission_ids: "${first}" contains "${id}" already. Permissions cannot contain each other.`
  })
})

const failTaken = (permissionId: string) => () => Effect.fail(new PermissionIdAlreadyExists({ permissionId }))

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
  const defined = yield* definitions.list(project.id)
  const containedIds = new Set(containedPermissionIds)
  yield* requireContainable(defined, scope, containedIds)
  yield* checkLimit(defined.length, {
    maximum: MAX_DEFINITIONS,
    of: "permissions of a project",
    advice: "Delete one that is not used."
  })
  yield* definitions
    .insert(project.id, { scope, id, description: description ?? null })
    .pipe(Effect.catchTag("UniqueViolation", failTaken(id)))
  yield* definitions.setContents(project.id, id, containedIds)
  return yield* requireDefinition(project.id, id)
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
    const defined = yield* definitions.list(project.id)
    const containedIds = new Set(containedPermissionIds)
    yield* requireContainable(defined, scope, containedIds)
    yield* refuseCycle(defined, permissionId, containedIds)
    yield* definitions.setContents(project.id, permissionId, containedIds)
  }
  if (description !== undefined) yield* definitions.describe(project.id, permissionId, description)
  if (id !== permissionId) {
    yield* definitions.rename(project.id, permissionId, id).pipe(Effect.catchTag("UniqueViolation", failTaken(id)))
  }
  return yield* requireDefinition(project.id, id)
}, inTransaction)

export const removeDefinition = Effect.fnUntraced(function* (scope: PermissionScope, permissionId: string) {
  const { project } = yield* caller
  const isRemoved =
    !isSystemPermission(permissionId) && (yield* (yield* DefinitionStore).remove(project.id, scope, permissionId))
  return isRemoved ? { success: true as const } : yield* new PermissionNotFound({ permissionId })
}, inTransaction)
