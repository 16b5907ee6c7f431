/** Memberships, profiles and invitations of teams. */
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
  /** The name in this team, or else the display name of the user. */
  displayName: Schema.NullOr(Schema.String),
  profileImageUrl: Schema.NullOr(Schema.String)
}

/** The name and the image of a member in a team. */
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

/** An open invitation to a team. */
export class TeamInvitation extends Schema.Opaque<TeamInvitation>()(
  wire(
    {
      id: Schema.String,
      teamId: Schema.String,
      /** Services before Stack Auth 2.8 leave it out. */
      teamDisplayName: Schema.optionalKey(Schema.String),
      recipientEmail: Schema.String,
      expiresAt: Millis
    },
    { expiresAt: "expires_at_millis" }
  )
) {}
