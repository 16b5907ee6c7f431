/** Providers that a project can use without its own client. */
import type { OAuthProviderId } from "../../core/schema/fields/oauth-provider-id.ts"

/** The providers with shared keys (docs/wire/oauth.md). */
export const sharedProviderIds = [
  "google",
  "github",
  "microsoft",
  "spotify"
] as const satisfies ReadonlyArray<OAuthProviderId>
