/** The headers that every call of a configuration sends. */
import { header } from "../http/headers.ts"
import type { Tier } from "../schema/tier.ts"

/** The name of this client, and the version of the protocol. The service ignores names without a scope. */
const CLIENT_VERSION = "js @keystile/keystile@2.7.20"

const keys = ["publishableClientKey", "secretServerKey", "superSecretAdminKey"] as const

/** The values of a configuration that every call sends. */
export type ClientIdentity = { readonly projectId: string; readonly tier: Tier } & {
  readonly [Key in (typeof keys)[number]]?: string | undefined
}

export const fixedHeaders = (identity: ClientIdentity): Readonly<Record<string, string>> => {
  const headers: Record<string, string> = {
    [header.overrideErrorStatus]: "true",
    [header.projectId]: identity.projectId,
    [header.accessType]: identity.tier,
    [header.clientVersion]: CLIENT_VERSION
  }
  for (const name of keys) {
    const key = identity[name]
    if (key) headers[header[name]] = key
  }
  return headers
}
