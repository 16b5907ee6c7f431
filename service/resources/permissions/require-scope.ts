import { Effect } from "effect"
import { PermissionNotFound, WrongPermissionScope } from "../../../core/errors/team.ts"
import { DefinitionStore, type PermissionScope } from "./definition-store.ts"

/** Fails unless the project has the permission, and in this scope. */
export const requireScope = Effect.fnUntraced(function* (
  projectId: string,
  expectedScope: PermissionScope,
  permissionId: string
) {
  const actualScope = yield* (yield* DefinitionStore).scopeOf(projectId, permissionId)
  if (actualScope === null) return yield* new PermissionNotFound({ permissionId })
  if (actualScope !== expectedScope)
    return yield* new WrongPermissionScope({ permissionId, expectedScope, actualScope })
})
