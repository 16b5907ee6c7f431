/** The headers that a call sends. */
import * as Redacted from "effect/Redacted"
import type { ApiConfigValues } from "../config/api-config.ts"
import { header } from "../http/headers.ts"
import { isAnonymous, isRestricted, type Tokens } from "../session/tokens.ts"
import { fixedHeaders } from "./fixed-headers.ts"

let latest: ApiConfigValues | undefined

let headersOfLatest: Readonly<Record<string, string>> = {}

const reveal = (secret: Redacted.Redacted<string> | undefined) => secret && Redacted.value(secret)

/** The fixed headers of a configuration. Most programs have one, so they are not computed for each call. */
const headersOf = (config: ApiConfigValues): Readonly<Record<string, string>> => {
  if (latest !== config) {
    latest = config
    headersOfLatest = fixedHeaders({
      projectId: config.projectId,
      tier: config.tier,
      publishableClientKey: reveal(config.publishableClientKey),
      secretServerKey: reveal(config.secretServerKey),
      superSecretAdminKey: reveal(config.superSecretAdminKey)
    })
  }
  return headersOfLatest
}

/** Returns the headers of a call: tier, project, keys, and the tokens of the user. */
export const projectHeaders = (
  config: ApiConfigValues,
  nonce: string,
  { accessToken, refreshToken }: Tokens,
  takesRefreshToken: boolean
): Record<string, string> => {
  const headers: Record<string, string> = { ...headersOf(config), [header.randomNonce]: nonce }
  if (accessToken !== null) {
    headers[header.accessToken] = Redacted.value(accessToken)
    // Not always: a service of version 2.7 refuses the headers from a browser (CORS).
    if (isAnonymous(accessToken)) headers[header.allowAnonymousUser] = "true"
    else if (isRestricted(accessToken)) headers[header.allowRestrictedUser] = "true"
  }
  // A refresh token is valid for a year, and few endpoints read it.
  if (refreshToken !== null && (takesRefreshToken || config.sendRefreshTokenAlways)) {
    headers[header.refreshToken] = Redacted.value(refreshToken)
  }
  return headers
}
