/** Which permissions a project can grant by default. */
import { Effect } from "effect"
import { systemPermissionIds } from "../../core/schema/fields.ts"

/** What every project starts with (wire, section 11), and what the service checks itself. */
const known: ReadonlySet<string> = new Set(["admin", "member", ...systemPermissionIds])

/** Whether the project knows a permission of this id. */
export const permissionDefinitionExists = (_projectId: string, permissionId: string): Effect.Effect<boolean> =>
  Effect.succeed(known.has(permissionId))
