/** Projects as the client and server tiers read them. */
import * as Schema from "effect/Schema"
import { SignUpProofInfo } from "./sign-up-proof.ts"
import { wire } from "./wire.ts"

export const flags = {
  signUpEnabled: Schema.Boolean,
  credentialEnabled: Schema.Boolean,
  magicLinkEnabled: Schema.Boolean,
  passkeyEnabled: Schema.Boolean,
  clientTeamCreationEnabled: Schema.Boolean,
  clientUserDeletionEnabled: Schema.Boolean
}

/** The switches for API keys of users and of teams. Absent from services before Stack Auth 2.8.3. */
export const apiKeyFlags = {
  allowUserApiKeys: Schema.optionalKey(Schema.Boolean),
  allowTeamApiKeys: Schema.optionalKey(Schema.Boolean)
}

// The ids of providers are any text, because a newer service may support more providers than this client.
export const EnabledProvider = wire({ id: Schema.String })

/** A trusted domain, which newer services may write with wildcards. */
const TrustedDomain = wire({ domain: Schema.String, handlerPath: Schema.String })

/** Names of the extensions of the wire that the service has. The original service has none, and sends no list. */
export const Extensions = Schema.optionalKey(Schema.Array(Schema.String))

/** A project with the settings for its users. */
export class Project extends Schema.Opaque<Project>()(
  wire({
    id: Schema.String,
    displayName: Schema.String,
    config: wire(
      {
        ...flags,
        ...apiKeyFlags,
        oauthProviders: Schema.Array(EnabledProvider),
        /** The trusted domains. Absent from services before Stack Auth 2.8, as the next field. */
        domains: Schema.optionalKey(Schema.Array(TrustedDomain)),
        allowLocalhost: Schema.optionalKey(Schema.Boolean),
        extensions: Extensions,
        /** The proof that sign-up needs. Absent without one, and from the original service. */
        signUpProof: Schema.optionalKey(SignUpProofInfo),
        /** The minimum length of new passwords. Absent without one, and from the original service: it is then 8. */
        passwordMinLength: Schema.optionalKey(Schema.Finite)
      },
      {
        oauthProviders: "enabled_oauth_providers"
      }
    )
  })
) {}
