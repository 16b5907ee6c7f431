/** Permissions of team members, and their definitions. */
import * as Schema from "effect/Schema"
import { CustomPermissionId, PermissionId } from "./fields/permission-id.ts"
import { wire } from "./wire.ts"

/** A permission that a user has in a team. */
export class TeamPermission extends Schema.Opaque<TeamPermission>()(
  wire({ id: Schema.String, userId: Schema.String, teamId: Schema.String })
) {}

/** The definition of a permission, which includes its contained permissions. */
export class TeamPermissionDefinition extends Schema.Opaque<TeamPermissionDefinition>()(
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

export class TeamPermissionDefinitionCreate extends Schema.Opaque<TeamPermissionDefinitionCreate>()(
  wire({ id: CustomPermissionId, ...optionalFields })
) {}

/** An update of a permission. A new `id` renames it; a new list replaces the old one. */
export class TeamPermissionDefinitionUpdate extends Schema.Opaque<TeamPermissionDefinitionUpdate>()(
  wire({ id: Schema.optionalKey(CustomPermissionId), ...optionalFields })
) {}
