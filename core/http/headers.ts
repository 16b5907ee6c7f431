/** Names of the protocol's headers. */
import { byName, kebabCase } from "../schema/names.ts"

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
  "requestId",
  "branchId",
  "allowAnonymousUser",
  "allowRestrictedUser"
] as const

/** The name of each header by its content: `projectId` is `x-stack-project-id`. */
export const header = byName(names, (name) => `x-stack-${kebabCase(name)}`)
