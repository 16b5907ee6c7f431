/** The names of the wire's headers, and what one call sends. */
import * as Redacted from "effect/Redacted"
import type { ApiConfigValues } from "../config.ts"
import { kebabCase } from "../schema/names.ts"
import type { Tokens } from "../session/tokens.ts"

/** Written into every call; the service counts clients by it and ignores names that have no scope. */
const CLIENT_VERSION = "js @keystile/keystile@2.7.20"

const names = [
  "overrideErrorStatus",
  "actualStatus",
  "knownError",
  "projectId",
  "accessType",
  "clientVersion",
  "randomNonce",
  "accessToken",
  "refreshToken",
  "publishableClientKey",
  "secretServerKey",
  "superSecretAdminKey",
  "adminAccessToken",
  "requestId"
] as const

/** A header's name by what it holds: `projectId` is `x-stack-project-id`. */
export const header = Object.fromEntries(
  names.map((name) => [name, `x-stack-${kebabCase(name)}`])
) as Readonly<Record<typeof names[number], string>>

const keys = ["publishableClientKey", "secretServerKey", "superSecretAdminKey"] as const

let latest: ApiConfigValues | undefined
let headersOfLatest: Record<string, string> = {}

/** What all calls of a project say: made once, as programs mostly have one. */
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

/** The headers of a project call: who asks, for which project, with which keys, as which user. */
export const projectHeaders = (
  config: ApiConfigValues,
  nonce: string,
  { accessToken, refreshToken }: Tokens,
  takesRefreshToken: boolean
): Record<string, string> => {
  const headers: Record<string, string> = { ...fixedHeaders(config), [header.randomNonce]: nonce }
  add(headers, "accessToken", accessToken)
  // Who has it is the user for a year; the service looks at it in three places (wire, section 2).
  if (takesRefreshToken || config.sendRefreshTokenAlways) add(headers, "refreshToken", refreshToken)
  return headers
}
