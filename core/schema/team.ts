/** Teams as each tier sees them, and what each tier may change. */
import * as Schema from "effect/Schema"
import { teamFields } from "./client-team.ts"
import { Metadata, Millis, ProfileImageUrl, UserRef } from "./fields.ts"
import { wire } from "./wire.ts"

export { Team } from "./client-team.ts"

/** A team, as the application's server sees it. */
export class ServerTeam extends Schema.Opaque<ServerTeam>()(
  wire(
    { ...teamFields, createdAt: Millis, serverMetadata: Schema.optionalKey(Metadata) },
    {
      createdAt: "created_at_millis"
    }
  )
) {}

const writableFields = {
  profileImageUrl: Schema.optionalKey(Schema.NullOr(ProfileImageUrl)),
  clientMetadata: Schema.optionalKey(Metadata)
}
const serverWritableFields = {
  ...writableFields,
  clientReadOnlyMetadata: Schema.optionalKey(Metadata),
  serverMetadata: Schema.optionalKey(Metadata)
}
const createFields = {
  displayName: Schema.String,
  /** Joins with the creator's default permissions. In the client tier always the current user. */
  creatorUserId: Schema.optionalKey(UserRef)
}

export class TeamCreate extends Schema.Opaque<TeamCreate>()(wire({ ...createFields, ...writableFields })) {}
export class ServerTeamCreate extends Schema.Opaque<ServerTeamCreate>()(
  wire({ ...createFields, ...serverWritableFields })
) {}

const displayName = Schema.optionalKey(Schema.String)

/** What members with `$update_team` may change. What is absent stays as it is. */
export class TeamUpdate extends Schema.Opaque<TeamUpdate>()(wire({ displayName, ...writableFields })) {}
export class ServerTeamUpdate extends Schema.Opaque<ServerTeamUpdate>()(
  wire({ displayName, ...serverWritableFields })
) {}
