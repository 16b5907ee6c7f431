/** The permission definitions of a project, for its teams and for its users in no team. */
import * as Effect from "effect/Effect"
import * as ProjectApi from "../../../core/api/project-permission-definitions.ts"
import * as Api from "../../../core/api/team-permission-definitions.ts"
import type { PermissionNotFound } from "../../../core/errors/team.ts"
import type { RequestError } from "../../../core/errors/request-error.ts"
import type { PermissionDefinition } from "../../../core/schema/permission.ts"
import type { CallDependencies } from "../call-dependencies.ts"
import { omitUndefined, type WithoutUndefined } from "../omit-undefined.ts"
import { byKeys } from "../server/user-scope.ts"
import type { CallError } from "../call-error.ts"

/** Absent fields are unchanged; a new `id` renames; a new list replaces the old one. */
export interface PermissionDefinitionChanges {
  /** Lower-case letters, digits, `:` and `_`. */
  readonly id?: string | undefined
  /** The meaning of the permission, for those who grant it. */
  readonly description?: string | undefined
  /** The permissions that this one contains. */
  readonly containedPermissionIds?: ReadonlyArray<string> | undefined
}

export interface PermissionDefinitionInput extends PermissionDefinitionChanges {
  readonly id: string
}

export type CreateDefinitionError = CallError<typeof Api.create>
export type UpdateDefinitionError = CallError<typeof Api.update>

/** Calls of the permission definitions of one scope: of a project's teams, or of its users in no team. */
export interface PermissionDefinitionCalls {
  /** By id. Those of teams begin with the system's own. */
  readonly list: () => Effect.Effect<ReadonlyArray<PermissionDefinition>, RequestError>
  /**
   * Defines a permission.
   *
   * @param input The new permission.
   */
  readonly create: (input: PermissionDefinitionInput) => Effect.Effect<PermissionDefinition, CreateDefinitionError>
  /**
   * Changes a permission. Fails with `PermissionNotFound`.
   *
   * @param id The id of the permission.
   */
  readonly update: (
    id: string,
    changes: PermissionDefinitionChanges
  ) => Effect.Effect<PermissionDefinition, UpdateDefinitionError>
  /**
   * Also takes it from those who have it, from what contains it and from the defaults.
   *
   * @param id The id of the permission.
   */
  readonly remove: (id: string) => Effect.Effect<void, PermissionNotFound | RequestError>
}

/**
 * Adds what an update leaves out from the definition. Services since Stack Auth 2.8 remove an absent description and
 * absent contents, which a change of the other fields is not to do.
 */
const complete = (
  list: PermissionDefinitionCalls["list"],
  id: string,
  changes: PermissionDefinitionChanges
): Effect.Effect<WithoutUndefined<PermissionDefinitionChanges>, RequestError> => {
  const given = omitUndefined(changes)
  if (given.description !== undefined && given.containedPermissionIds !== undefined) return Effect.succeed(given)
  return Effect.map(list(), (definitions) => {
    const { id: _, ...current } = definitions.find((definition) => definition.id === id) ?? { id }
    return { ...current, ...given }
  })
}

const params = (id: string) => ({ permission_id: id })

const definitionCalls =
  (api: typeof Api) =>
  (dependencies: CallDependencies): PermissionDefinitionCalls => {
    const run = byKeys(dependencies)
    const list = () => Effect.map(run(api.list, {}), ({ items }) => items)
    return {
      list,
      create: (input) => run(api.create, { body: omitUndefined(input) }),
      update: (id, changes) =>
        Effect.flatMap(complete(list, id, changes), (body) => run(api.update, { params: params(id), body })),
      remove: (id) => Effect.asVoid(run(api.remove, { params: params(id) }))
    }
  }

export const permissionDefinitionCalls = definitionCalls(Api)
export const projectPermissionDefinitionCalls = definitionCalls(ProjectApi)
