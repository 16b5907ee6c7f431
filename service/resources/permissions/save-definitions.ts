/** Defines the permissions of a seed, of teams or of the project. */
import { Data, Effect, Schema } from "effect"
import { CustomPermissionId, PermissionId } from "../../../core/schema/fields/permission-id.ts"
import { DefinitionStore, type PermissionScope } from "./definition-store.ts"

export const SeededDefinition = Schema.Struct({
  id: CustomPermissionId,
  description: Schema.optionalKey(Schema.String),
  /** Ids of the permissions that this one includes. */
  containedPermissionIds: Schema.optionalKey(Schema.Array(PermissionId))
})
export type SeededDefinition = typeof SeededDefinition.Type

/** A permission of the other scope has the id. Ids of team and project permissions differ. */
export class DefinedInOtherScope extends Data.TaggedError("DefinedInOtherScope")<{
  readonly id: string
  readonly scope: PermissionScope
}> {}

/** Defines the permissions, or updates those that exist. Others are kept. */
export const saveDefinitions = Effect.fnUntraced(function* (
  projectId: string,
  scope: PermissionScope,
  definitions: ReadonlyArray<SeededDefinition>
) {
  const store = yield* DefinitionStore
  for (const { description, id } of definitions) {
    const existing = yield* store.scopeOf(projectId, id)
    if (existing === null) {
      yield* store
        .insert(projectId, { scope, id, description: description ?? null })
        .pipe(Effect.catchTag("UniqueViolation", Effect.die))
    } else if (existing !== scope) {
      return yield* new DefinedInOtherScope({ id, scope: existing })
    } else if (description !== undefined) {
      yield* store.describe(projectId, id, description)
    }
  }
  // All definitions exist at this point, so that they may contain each other.
  for (const { containedPermissionIds = [], id } of definitions) {
    yield* store.setContents(projectId, id, containedPermissionIds)
  }
})
