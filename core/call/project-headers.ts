/** The headers that a call sends. */
import * as Redacted from "effect/Redacted"
import type { ApiConfigValues } from "../config/api-config.ts"
import { header } from "../http/headers.ts"
import type { Tokens } from "../session/tokens.ts"

/** The service counts clients by it, and ignores names without a scope. */
const CLIENT_VERSION = "js @keystile/keystile@2.7.20"

const keys = ["publishableClientKey", "secretServerKey", "superSecretAdminKey"] as const

let latest: ApiConfigValues | undefined

let headersOfLatest: Record<string, string> = {}

/** The headers that every call of a configuration sends. Computed once, since most programs have one configuration. */
const fixedHeaders = (config: ApiConfigValues): Readonly<Record<string, string>> => {
  if (latest !== config) {
    latest = config
    headersOfLatest = {
      [header.overrideErrorStatus]: "true",
      [header.projectId]: config.projectId,
      [header.accessType]: config.tier,
      [header.clientVersion]: CLIENT_VERSION
    }
    for (const name of keys) add(headersOfLatest, name, config[name])
  }
  return headersOfLatest
}

const add = (
  headers: Record<string, string>,
  name: keyof typeof header,
  secret: Redacted.Redacted<string> | null | undefined
) => {
  if (secret) headers[header[name]] = Redacted.value(secret)
}

/** Returns the headers of a call: tier, project, keys, and the tokens of the user. */
export const projectHeaders = (
  config: ApiConfigValues,
  nonce: string,
  { accessToken, refreshToken }: Tokens,
  takesRefreshToken: boolean
): Record<string, string> => {
  const headers: Record<string, string> = { ...fixedHeaders(config), [header.randomNonce]: nonce }
  add(headers, "accessToken", accessToken)
  // A refresh token lasts a year, and the service reads it in three places only.
  if (takesRefreshToken || config.sendRefreshTokenAlways) add(headers, "refreshToken", refreshToken)
  return headers
}
