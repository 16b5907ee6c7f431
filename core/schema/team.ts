/** Teams as the client tier reads them. */
import * as Schema from "effect/Schema"
import { Metadata } from "./fields/json.ts"
import { wire } from "./wire.ts"

export const teamFields = {
  id: Schema.String,
  displayName: Schema.String,
  profileImageUrl: Schema.NullOr(Schema.String),
  clientMetadata: Schema.optionalKey(Metadata),
  clientReadOnlyMetadata: Schema.optionalKey(Metadata)
}

/** A team with the fields for its members. */
export class Team extends Schema.Opaque<Team>()(wire(teamFields)) {}
