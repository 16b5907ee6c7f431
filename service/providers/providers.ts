/** All OAuth providers. Derived from look/providers.ts by `npm run look`; do not edit. */
import type { OAuthProviderId } from "../../core/schema/fields/oauth-provider-id.ts"
import type { Provider } from "./provider.ts"
import { google } from "./google.ts"
import { github } from "./github.ts"
import { microsoft } from "./microsoft.ts"
import { spotify } from "./spotify.ts"
import { facebook } from "./facebook.ts"
import { discord } from "./discord.ts"
import { gitlab } from "./gitlab.ts"
import { bitbucket } from "./bitbucket.ts"
import { linkedin } from "./linkedin.ts"
import { apple } from "./apple.ts"
import { x } from "./x.ts"

export const providers: Readonly<Record<OAuthProviderId, Provider>> = {
  google,
  github,
  microsoft,
  spotify,
  facebook,
  discord,
  gitlab,
  bitbucket,
  linkedin,
  apple,
  x
}
