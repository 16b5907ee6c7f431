/** The permission definitions of a project. */
import * as Effect from "effect/Effect"
import * as Api from "../../../core/api/team-permission-definitions.ts"
import type { PermissionNotFound } from "../../../core/errors/team.ts"
import type { RequestError } from "../../../core/errors/request-error.ts"
import type { PermissionDefinition } from "../../../core/schema/permission.ts"
import type { CallDependencies } from "../call-dependencies.ts"
import { omitUndefined } from "../omit-undefined.ts"
import { byKeys } from "../server/user-scope.ts"
import type { CallError } from "../call-error.ts"

/** Absent fields are unchanged; a new `id` renames; a new list replaces the old one. */
export interface PermissionDefinitionChanges {
  /** Lower-case letters, digits, `:` and `_`. */
  readonly id?: string | undefined
  readonly description?: string | undefined
  /** The permissions that this one contains. */
  readonly containedPermissionIds?: ReadonlyArray<string> | undefined
}

export interface PermissionDefinitionInput extends PermissionDefinitionChanges {
  readonly id: string
}

export type WriteDefinitionError = CallError<typeof Api.create>

export interface PermissionDefinitionCalls {
  /** By id, the system's own first. */
  readonly list: () => Effect.Effect<ReadonlyArray<PermissionDefinition>, RequestError>
  readonly create: (input: PermissionDefinitionInput) => Effect.Effect<PermissionDefinition, WriteDefinitionError>
  readonly update: (
    id: string,
    changes: PermissionDefinitionChanges
  ) => Effect.Effect<PermissionDefinition, WriteDefinitionError>
  /** Also takes it from members, from what contains it and from the defaults. */
  readonly remove: (id: string) => Effect.Effect<void, PermissionNotFound | RequestError>
}

export const permissionDefinitionCalls = (dependencies: CallDependencies): PermissionDefinitionCalls => {
  const run = byKeys(dependencies)
  const params = (id: string) => ({ permission_id: id })
  return {
    list: () => Effect.map(run(Api.list, {}), ({ items }) => items),
    create: (input) => run(Api.create, { body: omitUndefined(input) }),
    update: (id, changes) => run(Api.update, { params: params(id), body: omitUndefined(changes) }),
    remove: (id) => Effect.asVoid(run(Api.remove, { params: params(id) }))
  }
}
