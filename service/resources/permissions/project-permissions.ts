/** Applies the project permissions of a seed: definitions, and the defaults of new users. */
import { Effect, Schema } from "effect"
import { CustomPermissionId } from "../../../core/schema/fields/permission-id.ts"
import { DefinitionStore } from "./definition-store.ts"
import { saveDefinitions, SeededDefinition } from "./save-definitions.ts"

export const ProjectPermissions = Schema.Struct({
  definitions: Schema.optionalKey(Schema.Array(SeededDefinition)),
  /** Ids of the permissions that a new user gets. */
  userDefaults: Schema.optionalKey(Schema.Array(CustomPermissionId))
})
export type ProjectPermissions = typeof ProjectPermissions.Type

/** Returns the ids that are referred to and not defined. */
export const undefinedProjectPermissions = ({
  definitions = [],
  userDefaults = []
}: ProjectPermissions): ReadonlyArray<string> => {
  const defined = new Set(definitions.map(({ id }) => id))
  const used = [...userDefaults, ...definitions.flatMap((one) => one.containedPermissionIds ?? [])]
  return [...new Set(used.filter((id) => !defined.has(id)))]
}

/** Defines the permissions, or updates those that exist, and sets the given defaults. Other permissions are kept. */
export const saveProjectPermissions = Effect.fnUntraced(function* (projectId: string, permissions: ProjectPermissions) {
  const { definitions = [], userDefaults } = permissions
  yield* saveDefinitions(projectId, "project", definitions)
  if (userDefaults !== undefined) yield* (yield* DefinitionStore).setDefaults(projectId, "user", userDefaults)
})
