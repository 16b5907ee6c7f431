/** Providers that a project can offer without a client of its own. */
import type { OAuthProviderId } from "../../core/schema/fields/oauth-provider-id.ts"

/** Those for which the service has keys of its own (wire, section 5). */
export const sharedProviderIds = [
  "google",
  "github",
  "microsoft",
  "spotify"
] as const satisfies ReadonlyArray<OAuthProviderId>
