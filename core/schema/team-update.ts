/** Request bodies that create and update a team. */
import * as Schema from "effect/Schema"
import { Metadata } from "./fields/json.ts"
import { ProfileImageUrl } from "./fields/url.ts"
import { UserRef } from "./fields/uuid.ts"
import { wire } from "./wire.ts"

export const writableFields = {
  profileImageUrl: Schema.optionalKey(Schema.NullOr(ProfileImageUrl)),
  clientMetadata: Schema.optionalKey(Metadata)
}

export const createFields = {
  displayName: Schema.String,
  /** The creator joins with the default permissions of creators. In the client tier, always the current user. */
  creatorUserId: Schema.optionalKey(UserRef)
}

export class TeamCreate extends Schema.Opaque<TeamCreate>()(wire({ ...createFields, ...writableFields })) {}

export const displayName = Schema.optionalKey(Schema.String)

/** The fields that members with `$update_team` may change. Absent ones are unchanged. */
export class TeamUpdate extends Schema.Opaque<TeamUpdate>()(wire({ displayName, ...writableFields })) {}
