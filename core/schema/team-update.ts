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
  /** Joins with the creator's default permissions. In the client tier always the current user. */
  creatorUserId: Schema.optionalKey(UserRef)
}

export class TeamCreate extends Schema.Opaque<TeamCreate>()(wire({ ...createFields, ...writableFields })) {}

export const displayName = Schema.optionalKey(Schema.String)

/** What members with `$update_team` may change. What is absent stays as it is. */
export class TeamUpdate extends Schema.Opaque<TeamUpdate>()(wire({ displayName, ...writableFields })) {}
