/** All sign-in providers. */
import { Schema } from "effect"
import { OAuthProviderId } from "../../core/schema/fields/oauth-provider-id.ts"
import { apple } from "./apple.ts"
import { bitbucket } from "./bitbucket.ts"
import { discord } from "./discord.ts"
import { facebook } from "./facebook.ts"
import { github } from "./github.ts"
import { gitlab } from "./gitlab.ts"
import { google } from "./google.ts"
import { linkedin } from "./linkedin.ts"
import { microsoft } from "./microsoft.ts"
import type { Provider } from "./provider.ts"
import { spotify } from "./spotify.ts"
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

export const isProviderId = Schema.is(OAuthProviderId)

/** Returns scopes as a list without duplicates. Some providers separate them by commas. */
export const scopesOf = (text: string): ReadonlyArray<string> => [...new Set(text.split(/[\s,]+/).filter(Boolean))]
