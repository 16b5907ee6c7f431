/** Who is in a team: memberships, profiles and invitations. */
import * as Schema from "effect/Schema"
import { Millis } from "./fields/millis.ts"
import { ProfileImageUrl } from "./fields/url.ts"
import { ServerUser } from "./server-user.ts"
import { wire } from "./wire.ts"

export class TeamMembership extends Schema.Opaque<TeamMembership>()(
  wire({ teamId: Schema.String, userId: Schema.String })
) {}

const profileFields = {
  teamId: Schema.String,
  userId: Schema.String,
  /** The user's own name where they have none in this team. */
  displayName: Schema.NullOr(Schema.String),
  profileImageUrl: Schema.NullOr(Schema.String)
}

/** How a member appears in a team. */
export class TeamMemberProfile extends Schema.Opaque<TeamMemberProfile>()(wire(profileFields)) {}

export class ServerTeamMemberProfile extends Schema.Opaque<ServerTeamMemberProfile>()(
  wire({ ...profileFields, user: ServerUser })
) {}

export class TeamMemberProfileUpdate extends Schema.Opaque<TeamMemberProfileUpdate>()(
  wire({
    displayName: Schema.optionalKey(Schema.String),
    profileImageUrl: Schema.optionalKey(Schema.NullOr(ProfileImageUrl))
  })
) {}

export class TeamInvitation extends Schema.Opaque<TeamInvitation>()(
  wire(
    { id: Schema.String, teamId: Schema.String, recipientEmail: Schema.String, expiresAt: Millis },
    {
      expiresAt: "expires_at_millis"
    }
  )
) {}
