/** Members of teams with their email addresses and roles. */
import * as Schema from "effect/Schema"
import { wire } from "./wire.ts"

/** The roles that can be assigned: the default permissions of team creators and of team members. */
export const AssignableTeamRole = Schema.Literals(["admin", "member"])
/** A role that can be given to a member: `admin` or `member`. */
export type AssignableTeamRole = typeof AssignableTeamRole.Type

/** A member without all default permissions of a role is `custom`. */
export const TeamRole = Schema.Literals(["admin", "member", "custom"])
/** The role of a member in a team. */
export type TeamRole = typeof TeamRole.Type

/** A role that the caller may give to a member, and what that changes. */
export class TeamRoleChange extends Schema.Opaque<TeamRoleChange>()(
  wire({
    role: AssignableTeamRole,
    grantedPermissionIds: Schema.Array(Schema.String),
    revokedPermissionIds: Schema.Array(Schema.String)
  })
) {}

/** A member of a team, with the fields that other members may read. */
export class TeamMember extends Schema.Opaque<TeamMember>()(
  wire({
    teamId: Schema.String,
    userId: Schema.String,
    /** The name in this team, or else the display name of the user. */
    displayName: Schema.NullOr(Schema.String),
    profileImageUrl: Schema.NullOr(Schema.String),
    /** `null` without an email address, and for callers who may not see it. */
    primaryEmail: Schema.NullOr(Schema.String),
    /** `false` if `primaryEmail` is `null`. */
    primaryEmailVerified: Schema.Boolean,
    role: TeamRole,
    /** Direct permissions that are not part of the role. For a `custom` role, all of them. */
    additionalPermissionIds: Schema.Array(Schema.String),
    /** The other roles that the caller may give to this member. */
    assignableRoles: Schema.Array(TeamRoleChange)
  })
) {}
