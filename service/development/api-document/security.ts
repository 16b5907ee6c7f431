/** The authentication headers as security schemes of the API document. */
import { header } from "../../../core/http/headers.ts"
import type { Tier } from "../../../core/schema/tier.ts"

const inHeader = (name: string, description: string) => ({ type: "apiKey", in: "header", name, description })

export const securitySchemes = {
  projectId: inHeader(header.projectId, "The id of the project."),
  accessType: inHeader(header.accessType, "`client`, `server` or `admin`."),
  publishableClientKey: inHeader(header.publishableClientKey, "`pck_…`, for the client tier."),
  secretServerKey: inHeader(header.secretServerKey, "`ssk_…`, for the server tier."),
  superSecretAdminKey: inHeader(header.superSecretAdminKey, "`sak_…`, for the admin tier."),
  adminAccessToken: inHeader(header.adminAccessToken, "The access token of an owner, instead of any key."),
  accessToken: inHeader(header.accessToken, "The access token of the user."),
  refreshToken: inHeader(header.refreshToken, "The refresh token of the user's session.")
}

type Scheme = keyof typeof securitySchemes

const keyOf: Readonly<Record<Tier, Scheme>> = {
  client: "publishableClientKey",
  server: "secretServerKey",
  admin: "superSecretAdminKey"
}

/** Returns the security requirements of a call: alternative sets of headers. */
export const securityOf = (
  tiers: ReadonlyArray<Tier>,
  requires: ReadonlyArray<"user" | "refreshToken">
): ReadonlyArray<Readonly<Partial<Record<Scheme, ReadonlyArray<string>>>>> =>
  [...new Set(tiers)].map((tier) => ({
    projectId: [],
    accessType: [],
    [keyOf[tier]]: [],
    ...(requires.includes("user") && { accessToken: [] }),
    ...(requires.includes("refreshToken") && { refreshToken: [] })
  }))
