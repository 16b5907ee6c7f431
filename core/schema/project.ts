/** Projects as the client and server tiers read them. */
import * as Schema from "effect/Schema"
import { wire } from "./wire.ts"

export const flags = {
  signUpEnabled: Schema.Boolean,
  credentialEnabled: Schema.Boolean,
  magicLinkEnabled: Schema.Boolean,
  passkeyEnabled: Schema.Boolean,
  clientTeamCreationEnabled: Schema.Boolean,
  clientUserDeletionEnabled: Schema.Boolean
}

// A newer service may know more providers than this client: their ids are read as they are.
export const EnabledProvider = wire({ id: Schema.String })

/** A project, as its users see it. */
export class Project extends Schema.Opaque<Project>()(
  wire({
    id: Schema.String,
    displayName: Schema.String,
    config: wire(
      { ...flags, oauthProviders: Schema.Array(EnabledProvider) },
      {
        oauthProviders: "enabled_oauth_providers"
      }
    )
  })
) {}
