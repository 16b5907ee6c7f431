/** Teams as the server and admin tiers read and write them. */
import * as Schema from "effect/Schema"
import { Metadata } from "./fields/json.ts"
import { Millis } from "./fields/millis.ts"
import { teamFields } from "./team.ts"
import { createFields, displayName, writableFields } from "./team-update.ts"
import { wire } from "./wire.ts"

/** A team with the fields for the application's server. */
export class ServerTeam extends Schema.Opaque<ServerTeam>()(
  wire(
    { ...teamFields, createdAt: Millis, serverMetadata: Schema.optionalKey(Metadata) },
    {
      createdAt: "created_at_millis"
    }
  )
) {}

const serverWritableFields = {
  ...writableFields,
  clientReadOnlyMetadata: Schema.optionalKey(Metadata),
  serverMetadata: Schema.optionalKey(Metadata)
}

export class ServerTeamCreate extends Schema.Opaque<ServerTeamCreate>()(
  wire({ ...createFields, ...serverWritableFields })
) {}

export class ServerTeamUpdate extends Schema.Opaque<ServerTeamUpdate>()(
  wire({ displayName, ...serverWritableFields })
) {}
