/** Ids of the supported OAuth providers. */
import * as Schema from "effect/Schema"

/** One of the eleven providers. */
export const OAuthProviderId = Schema.Literals([
  "google",
  "github",
  "microsoft",
  "spotify",
  "facebook",
  "discord",
  "gitlab",
  "bitbucket",
  "linkedin",
  "apple",
  "x"
])

export type OAuthProviderId = typeof OAuthProviderId.Type
