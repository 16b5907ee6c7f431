/** Permissions of users in a team or in the project, and their definitions. */
import * as Schema from "effect/Schema"
import { CustomPermissionId, PermissionId } from "./fields/permission-id.ts"
import { wire } from "./wire.ts"

/** A permission that a user has in a team. */
export class TeamPermission extends Schema.Opaque<TeamPermission>()(
  wire({ id: Schema.String, userId: Schema.String, teamId: Schema.String })
) {}

/** A permission that a user has in the project, in no team. */
export class ProjectPermission extends Schema.Opaque<ProjectPermission>()(
  wire({ id: Schema.String, userId: Schema.String })
) {}

/** The definition of a permission, which includes its contained permissions. Both scopes have the same fields. */
export class PermissionDefinition extends Schema.Opaque<PermissionDefinition>()(
  wire({
    id: Schema.String,
    description: Schema.optionalKey(Schema.String),
    containedPermissionIds: Schema.Array(Schema.String)
  })
) {}

const optionalFields = {
  description: Schema.optionalKey(Schema.String),
  containedPermissionIds: Schema.optionalKey(Schema.Array(PermissionId))
}

export class PermissionDefinitionCreate extends Schema.Opaque<PermissionDefinitionCreate>()(
  wire({ id: CustomPermissionId, ...optionalFields })
) {}

/** An update of a permission. A new `id` renames it; a new list replaces the old one. */
export class PermissionDefinitionUpdate extends Schema.Opaque<PermissionDefinitionUpdate>()(
  wire({ id: Schema.optionalKey(CustomPermissionId), ...optionalFields })
) {}
